import { type Bench, type Check, expectApproved, expectNotApproved, expectSame } from './check.ts'
import { authorizationOf, operationOf } from './messages.ts'

type Members = Readonly<Record<string, unknown>>

/** Returns an authorization of EUR 100.00. */
async function authorize(bench: Bench, transactionType = 'AUTHORIZE'): Promise<string> {
  const key = bench.newKey()
  const message = authorizationOf(bench, key, { transaction_type: transactionType })
  expectApproved(await bench.ask.post('/authorizations', message), key)
  return key
}

async function operate(bench: Bench, original: string, changes: Members, key = bench.newKey()) {
  return { key, told: await bench.ask.post('/operations', operationOf(bench, key, original, changes)) }
}

const INCREMENT = { operation: 'INCREMENT', amount: 5_000, authorized_amount: 15_000 }
const EXTEND = { operation: 'EXTEND', amount: 10_000, authorized_amount: 10_000 }

const CHECKS: readonly Check[] = [
  {
    name: 'increments: what is added can be captured, and no cent more',
    clause: 'provider-protocol/operations.md#post-operations',
    applies: ({ operations }) => operations.includes('INCREMENT'),
    async run(bench) {
      const original = await authorize(bench)
      const raised = await operate(bench, original, INCREMENT)
      const first = expectApproved(raised.told, raised.key)
      const again = await operate(bench, original, INCREMENT, raised.key)
      expectSame(first, expectApproved(again.told, raised.key), 'the first outcome of a repeated key')
      const tooMuch = await operate(bench, original, { operation: 'CAPTURE', amount: 15_001 })
      expectNotApproved(tooMuch.told, tooMuch.key)
      const all = await operate(bench, original, { operation: 'CAPTURE', amount: 15_000 })
      expectApproved(all.told, all.key)
    },
  },
  {
    name: 'extensions: an authorization that was extended can be captured',
    clause: 'provider-protocol/operations.md#post-operations',
    applies: ({ operations }) => operations.includes('EXTEND'),
    async run(bench) {
      const original = await authorize(bench)
      const extended = await operate(bench, original, EXTEND)
      expectApproved(extended.told, extended.key)
      const all = await operate(bench, original, { operation: 'CAPTURE' })
      expectApproved(all.told, all.key)
    },
  },
  ...[INCREMENT, EXTEND].map((change): Check => ({
    name: `does not approve an ${change.operation} of what holds nothing`,
    clause: 'provider-protocol/authorizations.md#what-a-provider-must-refuse',
    applies: ({ operations }) => operations.includes(change.operation),
    async run(bench) {
      const voided = await authorize(bench)
      const gone = await operate(bench, voided, { operation: 'VOID' })
      expectApproved(gone.told, gone.key)
      for (const original of [voided, await authorize(bench, 'PURCHASE'), bench.newKey()]) {
        const { key, told } = await operate(bench, original, change)
        expectNotApproved(told, key)
      }
    },
  })),
]

/** Increments and extensions of authorizations. */
export const CHANGE_CHECKS: readonly Check[] = CHECKS.map((check) => ({
  ...check,
  applies: (bench) => bench.servesCards && check.applies?.(bench) === true,
}))
