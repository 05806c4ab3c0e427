import type { TimelineEntry } from '@sluice/types'
import {
  advice,
  type Currency,
  fromMinorUnits,
  processingCode,
  type ProcessingCode,
  type RecordKind,
  type TransactionStatus,
} from '@sluice/types/vocabulary'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import { toWireAllowedOperations } from '../answer/transaction.wire.ts'
import { PERSON_STEPS } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { TransactionRecord } from '../records/record.ts'
import type {
  PastAlert,
  PastAttempt,
  PastDelivery,
  PastEvent,
  PastReport,
  PastSession,
  PastWebhooks,
  StatusChange,
  TransactionPast,
  Waiting,
} from './timeline.ts'

/**
 * Builds the timeline of a transaction for the contract, oldest first. Data that is not named here is never returned:
 * card data, resume tokens, tokens, and texts of receivers and providers.
 */
export function toTimeline(
  past: TransactionPast,
  session: PastSession | null,
  webhooks: PastWebhooks,
): TimelineEntry[] {
  const [first, ...later] = past.changes
  const numberOf = new Map(past.attempts.map(({ id, number }) => [id, number]))
  const entries = [
    ...(session ? [ofSession(session)] : []),
    ...ofRequest(past.transaction, first),
    ...past.attempts.flatMap(ofAttempt),
    ...past.steps.map(({ attemptId, step, atMs }) => ofStep(numberOf.get(attemptId) ?? 1, step, atMs)),
    ...later.flatMap((change) => ofChange(change, past.transaction)),
    ...past.reports.map(ofReport),
    ...past.alerts.map(ofAlert),
    ...past.records.map(ofRecord),
    ...past.followUps.map(ofFollowUp),
    ...webhooks.events.map(ofEvent),
    ...webhooks.attempts.map(ofDelivery),
    ...(past.waiting ? [ofWaiting(past.waiting, past)] : []),
  ]
  // Entries with the same time keep this order, so that a cause comes before its effect.
  return entries.toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at))
}

function ofSession({ kind, status, submissions, createdAtMs, expiresAtMs }: PastSession): TimelineEntry {
  return {
    at: toTimestamp(createdAtMs),
    kind: 'SESSION',
    title: kind === 'HOSTED' ? 'Hosted payment page created' : 'Session for embedded fields created',
    detail: {
      session_kind: kind,
      session_status: status,
      submissions,
      expires_at: toTimestamp(expiresAtMs),
    },
  }
}

function ofRequest(transaction: Transaction, first: StatusChange | undefined): TimelineEntry[] {
  const { transactionType, amountMinor, currency, paymentMethod, processingCode: code } = transaction
  const request: TimelineEntry = {
    at: toTimestamp(transaction.createdAtMs),
    kind: 'REQUEST',
    title:
      transactionType === 'VERIFY'
        ? 'Card verification requested'
        : `${TYPE_TITLES[transactionType]} requested: ${showAmount(amountMinor, currency)}`,
    detail: {
      request_id: first?.requestId ?? null,
      integration: transaction.integration,
      transaction_type: transactionType,
      payment_method_type: paymentMethod.type,
      amount: amountMinor,
      currency: currency as Currency,
      terminal_id: transaction.terminalId,
      reference: transaction.reference,
      parent_id: transaction.parentId,
    },
  }
  // Refused before a provider was called: its first status is its last.
  return first && first.to !== 'PENDING' && code !== null
    ? [request, statusEntry(first, 'CREATED', transaction)]
    : [request]
}

const TYPE_TITLES: Readonly<Record<Transaction['transactionType'], string>> = {
  AUTHORIZE: 'Authorization',
  PURCHASE: 'Purchase',
  VERIFY: 'Card verification',
  PAYMENT: 'Payment',
  PAYOUT: 'Payout',
  CAPTURE: 'Capture',
  REFUND: 'Refund',
  VOID: 'Void',
  INCREMENT: 'Increment',
  EXTEND: 'Extension',
}

