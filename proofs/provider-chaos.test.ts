import type { Transaction } from '@sluice/types'
import type { SimulatedFault } from '@sluice/types/vocabulary'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { Provider } from '../packages/gateway/src/transactions/index.ts'
import { createSeededRandom } from '../packages/gateway/test/seeded-random.ts'
import { inParallel } from '../packages/gateway/test/in-parallel.ts'
import { startSimulators } from '../packages/gateway/test/start-simulators.ts'
import { startTestGateway, TestClock } from '../packages/gateway/test/test-gateway.ts'

/** Transactions that charge a card. */
const AUTHORIZATIONS: ReadonlySet<string> = new Set(['AUTHORIZE', 'PURCHASE'])

/** The same faults in every run. */
const EVERYDAY_SEED = 20_261_121
/** More of them show rarer things: `CHAOS_PAYMENTS=600`. */
const PAYMENTS = Number(process.env['CHAOS_PAYMENTS'] ?? 200)
const AT_ONCE = 16
/** Short, for lost answers are waited for in real time. */
const PROVIDER_TIMEOUT_MS = 400
/** The first questions by key get lost too: none, one or two of them. */
const QUESTIONS_LOST_MAX = 2

const FAULTS: readonly (SimulatedFault | null)[] = [
  ...Array.from({ length: 15 }, () => null),
  'TIMEOUT_AFTER_EXECUTION',
  'RESET_BEFORE_EXECUTION',
  'RESET_AFTER_EXECUTION',
  'SERVER_ERROR',
  'MALFORMED_ANSWER',
]
const CODES = ['0000', '0000', '0000', '0000', '1000', '1004', '1002'] as const

/** Virtual time within which every outcome has to be known. */
const RESOLVED_WITHIN_MS = 10 * 60_000

/** The outcome of a payment. */
interface Story {
  readonly input: unknown
  readonly status: Transaction['status']
  readonly attempts: number
  readonly executions: number
  readonly approvals: number
  readonly events: number
}

/** Some ten milliseconds each on an idle machine. */
const TIME = { timeout: 180_000 + PAYMENTS * 200 }

describe('card payments through providers whose answers get lost', () => {
  const seed = Number(process.env['CHAOS_SEED'] ?? EVERYDAY_SEED)

  it(
    `are all resolved within ten minutes, and no card is charged twice (CHAOS_SEED=${seed})`,
    TIME,
    async () => {
      const random = createSeededRandom(seed)
      const clock = new TestClock()
      const simulators = await startSimulators({ clock, timeoutMs: PROVIDER_TIMEOUT_MS })
      const questionsToLose = new Map<string, number>()
      const forgetful = [...simulators.providers.values()].map((provider): Provider => ({
        ...provider,
        findOutcome(call) {
          const { key } = call
          const left = questionsToLose.get(key) ?? random.whole(QUESTIONS_LOST_MAX + 1)
          questionsToLose.set(key, left - 1)
          return left > 0 ? Promise.reject(new Error('question lost')) : provider.findOutcome(call)
        },
      }))
      const gateway = await startTestGateway({
        adapters: { providers: new Map(forgetful.map((provider) => [provider.id, provider])) },
      })
      onTestFinished(async () => {
        await gateway.close()
        await simulators.close()
      })

      const inputs = Array.from({ length: PAYMENTS }, () => ({
        fault: random.pick(FAULTS),
        code: random.pick(CODES),
      }))
      const ids: string[] = []
      await inParallel(PAYMENTS, AT_ONCE, async (index) => {
        const { fault = null, code = '0000' } = inputs[index] ?? {}
        const { result } = await gateway.authorize({
          flow: 'NO_3DS',
          metadata: { response_code: code, ...(fault && { simulated_fault: fault }) },
        })
        if (result === null) throw new Error('no result')
        ids[index] = result.id
        if (fault !== null) expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002' })
      })

      clock.advance(RESOLVED_WITHIN_MS)
      for (const seconds of [2, 3, 10, 45, 60, 180, 300]) await gateway.advance(seconds * 1_000)

      const attempts = await gateway.books.all('attempts')
      const events = await gateway.books.all('events')
      const charges = (await simulators.readLedger()).filter((row) => AUTHORIZATIONS.has(row.type))
      const isApproved = (code: string) => code === '0000' || code === '1002'

      const stories: Story[] = []
      // No more at once than before: the gateway bounds the connections of an address.
      await inParallel(PAYMENTS, AT_ONCE, async (index) => {
        const id = ids[index] ?? ''
        const keys = attempts.filter((row) => row['transaction_id'] === id).map((row) => row['id'])
        const own = charges.filter((row) => keys.includes(row.idempotency_key))
        const { status } = await gateway.status(id)
        stories.push({
          input: inputs[index],
          status,
          attempts: keys.length,
          executions: own.length,
          approvals: own.filter((row) => isApproved(row.processing_code)).length,
          events: events.filter((row) => row['transaction_id'] === id).length,
        })
      })
      expect(stories).toHaveLength(PAYMENTS)
      expect(stories.filter((story) => story.status === 'PENDING')).toEqual([])
      expect(stories.filter((story) => (story.status === 'APPROVED') !== (story.approvals === 1))).toEqual([])
      expect(stories.filter((story) => story.executions > 1 || story.attempts !== 1)).toEqual([])
      expect(stories.filter((story) => story.events !== 1)).toEqual([])
      // The dice threw everything.
      expect(new Set(stories.map((story) => story.status))).toEqual(new Set(['APPROVED', 'DECLINED']))
      expect(charges.length).toBeLessThan(PAYMENTS)
    },
  )
})
