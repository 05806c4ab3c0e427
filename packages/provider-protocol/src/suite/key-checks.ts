import {
  type Bench,
  type Check,
  expectApproved,
  expectFound,
  expectNeverSeen,
  expectNotApproved,
  expectOutcome,
  expectRefused,
  expectSame,
} from './check.ts'
import { authorizationOf, cardOf, operationOf } from './messages.ts'

const AT_ONCE = 5

/** Calls between a request and its repetition: enough to evict the key from a cache of recent keys. */
const CALLS_BETWEEN = 40

/** Pairs of different keys: whatever a provider derives from them for its own system must differ, too. */
const LIKE_PAIRS: readonly (readonly [
  difference: string,
  vary: (key: string) => readonly [string, string],
])[] = [
  ['in their last character', (key) => [`${key}a`, `${key}b`]],
  ['in their first character', (key) => [`a${key}`, `b${key}`]],
  ['in upper and lower case', (key) => [`${key}A`, `${key}a`]],
]

/** Creates an approved purchase of EUR 100.00, and returns its key. */
async function approve(bench: Bench): Promise<string> {
  const key = bench.newKey()
  expectApproved(await bench.ask.post('/authorizations', authorizationOf(bench, key)), key)
  return key
}

async function refund(bench: Bench, original: string, amount: number) {
  const key = bench.newKey()
  return { key, told: await bench.ask.post('/operations', operationOf(bench, key, original, { amount })) }
}

const ALL: readonly Check[] = [
  ...LIKE_PAIRS.map(([difference, vary]): Check => ({
    name: `takes two keys that differ ${difference} for two`,
    clause: 'provider-protocol/keys.md#idempotency',
    async run(bench) {
      const [approved, declined] = vary(bench.newKey())
      expectApproved(await bench.ask.post('/authorizations', authorizationOf(bench, approved)), approved)
      const message = authorizationOf(bench, declined, { card: cardOf(bench.declinedCard) })
      expectNotApproved(await bench.ask.post('/authorizations', message), declined)
      expectApproved({ status: 200, body: await expectFound(bench, approved) }, approved)
    },
  })),
  {
    name: `gives a key its first outcome after ${CALLS_BETWEEN} others`,
    clause: 'provider-protocol/keys.md#idempotency',
    async run(bench) {
      const key = bench.newKey()
      const first = expectApproved(await bench.ask.post('/authorizations', authorizationOf(bench, key)), key)
      for (let count = 0; count < CALLS_BETWEEN; count += 1) await approve(bench)
      const again = authorizationOf(bench, key, { card: cardOf(bench.declinedCard) })
      expectSame(
        first,
        expectOutcome(await bench.ask.post('/authorizations', again), key),
        'the first outcome',
      )
    },
  },
  {
    name: 'executes a refund once, however many requests come together',
    clause: 'provider-protocol/keys.md#idempotency',
    async run(bench) {
      const original = await approve(bench)
      const key = bench.newKey()
      const message = operationOf(bench, key, original, { amount: 1_000 })
      const told = await Promise.all(
        Array.from({ length: AT_ONCE }, () => bench.ask.post('/operations', message)),
      )
      for (const one of told) expectApproved(one, key)
      const rest = await refund(bench, original, 9_000)
      expectApproved(rest.told, rest.key)
    },
  },
  {
    name: 'takes two equal refunds for two',
    clause: 'provider-protocol/operations.md#post-operations',
    async run(bench) {
      const original = await approve(bench)
      for (const { key, told } of [
        await refund(bench, original, 3_000),
        await refund(bench, original, 3_000),
      ])
        expectApproved(told, key)
      const tooMuch = await refund(bench, original, 4_001)
      expectNotApproved(tooMuch.told, tooMuch.key)
    },
  },
  {
    name: 'has no outcome for a request that it refused',
    clause: 'provider-protocol.md#answers',
    async run(bench) {
      const key = bench.newKey()
      expectRefused(await bench.ask.post('/authorizations', authorizationOf(bench, key, { card: undefined })))
      await expectNeverSeen(bench, key)
    },
  },
]

/** Checks for faults that lose answers or execute a call twice. */
export const KEY_CHECKS: readonly Check[] = ALL.map((check) => ({
  ...check,
  applies: ({ servesCards }) => servesCards,
}))