function ofAttempt(attempt: PastAttempt): TimelineEntry[] {
  const { number, providerId, accountId, requested, createdAtMs } = attempt
  const began: TimelineEntry = {
    at: toTimestamp(createdAtMs),
    kind: 'ATTEMPT',
    title: `Attempt ${number} started at provider ${providerId}`,
    detail: {
      attempt: number,
      payment_provider_id: providerId,
      payment_provider_account_id: accountId,
      ...toWireRequested(requested),
    },
  }
  return [...ofSkipped(attempt), began, ...ofAuthentication(attempt), ...ofAnswer(attempt)]
}

function toWireRequested({ challengePreference, exemption }: PastAttempt['requested']) {
  return {
    ...(challengePreference !== null && { challenge_preference: challengePreference }),
    ...(exemption !== null && { exemption }),
  }
}

function ofSkipped({ number, skipped, createdAtMs }: PastAttempt): TimelineEntry[] {
  return skipped.map(({ providerId, accountId, state }) => ({
    at: toTimestamp(createdAtMs),
    kind: 'ACCOUNT_SKIPPED',
    title: `Attempt ${number} skipped account ${accountId} at provider ${providerId}: ${SKIPPED_BECAUSE[state]}`,
    detail: {
      attempt: number,
      payment_provider_id: providerId,
      payment_provider_account_id: accountId,
      account_state: state,
    },
  }))
}

const SKIPPED_BECAUSE: Readonly<Record<PastAttempt['skipped'][number]['state'], string>> = {
  OPEN: 'it does not respond',
  PAUSED: 'paused by the operator',
}

function ofStep(attempt: number, step: 'FINGERPRINT' | 'CHALLENGE', atMs: number): TimelineEntry {
  return {
    at: toTimestamp(atMs),
    kind: 'BROWSER_STEP',
    title:
      step === 'CHALLENGE' ? 'Customer sent to the bank for a challenge' : 'Device check by the bank started',
    detail: { attempt, step },
  }
}

function ofAuthentication({
  number,
  status,
  authentication,
  authenticatedAtMs,
}: PastAttempt): TimelineEntry[] {
  if (authentication === null || authenticatedAtMs === null) return []
  const { cresReceivedAtMs, transStatus } = authentication
  const returned: TimelineEntry[] =
    cresReceivedAtMs === null
      ? []
      : [
          {
            at: toTimestamp(cresReceivedAtMs),
            kind: 'CHALLENGE_RETURN',
            title: 'Customer returned from the bank',
            detail: { attempt: number },
          },
        ]
  return [
    ...returned,
    {
      at: toTimestamp(authenticatedAtMs),
      kind: 'AUTHENTICATION',
      title:
        titlesOf(authentication.channel)[transStatus ?? ''] ??
        (status === 'AUTHENTICATING'
          ? '3-D Secure authentication is in progress'
          : '3-D Secure authentication has no result'),
      detail: {
        attempt: number,
        channel: authentication.channel,
        trans_status: transStatus,
        trans_status_reason: authentication.transStatusReason,
        eci: authentication.eci,
        message_version: authentication.messageVersion,
        challenge_round: authentication.round,
        challenge_cancel: authentication.challengeCancel,
        three_ds_server_trans_id: authentication.threeDsServerTransId,
        acs_trans_id: authentication.acsTransId,
        ds_trans_id: authentication.dsTransId,
      },
    },
  ]
}

function showAmount(amountMinor: number, currency: string): string {
  return `${currency} ${fromMinorUnits(amountMinor, currency as Currency)}`
}

/** The texts by EMV 3DS `transStatus`. */
const AUTHENTICATION_TITLES: Readonly<Record<string, string>> = {
  Y: 'Bank authenticated the customer',
  A: 'Bank did not authenticate the customer, but confirmed the attempt',
  N: 'Bank could not confirm the customer’s identity',
  R: 'Bank rejected the authentication',
  U: 'Bank could not authenticate the customer',
  C: 'Bank requested a challenge',
  D: 'Bank requested decoupled authentication, which is not supported',
  I: 'Bank notified of the payment (no authentication requested)',
  S: 'Bank requested Secure Payment Confirmation, which is not supported',
}

