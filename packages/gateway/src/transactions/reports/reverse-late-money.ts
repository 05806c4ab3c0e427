import type { BoundProvider } from '../execution/bound-provider.ts'
import { callLeaseMs } from '../execution/open.ts'
import type { OperationRequest } from '../execution/provider.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { ReconciliationAlert } from './provider-reports.ts'
import type { ReportPorts } from './receive-report.ts'

/** How many reversals one round takes on; the rest is due in the next. */
const BATCH = 20

/** After how long a provider that did not take the reversal is asked again; then hourly, until it does. */
const RETRY_DELAYS_MS = [60_000, 300_000, 1_800_000] as const
const LAST_RETRY_DELAY_MS = 3_600_000

/** Asks providers to give back money that came after its transaction had ended. Gives how many did. */
export async function reverseLateMoney(ports: ReportPorts): Promise<number> {
  const nowMs = ports.clock.now()
  const untilMs = nowMs + callLeaseMs(ports.providerTimeoutMs)
  const alerts = await ports.reports.claimReversals({ nowMs, untilMs, limit: BATCH })
  const reversed = await Promise.all(alerts.map((alert) => reverse(ports, alert)))
  return reversed.filter(Boolean).length
}

async function reverse(ports: ReportPorts, alert: ReconciliationAlert): Promise<boolean> {
  const provider = ports.providers.get(alert.providerId)
  const isReversed = provider !== undefined && (await giveBack(ports, provider, alert))
  const delayMs = RETRY_DELAYS_MS[alert.reversalTries] ?? LAST_RETRY_DELAY_MS
  await ports.reports.noteReversal(alert, isReversed ? null : ports.clock.now() + delayMs)
  return isReversed
}

async function giveBack(
  ports: ReportPorts,
  provider: BoundProvider,
  { merchantId, transactionId, attemptId, detail }: ReconciliationAlert,
): Promise<boolean> {
  const transaction = await ports.store.find(merchantId, transactionId)
  // The attempt's own: one that was corrected may have been with another account.
  const accountId = detail['accountReference'] ?? transaction?.processing?.accountId
  if (!transaction || accountId === undefined) return false
  const heard = await provider.operate(voidOf(transaction, { id: attemptId, accountId }))
  return heard.kind === 'answered' && statusForCode(heard.value.processingCode) === 'APPROVED'
}

/** What undoes an attempt as a whole, whether the provider executed it, will, or never saw it. Repeating it changes nothing. */
function voidOf(
  { merchantId, id, amountMinor, currency }: Transaction,
  attempt: { readonly id: string; readonly accountId: string },
): OperationRequest {
  return {
    idempotencyKey: `void-${attempt.id}`,
    operation: 'VOID',
    merchantId,
    transactionId: id,
    accountId: attempt.accountId,
    originalKey: attempt.id,
    parentKey: attempt.id,
    amountMinor,
    currency,
    finalCapture: false,
    metadata: null,
  }
}
