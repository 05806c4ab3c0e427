import type { BoundProvider, KeyedOperation } from '../execution/bound-provider.ts'
import { keyFor } from '../execution/key-for.ts'
import { callLeaseMs } from '../execution/open.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { Reversal, ReversalResult } from './provider-reports.ts'
import { noteUnresolved, type ReportPorts } from './receive-report.ts'

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

async function reverse(ports: ReportPorts, alert: Reversal): Promise<boolean> {
  const provider = ports.providers.get(alert.providerId)
  const transaction = await ports.store.find(alert.merchantId, alert.transactionId)
  // The attempt's own: one that was corrected may have been with another account.
  const accountId = alert.detail['accountReference'] ?? transaction?.processing?.accountId
  const result =
    provider && transaction && accountId !== undefined
      ? await giveBack(ports, provider, alert, voidOf(transaction, { id: alert.attemptId, accountId }))
      : again(ports, alert, true)
  await ports.reports.noteReversal(alert, result)
  if (result.kind === 'left to people') await noteUnresolved(ports, { ...alert, accountId: accountId ?? '' })
  return result.kind === 'reversed'
}

/** The key is stored before it is sent, and stays the same while nothing is known of the call: never a second one beside it. */
async function giveBack(
  ports: ReportPorts,
  provider: BoundProvider,
  alert: Reversal,
  request: Omit<KeyedOperation, 'idempotencyKey'>,
): Promise<ReversalResult> {
  const { windowMs, replaysErrors } = provider.capabilities.calls.void.idempotency
  if (alert.key !== null && ports.clock.now() - alert.key.sinceMs >= windowMs)
    return { kind: 'left to people' }
  const idempotencyKey = alert.key?.id ?? keyFor(ports.random.uuid())
  if (alert.key === null) await ports.reports.startReversal(alert, idempotencyKey)
  const heard = await provider.operate({ ...request, idempotencyKey })
  if (heard.kind === 'silent') return again(ports, alert, true)
  const { processingCode } = heard.value
  const status = statusForCode(processingCode)
  if (status === 'APPROVED') return { kind: 'reversed' }
  if (status === 'PENDING') return again(ports, alert, true)
  // A refusal says nothing of what was sent before it.
  const isRefusal = processingCode === '2024'
  return again(ports, alert, isRefusal && (alert.key !== null || !replaysErrors))
}

function again({ clock }: ReportPorts, { reversalTries }: Reversal, keepsKey: boolean): ReversalResult {
  const delayMs = RETRY_DELAYS_MS[reversalTries] ?? LAST_RETRY_DELAY_MS
  return { kind: 'again', dueAtMs: clock.now() + delayMs, keepsKey }
}

/** What undoes an attempt as a whole, whether the provider executed it, will, or never saw it. */
function voidOf(
  { merchantId, id, amountMinor, currency }: Transaction,
  attempt: { readonly id: string; readonly accountId: string },
): Omit<KeyedOperation, 'idempotencyKey'> {
  return {
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