/** The texts for charges that the merchant initiated without the customer. */
const MERCHANT_INITIATED_TITLES: Readonly<Record<string, string>> = {
  ...AUTHENTICATION_TITLES,
  Y: 'Bank authenticated the merchant-initiated charge (3RI)',
  A: 'Bank did not authenticate the merchant-initiated charge (3RI), but confirmed the attempt',
  N: 'Bank did not authenticate the merchant-initiated charge (3RI)',
  R: 'Bank rejected the authentication of the merchant-initiated charge (3RI)',
  U: 'Bank could not authenticate the merchant-initiated charge (3RI). The charge continued without it',
  C: 'Bank requested a challenge for a merchant-initiated charge (3RI), which nobody can complete',
  D: 'Bank requested decoupled authentication of a merchant-initiated charge (3RI), which is not supported',
}

function titlesOf(channel: '3RI' | 'BROWSER'): Readonly<Record<string, string>> {
  return channel === '3RI' ? MERCHANT_INITIATED_TITLES : AUTHENTICATION_TITLES
}

function ofAnswer(attempt: PastAttempt): TimelineEntry[] {
  const { status, providerId, processingCode: code, dueAtMs } = attempt
  if (status === 'AUTHENTICATING' || status === 'PREPARING') return []
  // Ended before its provider was called; the change of status has the reason.
  if (status === 'ENDED' && code === null) return []
  const isOpen = status === 'UNKNOWN' || status === 'PENDING'
  return [
    {
      at: toTimestamp(attempt.updatedAtMs),
      kind: 'PROVIDER',
      title: `${titleOfAnswer(attempt, status)}${code === null ? '' : `: ${meaningOf(code)} (${code})`}`,
      detail: {
        attempt: attempt.number,
        payment_provider_id: providerId,
        attempt_status: status,
        processing_code: code,
        meaning: meaningOf(code),
        approval_code: attempt.approvalCode,
        reference_number: attempt.referenceNumber,
        provider_reference: attempt.providerReference,
        ...reportOf(attempt),
        ...(attempt.exemptionApplied !== null && { exemption_applied: attempt.exemptionApplied }),
        next_question_at: isOpen && dueAtMs !== null ? toTimestamp(dueAtMs) : null,
      },
    },
  ]
}

/** Further data from the provider, for people to read. */
function reportOf({ report }: PastAttempt) {
  const { networkAdvice = null } = report ?? {}
  const isForLater = networkAdvice?.kind === 'RETRY_AFTER'
  return {
    code_namespace: report?.codeNamespace ?? null,
    avs_result: report?.avsResult ?? null,
    cvv_result: report?.cvvResult ?? null,
    soft_decline: report?.isSoftDecline ?? false,
    network_advice: networkAdvice?.kind ?? null,
    network_advice_code: networkAdvice?.code ?? null,
    retry_not_before: isForLater ? toTimestamp(networkAdvice.atMs) : null,
  }
}

const ANSWER_TITLES: Readonly<
  Record<Exclude<PastAttempt['status'], 'AUTHENTICATING' | 'PREPARING'>, (providerId: string) => string>
> = {
  STARTED: (provider) => `Request sent to provider ${provider}`,
  CONFIRMING: (provider) => `Provider ${provider} is waiting for the customer (3-D Secure by the provider)`,
  UNKNOWN: (provider) => `Provider ${provider} returned no outcome. Its status is queried again`,
  PENDING: (provider) => `Provider ${provider} accepted the request. The outcome follows later`,
  NEEDS_DECISION: (provider) => `Provider ${provider} reports no outcome. The operator has to resolve it`,
  ENDED: (provider) => `Provider ${provider} responded`,
}

type AnsweredStatus = keyof typeof ANSWER_TITLES

/**
 * Reports whether the provider already gave the outcome of a payment that is to end, or a decline: the gateway is
 * only waiting for its promise that nothing can be paid.
 */
function titleOfAnswer(
  { providerId, processingCode: code, confirmation }: PastAttempt,
  status: AnsweredStatus,
): string {
  const isToEnd = status === 'UNKNOWN' && (confirmation?.endsAs ?? null) !== null
  if (!isToEnd) return ANSWER_TITLES[status](providerId)
  return code === null
    ? `Cancellation requested from provider ${providerId}`
    : `Provider ${providerId} declined. Cancellation requested`
}

