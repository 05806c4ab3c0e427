/** Requests of every kind at every endpoint: none is a 5xx, and every answer keeps to the contract. */
import { afterAll, beforeAll, expect, it } from 'vitest'

import { summarize } from '../report.ts'
import { buildRequest, drawCase, type FuzzCase, shrinkCase } from './fuzz-case.ts'
import { type FuzzFixture, openFuzzFixture } from './fuzz-fixture.ts'
import { SlowestAnswers } from './slowest-answers.ts'

const FIRST_SEED = Number(process.env['PROOF_SEED'] ?? 1)
const REQUESTS = Number(process.env['PROOF_REQUESTS'] ?? 1_500)
/** An overloaded gateway takes longer to answer for legitimate reasons. */
const REQUESTS_OF_A_WORLD = 5_000
/** A millisecond or two each, alone; the machine may be busy. */
const TIME_LIMIT_MS = 120_000 + REQUESTS * 40

let fixture: FuzzFixture

beforeAll(async () => {
  fixture = await openFuzzFixture()
})
afterAll(() => fixture.gateway.close())

it(
  'no request is answered with 5xx, or against the contract',
  async () => {
    const slowest = new SlowestAnswers()
    const statuses = new Map<number, number>()
    for (let count = 0; count < REQUESTS; count += 1) {
      if (count > 0 && count % REQUESTS_OF_A_WORLD === 0) await restartFixture()
      const drawn = drawCase(FIRST_SEED + count)
      const request = await build(drawn)
      const beganAtMs = performance.now()
      const { fault, status } = await fixture.findFault(request)
      slowest.note(
        performance.now() - beganAtMs,
        `${request.method} ${request.endpoint ?? request.url.slice(0, 60)} (seed ${drawn.seed})`,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (fault !== null) throw new Error(await explain(drawn, fault))
    }
    // A fuzzer whose requests all fail at the door proves little.
    expect(statuses.get(200) ?? 0).toBeGreaterThanOrEqual(Math.floor(REQUESTS / 20))
    summarize('fuzz, endpoints', {
      requests: REQUESTS,
      'first seed': FIRST_SEED,
      statuses: Object.fromEntries([...statuses].sort()),
      'slowest answers': slowest.list(),
    })
  },
  TIME_LIMIT_MS,
)

const build = (drawn: FuzzCase) => buildRequest(drawn, (random) => fixture.drawBase(random))

async function restartFixture(): Promise<void> {
  await fixture.gateway.close()
  fixture = await openFuzzFixture()
}

/** The smallest case that still goes wrong, and its request. */
async function explain(failing: FuzzCase, fault: string): Promise<string> {
  const smallest = await shrinkCase(
    failing,
    async (smaller) => (await fixture.findFault(await build(smaller))).fault !== null,
  )
  const { body, ...request } = await build(smallest)
  return [
    `seed ${failing.seed}: ${fault}`,
    `with ${smallest.mutations.map(({ name }) => name).join(', ') || 'no mutation'}:`,
    JSON.stringify(request, null, 2),
    body === null ? 'no body' : JSON.stringify(body.toString().slice(0, 2_000)),
  ].join('\n')
}
