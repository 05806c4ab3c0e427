import {
  type Bench,
  type Check,
  expectApproved,
  expectFound,
  expectNotApproved,
  expectSame,
  expectThat,
} from './check.ts'
import { authorizationOf, cardOf, operationOf, undoOf } from './messages.ts'

const AMOUNT = 10_000

/** Sends an authorization of the card of which only a part is approved. */
async function authorize(bench: Bench, isAllowed: boolean) {
  const key = bench.newKey()
  const changes = {
    amount: AMOUNT,
    card: cardOf(bench.partialCard ?? ''),
    partial_approval: isAllowed,
    transaction_type: 'AUTHORIZE',
  }
  return { key, told: await bench.ask.post('/authorizations', authorizationOf(bench, key, changes)) }
}

/** Approves a part; returns its key and amount. */
async function approvePart(bench: Bench) {
  const { key, told } = await authorize(bench, true)
  const outcome = expectApproved(told, key)
  const approved = Number(outcome['approved_amount'])
  expectThat(approved > 0 && approved < AMOUNT, `an approved_amount between 1 and ${AMOUNT - 1}`, outcome)
  return { key, outcome, approved }
}

const ALL: readonly Check[] = [
  {
    name: 'partial approvals: approves a part where the payment allows it, and tells the same amount by its key',
    clause: 'provider-protocol/authorizations.md#outcome',
    async run(bench) {
      const { key, outcome } = await approvePart(bench)
      expectSame(outcome, await expectFound(bench, key), 'the same outcome')
    },
  },
  {
    name: 'partial approvals: approves all or nothing where the payment does not allow a part',
    clause: 'provider-protocol/authorizations.md#outcome',
    async run(bench) {
      const { key, told } = await authorize(bench, false)
      if (told.body?.['processing_code'] !== '0000') return expectNotApproved(told, key)
      expectSame(AMOUNT, expectApproved(told, key)['approved_amount'], 'the whole amount')
    },
  },
  {
    name: 'partial approvals: captures no more than was approved',
    clause: 'provider-protocol/authorizations.md#what-a-provider-must-refuse',
    async run(bench) {
      const { key, approved } = await approvePart(bench)
      for (const [amount, isApprovable] of [
        [approved + 1, false],
        [approved, true],
      ] as const) {
        const capture = bench.newKey()
        const changes = { operation: 'CAPTURE', amount }
        const told = await bench.ask.post('/operations', operationOf(bench, capture, key, changes))
        if (isApprovable) expectApproved(told, capture)
        else expectNotApproved(told, capture)
      }
    },
  },
  {
    name: 'partial approvals: gives back the approved part, once',
    clause: 'provider-protocol/operations.md#post-undos',
    async run(bench) {
      const { key, approved } = await approvePart(bench)
      const undo = bench.newKey()
      const message = { ...undoOf(bench, undo, key), amount: approved }
      for (const told of [await bench.ask.post('/undos', message), await bench.ask.post('/undos', message)])
        expectSame(approved, expectApproved(told, undo)['approved_amount'], 'the approved part')
      const capture = bench.newKey()
      const changes = { operation: 'CAPTURE', amount: approved }
      expectNotApproved(
        await bench.ask.post('/operations', operationOf(bench, capture, key, changes)),
        capture,
      )
    },
  },
]

export const PARTIAL_APPROVAL_CHECKS: readonly Check[] = ALL.map((check) => ({
  ...check,
  applies: ({ servesCards, partialCard }) => servesCards && partialCard !== null,
}))