function ofChange(change: StatusChange, transaction: Transaction): TimelineEntry[] {
  return change.from === null ? [] : [statusEntry(change, change.from, transaction)]
}

function statusEntry(
  change: StatusChange,
  from: NonNullable<StatusChange['from']>,
  transaction: Transaction,
): TimelineEntry {
  const { approvedMinor, currency } = transaction
  const { to, processingCode: code, cause, requestId, atMs } = change
  return {
    at: toTimestamp(atMs),
    kind: 'STATUS',
    title: titleOfStatus(to, code, approvedMinor === undefined ? null : showAmount(approvedMinor, currency)),
    detail: {
      request_id: requestId,
      from_status: from,
      to_status: to,
      cause,
      processing_code: code,
      meaning: meaningOf(code),
      ...(to === 'APPROVED' && termsOf(transaction)),
      what_to_do: code === null ? null : advice(code).merchant,
    },
  }
}

/** The text for each status of a transaction. */
const STATUS_WORDS: Readonly<Record<TransactionStatus, string>> = {
  CREATED: 'Created',
  PENDING: 'Pending',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  INVALID: 'Invalid',
  CANCELED: 'Canceled',
  SESSION_EXPIRED: 'Session expired',
}

/** Some meanings already begin with the status. */
function titleOfStatus(status: TransactionStatus, code: ProcessingCode | null, part: string | null): string {
  const word = part === null ? STATUS_WORDS[status] : `${STATUS_WORDS[status]} in part (${part})`
  if (code === null) return word
  const { message: meaning } = processingCode(code)
  return meaning.startsWith(word) ? `${meaning} (${code})` : `${word}: ${meaning} (${code})`
}

/** Returns the details of an approval from the provider. */
function termsOf({ approvedMinor, may, money }: Transaction) {
  const captureBeforeMs = money?.authorizationExpiresAtMs ?? null
  return {
    ...(approvedMinor !== undefined && { approved_amount: approvedMinor }),
    ...(captureBeforeMs !== null && { capture_before: toTimestamp(captureBeforeMs) }),
    ...(may && { may: toWireAllowedOperations(may) }),
  }
}

function ofReport({ providerId, status, atMs }: PastReport): TimelineEntry {
  return {
    at: toTimestamp(atMs),
    kind: 'PROVIDER_REPORT',
    title: `Provider ${providerId} sent a notification`,
    detail: { payment_provider_id: providerId, reported_status: status },
  }
}

function ofAlert({ kind, providerId, reversedAtMs, atMs }: PastAlert): TimelineEntry {
  return {
    at: toTimestamp(atMs),
    kind: 'ALERT',
    title:
      THREE_DS_ALERT_TITLES[kind] ??
      `Provider ${providerId} contradicts the records. The operator was alerted`,
    detail: {
      alert: kind,
      payment_provider_id: providerId,
      reversed_at: reversedAtMs === null ? null : toTimestamp(reversedAtMs),
    },
  }
}

const RECORD_TITLES: Readonly<Record<RecordKind, string>> = {
  CAPTURE_FAILED: 'Capture failed after approval',
  REFUND_FAILED: 'Refund failed after approval',
  REFUND_REVERSED: 'Refund reversed',
  RETURNED: 'Payment returned by the bank',
  DISPUTE_OPENED: 'Payment disputed by the cardholder',
  DISPUTE_UPDATED: 'Dispute updated',
  DISPUTE_WON: 'Dispute won',
  DISPUTE_LOST: 'Dispute lost',
  DISPUTE_REOPENED: 'Dispute reopened',
  DISPUTE_CLOSED: 'Dispute closed',
  FRAUD_REPORTED: 'Fraud reported by the card network',
  RETRIEVAL_REQUESTED: 'Information requested by the bank',
  REFUNDED_ELSEWHERE: 'Payment refunded at the provider',
  CAPTURED_ELSEWHERE: 'Payment captured at the provider',
  RELEASED_ELSEWHERE: 'Authorization released at the provider',
}

