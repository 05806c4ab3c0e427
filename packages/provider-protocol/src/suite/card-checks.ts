import {
  type Bench,
  type Check,
  expectApproved,
  expectFound,
  expectNeverSeen,
  expectNotApproved,
  expectOutcome,
  expectSame,
  expectThat,
} from './check.ts'
import { earlierCall } from './earlier-call.ts'
import { authorizationOf, cardOf, operationOf, undoOf } from './messages.ts'

const AT_ONCE = 10

type Members = Readonly<Record<string, unknown>>

async function approve(bench: Bench, changes: Members = {}): Promise<string> {
  const key = bench.newKey()
  expectApproved(await bench.ask.post('/authorizations', authorizationOf(bench, key, changes)), key)
  return key
}

/** Applies an operation to an approval. Returns the key and the answer. */
async function operate(bench: Bench, originalKey: string, changes: Members) {
  const key = bench.newKey()
  return { key, told: await bench.ask.post('/operations', operationOf(bench, key, originalKey, changes)) }
}

const expired = new Date(Date.now() - 62 * 86_400_000)

/** Authorizations that a real acquirer does not approve. */
const UNAPPROVABLE: readonly (readonly [what: string, changes: (bench: Bench) => Members])[] = [
  ['a card that it declines', ({ declinedCard }) => ({ card: cardOf(declinedCard) })],
  [
    'an expired card',
    ({ approvedCard }) => ({
      card: cardOf(approvedCard, {
        expiration_month: expired.getUTCMonth() + 1,
        expiration_year: expired.getUTCFullYear(),
      }),
    }),
  ],
  ...(['N', 'R'] as const).map(
    (status) =>
      [
        `a cardholder whose authentication failed (${status})`,
        () => ({
          authentication: {
            trans_status: status,
            eci: '00',
            authentication_value: null,
            ds_trans_id: null,
            message_version: '2.2.0',
          },
        }),
      ] as const,
  ),
  ['an account that is not ours', () => ({ account_id: 'an-account-that-does-not-exist' })],
]

/** Operations that a real acquirer does not approve, after an approval of EUR 100.00. */
const IMPOSSIBLE: readonly (readonly [what: string, type: 'AUTHORIZE' | 'PURCHASE', changes: Members])[] = [
  ['a refund above the purchase', 'PURCHASE', { operation: 'REFUND', amount: 10_001 }],
  ['a refund in another currency', 'PURCHASE', { operation: 'REFUND', currency: 'SEK' }],
  ['a capture of a purchase', 'PURCHASE', { operation: 'CAPTURE' }],
  ['a refund of what was only authorized', 'AUTHORIZE', { operation: 'REFUND' }],
  ['a capture above the authorization', 'AUTHORIZE', { operation: 'CAPTURE', amount: 10_001 }],
  ['a capture in another currency', 'AUTHORIZE', { operation: 'CAPTURE', currency: 'SEK' }],
]

