import { callOf, type RecordResult, type ProofSetting } from './course.ts'
import { evaluateApproval } from './evaluate.ts'
import { type EarlierPayment, operationOf, type ProofTerms } from './proof-messages.ts'

/** Refunds a quarter of a payment twice, because two equal refunds must both count. */
export async function proveRefunds(
  setting: ProofSetting,
  terms: ProofTerms,
  original: EarlierPayment,
  record: RecordResult,
): Promise<void> {
  const part = { ...terms, amount: terms.amount / 4 }
  const rules = setting.declared.declarations.operations.refund
  for (const operation of ['REFUND_PART', 'SECOND_REFUND'] as const) {
    if (!rules?.partly || (operation === 'SECOND_REFUND' && !rules.several)) {
      record(operation, { verdict: 'SKIPPED', reason: 'not declared' })
      continue
    }
    const key = setting.newKey()
    const end = await setting.ask(callOf('operate', operationOf(part, key, 'REFUND', original)))
    record(operation, evaluateApproval(end, { ...part, key }))
  }
}
