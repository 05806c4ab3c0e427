/**
 * Measures the wait of a payment among a crowd of strangers, and among as many small requests of merchants. Turns of
 * the event loop are asserted; how long it took in milliseconds is printed by `npm run bench waits`.
 */
import { performance } from 'node:perf_hooks'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { FakeProvider } from '../../packages/gateway/test/elsewhere.ts'
import { summarize } from '../report.ts'
import { startTestGateway, type TestGateway } from '../../packages/gateway/test/test-gateway.ts'
import { turnsSoFar } from './count-work.ts'
import { type Crowd, gatherCrowds, honestCrowd } from './crowds.ts'

const ROUNDS = Number(process.env['PROOF_ROUNDS'] ?? 3)
/** The additional turns of the event loop that a payment may wait among strangers, compared with as many merchants. */
const TURNS_MAX = 50
/** Each round hashes dozens of passwords. */
const TIME_LIMIT_MS = 60_000 + ROUNDS * 60_000

const provider = new FakeProvider('sim-payments')
let gateway: TestGateway
let crowds: readonly Crowd[]
let paid: string

beforeAll(async () => {
  gateway = await startTestGateway({ adapters: { providers: new Map([[provider.id, provider]]) } })
  crowds = await gatherCrowds(gateway, provider)
  paid = (await gateway.pay()).transaction.id
}, TIME_LIMIT_MS)
afterAll(() => gateway.close())

interface Wait {
  readonly turns: number
  readonly milliseconds: number
}

/** Pays among the crowd, all of which sends its requests at once. */
async function payDuring(crowd: Pick<Crowd, 'count' | 'send'>): Promise<Wait> {
  const answers = Array.from({ length: crowd.count }, (_, index) => crowd.send(index))
  const [turnsBefore, startedMs] = [turnsSoFar(), performance.now()]
  const { transaction } = await gateway.pay()
  const wait = { turns: turnsSoFar() - turnsBefore, milliseconds: performance.now() - startedMs }
  expect(transaction.status).toBe('APPROVED')
  for (const status of await Promise.all(answers)) expect([0, 500]).not.toContain(status)
  return wait
}

/** Returns the median of all rounds but the first, in which functions are compiled. */
function medianOf(waits: readonly Wait[]): Wait {
  const middle = (numbers: readonly number[]) =>
    numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
  const [, ...measured] = waits
  return {
    turns: middle(measured.map(({ turns }) => turns)),
    milliseconds: middle(measured.map(({ milliseconds }) => milliseconds)),
  }
}

it(
  'a payment waits no longer among strangers than among as many merchants',
  async () => {
    const figures: Record<string, unknown> = {}
    for (const crowd of crowds) {
      const [strangers, merchants]: [Wait[], Wait[]] = [[], []]
      for (let round = 0; round < ROUNDS; round += 1) {
        strangers.push(await payDuring(crowd))
        merchants.push(await payDuring(honestCrowd(gateway, paid, crowd.count)))
      }
      const [beside, usual] = [medianOf(strangers), medianOf(merchants)]
      figures[`${crowd.count} ${crowd.name}`] =
        `${beside.milliseconds.toFixed(0)} ms and ${beside.turns} turns, beside merchants ` +
        `${usual.milliseconds.toFixed(0)} ms and ${usual.turns} turns: ` +
        `ratio ${(beside.milliseconds / usual.milliseconds).toFixed(2)}`
      // A busy machine adds turns to a round, a fault to all.
      const least = Math.min(...strangers.map(({ turns }) => turns))
      const most = Math.max(...merchants.map(({ turns }) => turns))
      expect.soft(least - most, crowd.name).toBeLessThanOrEqual(TURNS_MAX)
    }
    summarize('waits beside crowds', figures)
  },
  TIME_LIMIT_MS,
)