const ALL: readonly Check[] = [
  {
    name: 'approves a card, and tells the same outcome by its key',
    clause: 'provider-protocol/authorizations.md#outcome',
    async run(bench) {
      const key = bench.newKey()
      const told = await bench.ask.post('/authorizations', authorizationOf(bench, key))
      expectSame(expectApproved(told, key), await expectFound(bench, key), 'the same outcome')
    },
  },
  {
    name: 'says of account, amount and currency what it executed, whatever a repeated request says',
    clause: 'provider-protocol/authorizations.md#outcome',
    async run(bench) {
      const key = bench.newKey()
      const sek = { amount: 12_345, currency: 'SEK' }
      const executed = { account_id: bench.accountId, approved_amount: 12_345, currency: 'SEK' }
      const told = [
        await bench.ask.post('/authorizations', authorizationOf(bench, key, sek)),
        await bench.ask.post('/authorizations', authorizationOf(bench, key)),
      ]
      for (const answer of [...told.map((one) => expectApproved(one, key)), await expectFound(bench, key)]) {
        const { account_id, approved_amount, currency } = answer
        expectSame(executed, { account_id, approved_amount, currency }, 'what was executed')
      }
      const refund = await operate(bench, key, { amount: 345, currency: 'SEK' })
      expectSame(345, expectApproved(refund.told, refund.key)['approved_amount'], 'the amount of the refund')
    },
  },
  {
    name: 'has never executed a key that it has not seen',
    clause: 'provider-protocol/keys.md#post-questions',
    run: (bench) => expectNeverSeen(bench, bench.newKey()),
  },
  {
    name: 'executes a key once, however many requests come together',
    clause: 'provider-protocol/keys.md#idempotency',
    async run(bench) {
      const key = bench.newKey()
      const told = await Promise.all(
        Array.from({ length: AT_ONCE }, () => bench.ask.post('/authorizations', authorizationOf(bench, key))),
      )
      const [first, ...others] = told.map((one) => expectOutcome(one, key))
      for (const other of others) expectSame(first, other, 'one outcome for all')
    },
  },
  {
    name: 'gives a key its first outcome, with another amount and another card too',
    clause: 'provider-protocol/keys.md#idempotency',
    async run(bench) {
      const key = bench.newKey()
      const first = expectApproved(await bench.ask.post('/authorizations', authorizationOf(bench, key)), key)
      const again = authorizationOf(bench, key, { amount: 1, card: cardOf(bench.declinedCard) })
      expectSame(
        first,
        expectOutcome(await bench.ask.post('/authorizations', again), key),
        'the first outcome',
      )
      // Had the second one counted, only one cent could be refunded.
      const { key: refund, told } = await operate(bench, key, { amount: 10_000 })
      expectApproved(told, refund)
    },
  },
  ...UNAPPROVABLE.map(([what, changes]): Check => ({
    name: `does not approve ${what}`,
    clause: 'provider-protocol/authorizations.md#what-a-provider-must-refuse',
    async run(bench) {
      const key = bench.newKey()
      const message = authorizationOf(bench, key, changes(bench))
      expectNotApproved(await bench.ask.post('/authorizations', message), key)
      const refund = await operate(bench, key, {})
      expectNotApproved(refund.told, refund.key)
    },
  })),
  ...IMPOSSIBLE.map(([what, transactionType, changes]): Check => ({
    name: `does not approve ${what}`,
    clause: 'provider-protocol/authorizations.md#what-a-provider-must-refuse',
    async run(bench) {
      const original = await approve(bench, { transaction_type: transactionType })
      const { key, told } = await operate(bench, original, changes)
      expectNotApproved(told, key)
    },
  })),
  ...(['CAPTURE', 'REFUND'] as const).map((operation): Check => ({
    name: `does not approve a ${operation.toLowerCase()} of a key that it has never seen`,
    clause: 'provider-protocol/authorizations.md#what-a-provider-must-refuse',
    async run(bench) {
      const { key, told } = await operate(bench, bench.newKey(), { operation })
      expectNotApproved(told, key)
    },
  })),
  {
    name: 'counts refunds: what is left can be refunded, and no cent more',
    clause: 'provider-protocol/authorizations.md#what-a-provider-must-refuse',
    async run(bench) {
      const original = await approve(bench)
      const first = await operate(bench, original, { amount: 6_000 })
      expectApproved(first.told, first.key)
      const again = await bench.ask.post(
        '/operations',
        operationOf(bench, first.key, original, { amount: 9_000 }),
      )
      expectSame(first.told.body, again.body, 'the first outcome of a repeated key')
      const tooMuch = await operate(bench, original, { amount: 4_001 })
      expectNotApproved(tooMuch.told, tooMuch.key)
      const rest = await operate(bench, original, { amount: 4_000 })
      expectApproved(rest.told, rest.key)
    },
  },
  {
    name: 'lets one of two refunds win that exceed the purchase together',
    clause: 'provider-protocol/authorizations.md#what-a-provider-must-refuse',
    async run(bench) {
      const original = await approve(bench)
      const both = await Promise.all([0, 1].map(() => operate(bench, original, { amount: 6_000 })))
      const approved = both.filter(({ told }) => told.body?.['processing_code'] === '0000')
      expectThat(approved.length === 1, 'one approval', both)
    },
  },
  {
    name: 'captures in parts, refunds a capture, and no more than it',
    clause: 'provider-protocol/operations.md#post-operations',
    async run(bench) {
      const original = await approve(bench, { transaction_type: 'AUTHORIZE' })
      const capture = await operate(bench, original, { operation: 'CAPTURE', amount: 3_000 })
      expectApproved(capture.told, capture.key)
      const tooMuch = await operate(bench, original, { amount: 3_001, parent: earlierCall(capture.key) })
      expectNotApproved(tooMuch.told, tooMuch.key)
      const refund = await operate(bench, original, { amount: 3_000, parent: earlierCall(capture.key) })
      expectApproved(refund.told, refund.key)
      const rest = await operate(bench, original, { operation: 'CAPTURE', amount: 7_001 })
      expectNotApproved(rest.told, rest.key)
    },
  },
  {
    name: 'says once and for all how an authorization can be captured, and keeps to it',
    clause: 'provider-protocol/authorizations.md#outcome',
    async run(bench) {
      const key = bench.newKey()
      const message = authorizationOf(bench, key, { transaction_type: 'AUTHORIZE' })
      const told = expectApproved(await bench.ask.post('/authorizations', message), key)
      const before = told['capture_before'] ?? null
      expectThat(
        before === null || Date.parse(String(before)) > Date.now(),
        'a capture_before in the future, or none',
        told,
      )
      const mayOf = (outcome: Members) => [outcome['capture_before'] ?? null, outcome['may'] ?? null]
      expectSame(mayOf(told), mayOf(await expectFound(bench, key)), 'the same may and capture_before')
      const { capture_several: several = null } = (told['may'] ?? {}) as Members
      const first = await operate(bench, key, { operation: 'CAPTURE', amount: 3_000 })
      expectApproved(first.told, first.key)
      const second = await operate(bench, key, { operation: 'CAPTURE', amount: 3_000 })
      if (several === true) expectApproved(second.told, second.key)
      if (several === false) expectNotApproved(second.told, second.key)
    },
  },
  {
    name: 'captures nothing after a void',
    clause: 'provider-protocol/operations.md#post-operations',
    async run(bench) {
      const original = await approve(bench, { transaction_type: 'AUTHORIZE' })
      const voided = await operate(bench, original, { operation: 'VOID' })
      expectApproved(voided.told, voided.key)
      const late = await operate(bench, original, { operation: 'CAPTURE' })
      expectNotApproved(late.told, late.key)
    },
  },
  {
    name: 'releases what a capture left open, and still refunds the capture',
    clause: 'provider-protocol/operations.md#post-operations',
    async run(bench) {
      const original = await approve(bench, { transaction_type: 'AUTHORIZE' })
      const capture = await operate(bench, original, { operation: 'CAPTURE', amount: 3_000 })
      expectApproved(capture.told, capture.key)
      const rest = await operate(bench, original, { operation: 'VOID', amount: 7_000 })
      expectApproved(rest.told, rest.key)
      const late = await operate(bench, original, { operation: 'CAPTURE', amount: 1 })
      expectNotApproved(late.told, late.key)
      const refund = await operate(bench, original, { amount: 3_000, parent: earlierCall(capture.key) })
      expectApproved(refund.told, refund.key)
    },
  },
  {
    name: 'gives back what must not stand, once',
    clause: 'provider-protocol/operations.md#post-undos',
    async run(bench) {
      const original = await approve(bench)
      const key = bench.newKey()
      const undo = undoOf(bench, key, original)
      expectApproved(await bench.ask.post('/undos', undo), key)
      expectApproved(await bench.ask.post('/undos', undo), key)
      const late = await operate(bench, original, {})
      expectNotApproved(late.told, late.key)
    },
  },
  {
    name: 'does not approve what was undone before it arrived',
    clause: 'provider-protocol/operations.md#post-undos',
    async run(bench) {
      const key = bench.newKey()
      await bench.ask.post('/undos', undoOf(bench, bench.newKey(), key))
      expectNotApproved(await bench.ask.post('/authorizations', authorizationOf(bench, key)), key)
    },
  },
]

export const CARD_CHECKS: readonly Check[] = ALL.map((check) => ({
  ...check,
  applies: ({ servesCards }) => servesCards,
}))