function ofRecord(record: TransactionRecord): TimelineEntry {
  const { id, kind, amountMinor, currency, reasonCode, reason, disputeId, createdAtMs } = record
  return {
    at: toTimestamp(createdAtMs),
    kind: 'RECORD',
    title: `${RECORD_TITLES[kind]}: ${showAmount(amountMinor, currency)}`,
    detail: {
      record_id: id,
      record_kind: kind,
      amount: amountMinor,
      currency: currency as Currency,
      reason_code: reasonCode,
      reason,
      dispute_id: disputeId,
    },
  }
}

/** The alerts about the 3DS server. All others are about a provider. */
const THREE_DS_ALERT_TITLES: Readonly<Partial<Record<PastAlert['kind'], string>>> = {
  DUPLICATE_THREE_DS_ID:
    'The 3-D Secure server assigned an id that is already in use. The operator was alerted',
  MISSING_THREE_DS_ID: 'The 3-D Secure server assigned no id. The operator was alerted',
}

function ofFollowUp(followUp: Transaction): TimelineEntry {
  const { id, transactionType, amountMinor, currency, status, processingCode: code, createdAtMs } = followUp
  return {
    at: toTimestamp(createdAtMs),
    kind: 'FOLLOW_UP',
    title: `${TYPE_TITLES[transactionType]} ${STATUS_WORDS[status].toLowerCase()}: ${showAmount(amountMinor, currency)}`,
    detail: {
      transaction_id: id,
      transaction_type: transactionType,
      amount: amountMinor,
      currency: currency as Currency,
      status,
      processing_code: code,
      meaning: meaningOf(code),
    },
  }
}

function ofEvent({ id, type, deliveries, atMs }: PastEvent): TimelineEntry {
  return {
    at: toTimestamp(atMs),
    kind: 'EVENT',
    title: deliveries === 0 ? 'Event recorded. No webhook subscribes to it' : 'Event recorded for webhooks',
    detail: { event: type, webhook_id: id, deliveries },
  }
}

function ofDelivery({
  deliveryId,
  subscriptionId,
  number,
  status,
  error,
  durationMs,
  atMs,
}: PastDelivery): TimelineEntry {
  return {
    at: toTimestamp(atMs),
    kind: 'DELIVERY_ATTEMPT',
    title: error === null ? 'Webhook delivered' : `Webhook not delivered: ${error}`,
    detail: {
      delivery_id: deliveryId,
      subscription_id: subscriptionId,
      delivery_attempt: number,
      http_status: status,
      error,
      duration_ms: durationMs,
    },
  }
}

/** The wait is counted from the last entry. */
function ofWaiting(waiting: Waiting, past: TransactionPast): TimelineEntry {
  const { step, sinceMs } = waiting
  const { attempts, steps } = past
  const endMs = endOfWaiting(waiting, past)
  const lastMs = Math.max(
    sinceMs,
    ...steps.map(({ atMs }) => atMs),
    ...attempts.map(({ updatedAtMs }) => updatedAtMs),
  )
  return {
    at: toTimestamp(lastMs),
    kind: 'WAITING',
    title: WAITING_TITLES[step],
    detail: { step, until: endMs === null ? null : toTimestamp(endMs) },
  }
}

/**
 * Returns the earlier of two deadlines, because the challenge has its own. Null if nothing expires: an outcome has no
 * deadline.
 */
function endOfWaiting({ step, untilMs }: Waiting, { attempts }: TransactionPast): number | null {
  if (!PERSON_STEPS.some((each) => each === step)) return null
  const endOfQuestionMs = attempts.at(-1)?.authentication?.challengeExpiresAtMs ?? null
  return step === 'CHALLENGE' && endOfQuestionMs !== null ? Math.min(untilMs, endOfQuestionMs) : untilMs
}

const WAITING_TITLES: Readonly<Record<Waiting['step'], string>> = {
  FINGERPRINT: 'Waiting for the device check by the bank',
  CHALLENGE: 'Waiting for the customer to confirm the payment with the bank',
  REDIRECT: 'Waiting for the customer to complete the payment',
  CORRECTION: 'Waiting for the customer to correct the card details',
  WORKING: 'The gateway is processing the payment',
  WAITING: 'Waiting for the provider’s outcome',
}

function meaningOf<Code extends ProcessingCode | null>(code: Code) {
  return code === null ? null : processingCode(code).message
}
