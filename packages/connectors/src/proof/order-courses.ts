import type { MethodDeclaration } from '../kit/index.ts'
import { callOf, type Course, type RecordResult, type ProofSetting } from './course.ts'
import { earlierOf, prepareCall, preparedNames } from './earlier-payment.ts'
import { isApproved, isPending, evaluateApproval, evaluateMissingOutcome, outcomeIn } from './evaluate.ts'
import { type EarlierPayment, orderOf, type ProofTerms } from './proof-messages.ts'
import type { Judgement } from './proof-result.ts'
import { proveRefunds } from './refunds.ts'

const NO_SHOPPER: Judgement = {
  verdict: 'SKIPPED',
  reason: 'it requires a shopper who pays on the provider’s page',
}

/** Creates the course of a payment that is confirmed elsewhere, in one currency. */
export function orderCourse(setting: ProofSetting, method: MethodDeclaration, terms: ProofTerms): Course {
  const hasRefunds = method.refunds === 'full and partial'
  return {
    id: `${method.type} ${terms.currency}`,
    method: method.type,
    currency: terms.currency,
    operations: ['ORDER', 'LOOKUP', 'CANCEL', ...(hasRefunds ? REFUNDS : [])],
    run: async (record) => proveOrder(setting, method, terms, record),
  }
}

const REFUNDS = ['REFUND_PART', 'SECOND_REFUND'] as const

async function proveOrder(
  setting: ProofSetting,
  { type, refunds }: MethodDeclaration,
  terms: ProofTerms,
  record: RecordResult,
): Promise<void> {
  const key = setting.newKey()
  const before = await prepareCall(setting, terms, key, { call: 'ORDER', transaction_type: null, type })
  const message = orderOf(terms, key, type, setting.test, preparedNames(before))
  const end = await setting.ask(callOf('order', message))
  if (end.kind !== 'answer') return record('ORDER', evaluateMissingOutcome(end))
  const outcome = outcomeIn(end)
  const isWaiting = outcome === null || isPending(outcome)
  if (!isWaiting && !isApproved(end)) return record('ORDER', evaluateApproval(end, { ...terms, key }))
  const shown = 'result' in end.answer ? end.answer.result : 'OUTCOME'
  record('ORDER', { verdict: 'PROVEN', reason: `the shopper is shown ${shown}` })
  const earlier = earlierOf(before, end)
  const paid = isApproved(end) || (await isPaid(setting, earlier, record))
  if (paid) {
    record('CANCEL', { verdict: 'SKIPPED', reason: 'the test environment paid at once' })
    if (refunds === 'full and partial') await proveRefunds(setting, terms, earlier, record)
    return
  }
  for (const operation of refunds === 'full and partial' ? REFUNDS : []) record(operation, NO_SHOPPER)
  await cancel(setting, earlier, record)
}

/** Queries an unpaid order. Approval is wrong, unless the test environment completes payments automatically. */
async function isPaid({ ask, declared }: ProofSetting, earlier: EarlierPayment, record: RecordResult) {
  if (declared.declarations.calls.order?.lookup === 'events-only') {
    record('LOOKUP', { verdict: 'SKIPPED', reason: 'the provider does not support status queries' })
    return false
  }
  const end = await ask(callOf('find', earlier))
  const outcome = outcomeIn(end)
  if (outcome === null) {
    record('LOOKUP', evaluateMissingOutcome(end))
    return false
  }
  record(
    'LOOKUP',
    outcome.idempotency_key === earlier.key
      ? { verdict: 'PROVEN', reason: `answered ${outcome.processing_code}` }
      : { verdict: 'FAILED', reason: 'the response is about another call' },
  )
  return isApproved(end)
}

async function cancel({ ask, newKey }: ProofSetting, earlier: EarlierPayment, record: RecordResult) {
  const end = await ask(callOf('cancel', { ...earlier, idempotency_key: newKey() }))
  const outcome = outcomeIn(end)
  if (outcome === null) return record('CANCEL', evaluateMissingOutcome(end))
  record(
    'CANCEL',
    outcome.approved_amount > 0
      ? { verdict: 'FAILED', reason: 'approved, although nobody paid' }
      : { verdict: 'PROVEN', reason: `answered ${outcome.processing_code}` },
  )
}
