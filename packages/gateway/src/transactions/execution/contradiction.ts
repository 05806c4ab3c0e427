import type { ReconciliationAlert } from './alert.ts'
import type { Attempt } from './attempt.ts'
import type { Contradiction } from './provider.ts'

/** Returns the alert about an attempt's provider. */
export function alertOf(
  { merchantId, transactionId, providerId, accountId, id: attemptId }: Attempt,
  { kind, detail }: Contradiction,
  reversalDueAtMs: number | null = null,
): ReconciliationAlert {
  return {
    merchantId,
    transactionId,
    kind,
    providerId,
    attemptId,
    detail: { account_id: accountId, ...detail },
    reversalDueAtMs,
    reversalTries: 0,
  }
}
