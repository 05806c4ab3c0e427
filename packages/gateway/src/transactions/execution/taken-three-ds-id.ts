import type { PaymentStep } from './flow.ts'
import type { ReconciliationAlert } from './alert.ts'
import type { Execution } from './execution-records.ts'

/** The 3DS server assigned an id that another attempt, of any merchant, already has. Nothing was committed. */
export class TakenThreeDsIdError extends Error {
  override readonly name = 'TakenThreeDsIdError'
}

/**
 * Alerts the operators that the 3DS server assigned no id to an attempt, so its results cannot be distinguished from
 * others.
 */
export function missingIdAlert({ attempt }: Execution): ReconciliationAlert {
  const { merchantId, transactionId, providerId, id: attemptId } = attempt
  const nothing = { detail: {}, reversalDueAtMs: null, reversalTries: 0 }
  return { merchantId, transactionId, kind: 'MISSING_THREE_DS_ID', providerId, attemptId, ...nothing }
}

/** Ends such an attempt with 3000 and alerts the operators: its results could be those of the other authentication. */
export function endWithTakenId(execution: Execution): Extract<PaymentStep<never>, { kind: 'end' }> {
  const { merchantId, transactionId, providerId, id: attemptId, authentication } = execution.attempt
  const threeDsServerTransId = authentication?.threeDsServerTransId ?? null
  if (threeDsServerTransId === null) throw new Error(`Attempt ${attemptId} has no id that could be taken`)
  return {
    kind: 'end',
    execution: { ...execution, attempt: { ...execution.attempt, authentication: null } },
    processingCode: '3000',
    cause: 'three-ds',
    alert: {
      merchantId,
      transactionId,
      kind: 'DUPLICATE_THREE_DS_ID',
      providerId,
      attemptId,
      detail: { three_ds_server_trans_id: threeDsServerTransId },
      reversalDueAtMs: null,
      reversalTries: 0,
    },
  }
}
