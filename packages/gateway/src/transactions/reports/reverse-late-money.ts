import { isFinalStatus } from '@sluice/types/vocabulary'

import type { BoundProvider } from '../execution/bound-provider.ts'
import type { CallResult } from '../execution/call-outside.ts'
import { DECIDED_BY_PERSON } from '../execution/resolve-manually.ts'
import { type CallDeclaration, callKindOf, UNDONE_KINDS } from '../execution/declarations.ts'
import { keyFor } from '../execution/key-for.ts'
import { mayRepeat } from '../execution/may-repeat.ts'
import { callLeaseMs } from '../execution/open.ts'
import type { ProviderOutcome } from '../execution/provider.ts'
import { declaredCall } from '../execution/status-query.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { Reversal, ReversalResult } from './provider-reports.ts'
import { recordUnresolved, type ReportPorts } from './receive-report.ts'

/** The member of an alert LOST_ANSWER that records an approval of the call. */
const APPROVAL_REPORTED = 'approval_reported'

/** The number of reversals in one round; the next takes the rest. */
const BATCH = 20

/** The back-off of a reversal that the provider did not accept; afterwards it is repeated hourly until accepted. */
const RETRY_DELAYS_MS = [60_000, 300_000, 1_800_000] as const
const LAST_RETRY_DELAY_MS = 3_600_000

/**
 * Requests reversals of money that arrived after its transaction had ended. Returns the number of successful reversals.
 */
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
  // The attempt's own account: a corrected attempt may have used another one.
  const accountId = alert.detail['accountReference'] ?? transaction?.processing?.accountId
  const { sentKey, result } = isOver(alert, transaction)
    ? unsent(alert, { kind: 'over' })
    : provider && transaction && accountId !== undefined
      ? await giveBack(ports, provider, alert, transaction, accountId)
      : unsent(alert, again(ports, alert, true))
  // Another worker sends it and stores the result.
  if (result === null) return false
  await ports.reports.recordReversal(alert, sentKey, result)
  if (result.kind === 'left to people')
    await recordUnresolved(ports, { ...alert, accountId: accountId ?? '' })
  return result.kind === 'reversed'
}

/**
 * Reports whether nothing is left to undo: a verification was approved and moved no money, a lost call is approved,
 * or its provider declined it. A manual resolution reverses no money, so an undo continues after it.
 */
function isOver({ kind, detail }: Reversal, transaction: Transaction | null): boolean {
  // A lost verification is undone, because only the answer to the undo ends it at a provider that cannot be queried.
  if (kind !== 'LOST_ANSWER' && transaction?.transactionType === 'VERIFY') return true
  if (kind !== 'LOST_ANSWER' || transaction === null) return false
  if (transaction.status === 'APPROVED') return true
  return isDeclinedByProvider(transaction) && detail[APPROVAL_REPORTED] === undefined
}

function isDeclinedByProvider({ status, processing }: Transaction): boolean {
  const code = processing?.responseCode ?? null
  return isFinalStatus(status) && code !== null && code !== DECIDED_BY_PERSON
}

/** The result of a reversal; null if another worker sends it. `sentKey` is the stored key. */
interface Tried {
  readonly sentKey: string | null
  readonly result: ReversalResult | null
}

function unsent({ key }: Reversal, result: ReversalResult | null): Tried {
  return { sentKey: key?.id ?? null, result }
}

/** Stores the key before the call, and reuses it while the outcome is unknown, so that two undos never run in parallel. */
async function giveBack(
  ports: ReportPorts,
  provider: BoundProvider,
  alert: Reversal,
  transaction: Transaction,
  accountId: string,
): Promise<Tried> {
  if (!(await canUndo(provider, transaction, alert))) return unsent(alert, { kind: 'left to people' })
  const { idempotency } = provider.capabilities.calls.void
  if (alert.key !== null && !mayRepeat(ports, idempotency, alert.key.sinceMs))
    return unsent(alert, { kind: 'left to people' })
  const idempotencyKey = alert.key?.id ?? keyFor(ports.random.uuid(), idempotency.maxKeyChars)
  if (alert.key === null && !(await ports.reports.startReversal(alert, idempotencyKey)))
    return unsent(alert, null)
  const callResult = await provider.undo({
    idempotencyKey,
    merchantId: transaction.merchantId,
    transactionId: transaction.id,
    accountId,
    originalKey: alert.attemptId,
    amountMinor: approvedOf(alert) ?? transaction.amountMinor,
    currency: transaction.currency,
  })
  return { sentKey: idempotencyKey, result: resultOf(ports, alert, transaction, idempotency, callResult) }
}

function resultOf(
  ports: ReportPorts,
  alert: Reversal,
  transaction: Transaction,
  { replaysErrors }: CallDeclaration['idempotency'],
  callResult: CallResult<ProviderOutcome>,
): ReversalResult {
  if (callResult.kind === 'unanswered') return again(ports, alert, true)
  const { processingCode } = callResult.value
  const status = statusForCode(processingCode)
  // Only its event ends a call whose answer was lost.
  if (alert.kind === 'LOST_ANSWER' && (status === 'APPROVED' || status === 'PENDING'))
    return { kind: 'awaited' }
  if (status === 'APPROVED') return { kind: 'reversed' }
  if (status === 'PENDING') return again(ports, alert, true)
  // A refusal says nothing about earlier requests.
  if (processingCode === '2024') return again(ports, alert, alert.key !== null || !replaysErrors)
  return afterNothing(ports, alert, transaction)
}

/**
 * Returns the next step if there was nothing to undo: a lost payment may still arrive, unless it has ended and no approval
 * was reported.
 */
export function afterNothing(
  ports: Pick<ReportPorts, 'clock'>,
  alert: Reversal,
  transaction: Transaction | null,
): ReversalResult {
  const hasEnded = transaction !== null && isFinalStatus(transaction.status)
  const wasApproved = alert.detail[APPROVAL_REPORTED] !== undefined
  return alert.kind === 'LOST_ANSWER' && hasEnded && !wasApproved
    ? { kind: 'over' }
    : again(ports, alert, false)
}

/** Reports whether the provider is declared to reverse what the attempt moved. */
async function canUndo(
  provider: BoundProvider,
  transaction: Transaction,
  { merchantId, attemptId }: Reversal,
): Promise<boolean> {
  // Reversing a refund would be a charge.
  if (!UNDONE_KINDS.includes(callKindOf(transaction))) return false
  switch (declaredCall(provider, transaction).undo) {
    case 'by-our-key':
      return true
    case 'by-their-id':
      return provider.isNamed({ merchantId, id: attemptId })
    case 'none':
      return false
  }
}

/** Returns when an undo is tried again. */
function again(
  { clock }: Pick<ReportPorts, 'clock'>,
  { reversalTries }: Reversal,
  keepsKey: boolean,
): ReversalResult {
  const delayMs = RETRY_DELAYS_MS[reversalTries] ?? LAST_RETRY_DELAY_MS
  return { kind: 'again', dueAtMs: clock.now() + delayMs, keepsKey }
}

/** Returns the approved amount if it is less than the transaction's amount. */
export function approvedOf({ detail }: Pick<Reversal, 'detail'>): number | null {
  const approved = detail['approved_amount']
  return approved === undefined ? null : Number(approved)
}
