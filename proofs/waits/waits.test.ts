/**
 * Measures the wait that a stranger causes for others: every field of every endpoint receives texts up to the size
 * limit, next to another client's request. The limits are counted, never timed: the length of input to work that grows
 * faster than its text, the hashes and outgoing calls that a request causes, and the turns of the event loop that
 * another client waits.
 *
 * `npm run verify -- waits` tries every text in every field; its short form tries a sample.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'

import { LIMITS } from '@sluice/types'

import { createSeededRandom } from '../../packages/gateway/test/seeded-random.ts'
import { summarize } from '../report.ts'
import { SignInBrowser } from '../../packages/identity/test/sign-in-browser.ts'
import { startTestGateway, type TestGateway } from '../../packages/gateway/test/test-gateway.ts'
import { countWork, turnsSoFar, type Work, type WorkCounter } from './count-work.ts'
import { type HostileCase, listHostileCases } from './hostile-cases.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

const FIRST_SEED = Number(process.env['PROOF_SEED'] ?? 1)
/** Requests of the sample; 0 tries all. */
const REQUESTS = Number(process.env['PROOF_REQUESTS'] ?? 400)
const TIME_LIMIT_MS = REQUESTS === 0 ? 3_600_000 : 300_000

/** The most work that a request may cause. Quadratic work on a text of this length takes less than a millisecond. */
const WORK_MAX: Work = {
  normalized: LIMITS.EMAIL_MAX_CHARS,
  parsed: LIMITS.RETURN_URL_MAX_BYTES,
  hashes: 1,
  calls: 1,
}
/** Additional turns that another client waits, compared with a small request. */
const TURNS_MAX = 50

let gateway: TestGateway
let work: WorkCounter
let cases: readonly HostileCase[]

beforeAll(async () => {
  gateway = await startTestGateway({
    adapters: {
      postWebhook: () => Promise.resolve({ status: 200, excerpt: '', retryAfter: null, milliseconds: 1 }),
    },
  })
  cases = await listHostileCases(gateway)
  work = countWork()
}, TIME_LIMIT_MS)
afterAll(async () => {
  work.stop()
  await gateway.close()
})

it(
  'a stranger’s text delays no one: its length is checked before it is processed',
  async () => {
    const drawn = REQUESTS === 0 ? cases : sample(cases, REQUESTS)
    const statuses = new Map<number, number>()
    for (const { name, text, send } of drawn) {
      const usual = await measureConcurrentWait(() => send('x'))
      work.take()
      const beside = await measureConcurrentWait(() => send(text))
      expectWithin(work.take(), name)
      expect(beside.turns - usual.turns, `${name}: turns`).toBeLessThanOrEqual(TURNS_MAX)
      expect(beside.status, name).toBeLessThan(500)
      statuses.set(beside.status, (statuses.get(beside.status) ?? 0) + 1)
    }
    summarize('waits', {
      requests: drawn.length,
      'of cases': cases.length,
      'first seed': FIRST_SEED,
      statuses: Object.fromEntries([...statuses].toSorted()),
    })
  },
  TIME_LIMIT_MS,
)

it('a sign-in checks the length of an address before it processes it', async () => {
  const { portalUrl, baseUrl } = gateway.app.addresses()
  const browser = new SignInBrowser(portalUrl, Number(new URL(baseUrl).port))
  const form = await browser.open('/portal/login')
  for (const make of Object.values(HOSTILE_TEXTS)) {
    work.take()
    const answer = await form.submit('password', { email: make(2_400), password: 'a long password 1' })
    expect(answer.status).toBeLessThan(500)
    expectWithin(work.take(), 'an address')
  }
})

it('measures the work of honest requests', async () => {
  const { portalUrl, baseUrl } = gateway.app.addresses()
  const form = await new SignInBrowser(portalUrl, Number(new URL(baseUrl).port)).open('/portal/login')
  work.take()
  await form.submit('password', { email: 'ada@shop.example', password: 'a long password 1' })
  const { hashes, normalized } = work.take()
  expect(hashes).toBe(1)
  expect(normalized).toBeGreaterThan(0)
  await gateway.pay()
  const { parsed, calls } = work.take()
  expect(parsed).toBeGreaterThan(0)
  expect(calls).toBeGreaterThan(0)
})

function expectWithin(done: Work, name: string): void {
  for (const [what, max] of Object.entries(WORK_MAX) as [keyof Work, number][])
    expect(done[what], `${name}: ${what}`).toBeLessThanOrEqual(max)
}

/** The turns that another client's request takes in the meantime; it needs neither disk nor network. */
async function measureConcurrentWait(
  send: () => Promise<number>,
): Promise<{ turns: number; status: number }> {
  const before = turnsSoFar()
  const beside = send()
  const { host } = new URL(gateway.ready.base_url)
  await gateway.app.server.inject({ method: 'GET', url: '/health/live', headers: { host } })
  const turns = turnsSoFar() - before
  return { turns, status: await beside }
}

function sample<T>(all: readonly T[], count: number): readonly T[] {
  const random = createSeededRandom(FIRST_SEED)
  return Array.from({ length: count }, () => random.pick(all))
}
