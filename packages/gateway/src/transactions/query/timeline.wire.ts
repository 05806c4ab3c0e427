import type { TimelineEntry } from '@sluice/types'
import {
  advice,
  type Currency,
  fromMinorUnits,
  processingCode,
  type ProcessingCode,
  type RecordKind,
} from '@sluice/types/vocabulary'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import { toWireMay } from '../answer/transaction.wire.ts'
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
 * Writes the past of a transaction as the contract shows it, the oldest first. What is not named here does not leave:
 * card data, handles, tokens, texts of receivers and of providers stay.
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
  // What has the same time stays in this order: a cause stands before what it led to.
  return entries.toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at))
}

function ofSession({ kind, status, submissions, createdAtMs, expiresAtMs }: PastSession): TimelineEntry {
  return {
    at: toTimestamp(createdAtMs),
    kind: 'SESSION',
    title: kind === 'HOSTED' ? 'A hosted payment page was made.' : 'A session for embedded fields was made.',
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
    title: `${TYPE_TITLES[transactionType]} of ${transactionType === 'VERIFY' ? 'a card' : showAmount(amountMinor, currency)} was asked for.`,
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
  // Refused before a provider was asked: it begins with its end.
  return first && first.to !== 'PENDING' && code !== null
    ? [request, statusEntry(first, 'CREATED', transaction)]
    : [request]
}

const TYPE_TITLES: Readonly<Record<Transaction['transactionType'], string>> = {
  AUTHORIZE: 'An authorization',
  PURCHASE: 'A purchase',
  VERIFY: 'A verification',
  PAYMENT: 'A payment',
  PAYOUT: 'A payout',
  CAPTURE: 'A capture',
  REFUND: 'A refund',
  VOID: 'A void',
}

function ofAttempt(attempt: PastAttempt): TimelineEntry[] {
  const { number, providerId, accountId, requested, createdAtMs } = attempt
  const began: TimelineEntry = {
    at: toTimestamp(createdAtMs),
    kind: 'ATTEMPT',
    title: `Attempt ${number} began, with provider ${providerId}.`,
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
    title: `Attempt ${number} passed over account ${accountId} at provider ${providerId}, which ${SKIPPED_BECAUSE[state]}.`,
    detail: {
      attempt: number,
      payment_provider_id: providerId,
      payment_provider_account_id: accountId,
      account_state: state,
    },
  }))
}

const SKIPPED_BECAUSE: Readonly<Record<PastAttempt['skipped'][number]['state'], string>> = {
  OPEN: 'did not answer',
  PAUSED: 'the operator had paused',
}

function ofStep(attempt: number, step: 'FINGERPRINT' | 'CHALLENGE', atMs: number): TimelineEntry {
  return {
    at: toTimestamp(atMs),
    kind: 'BROWSER_STEP',
    title:
      step === 'CHALLENGE'
        ? 'The browser was sent to the bank, which asks the customer.'
        : 'The bank looks at the customer’s device.',
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
            title: 'The browser came back from the bank.',
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
          ? 'The bank’s authentication has not ended.'
          : 'The bank’s authentication has no result.'),
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
  return `${fromMinorUnits(amountMinor, currency as Currency)} ${currency}`
}

/** By EMV 3DS `transStatus`. */
const AUTHENTICATION_TITLES: Readonly<Record<string, string>> = {
  Y: 'The bank authenticated the customer.',
  A: 'The bank did not authenticate the customer; the attempt was proven.',
  N: 'The bank did not authenticate the customer.',
  R: 'The bank refused to authenticate the customer.',
  U: 'The bank could not authenticate the customer.',
  C: 'The bank demanded a challenge.',
  D: 'The bank wanted to authenticate the customer elsewhere, which is not offered.',
  I: 'The bank was informed of the payment, and was not to authenticate the customer.',
  S: 'The bank wanted a confirmation by the browser, which is not offered.',
}

/** Of a charge that the merchant started: the customer was not there. */
const MERCHANT_INITIATED_TITLES: Readonly<Record<string, string>> = {
  ...AUTHENTICATION_TITLES,
  Y: 'The bank authenticated the charge without the customer (3RI).',
  A: 'The bank did not authenticate the charge without the customer (3RI); the attempt was proven.',
  N: 'The bank did not authenticate the charge without the customer (3RI).',
  R: 'The bank refused to authenticate the charge without the customer (3RI).',
  U: 'The bank could not authenticate the charge without the customer (3RI); it went on without.',
  C: 'The bank demanded a challenge of a charge without the customer (3RI): nobody could answer it.',
  D: 'The bank wanted to ask the customer elsewhere about a charge without the customer (3RI), which is not offered.',
}

function titlesOf(channel: '3RI' | 'BROWSER'): Readonly<Record<string, string>> {
  return channel === '3RI' ? MERCHANT_INITIATED_TITLES : AUTHENTICATION_TITLES
}

function ofAnswer(attempt: PastAttempt): TimelineEntry[] {
  const { status, providerId, processingCode: code, dueAtMs } = attempt
  if (status === 'AUTHENTICATING' || status === 'PREPARING') return []
  // Ended before its provider was called: the change of status says why.
  if (status === 'ENDED' && code === null) return []
  const isOpen = status === 'UNKNOWN' || status === 'PENDING'
  return [
    {
      at: toTimestamp(attempt.updatedAtMs),
      kind: 'PROVIDER',
      title: `${titleOfAnswer(attempt, status)}${code === null ? '' : ` ${meaningOf(code)} (${code}).`}`,
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

/** What the provider said besides, for people. */
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
  STARTED: (provider) => `Provider ${provider} is being asked.`,
  CONFIRMING: (provider) => `Provider ${provider} waits for the shopper (3-D Secure by the provider).`,
  UNKNOWN: (provider) => `Provider ${provider} gave no outcome, and is asked again.`,
  PENDING: (provider) => `Provider ${provider} will know later.`,
  NEEDS_DECISION: (provider) => `Provider ${provider} does not tell; the operator has to find out.`,
  ENDED: (provider) => `The attempt at provider ${provider} ended:`,
}

type AnsweredStatus = keyof typeof ANSWER_TITLES

/** Of a payment that is to end, and of a decline that is kept until then, the provider has told: it is asked for the promise that nothing can be paid. */
function titleOfAnswer(
  { providerId, processingCode: code, confirmation }: PastAttempt,
  status: AnsweredStatus,
): string {
  const isToEnd = status === 'UNKNOWN' && (confirmation?.endsAs ?? null) !== null
  if (!isToEnd) return ANSWER_TITLES[status](providerId)
  return code === null
    ? `Provider ${providerId} is asked to give the payment up.`
    : `Provider ${providerId} declined, and is asked to give the payment up:`
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
  const part = approvedMinor === undefined ? '' : `, for ${showAmount(approvedMinor, currency)} only`
  const why = code === null ? '' : `: ${meaningOf(code)} (${code})`
  return {
    at: toTimestamp(atMs),
    kind: 'STATUS',
    title: `The transaction became ${to}${why}${part}.`,
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

/** What the provider said of an approval. */
function termsOf({ approvedMinor, may, money }: Transaction) {
  const captureBeforeMs = money?.authorizationExpiresAtMs ?? null
  return {
    ...(approvedMinor !== undefined && { approved_amount: approvedMinor }),
    ...(captureBeforeMs !== null && { capture_before: toTimestamp(captureBeforeMs) }),
    ...(may && { may: toWireMay(may) }),
  }
}

function ofReport({ providerId, status, atMs }: PastReport): TimelineEntry {
  return {
    at: toTimestamp(atMs),
    kind: 'PROVIDER_REPORT',
    title: `Provider ${providerId} reported the transaction by itself.`,
    detail: { payment_provider_id: providerId, reported_status: status },
  }
}

function ofAlert({ kind, providerId, reversedAtMs, atMs }: PastAlert): TimelineEntry {
  return {
    at: toTimestamp(atMs),
    kind: 'ALERT',
    title:
      THREE_DS_ALERT_TITLES[kind] ??
      `What provider ${providerId} says does not fit the records; the operator was told.`,
    detail: {
      alert: kind,
      payment_provider_id: providerId,
      reversed_at: reversedAtMs === null ? null : toTimestamp(reversedAtMs),
    },
  }
}

const RECORD_TITLES: Readonly<Record<RecordKind, string>> = {
  CAPTURE_FAILED: 'A capture failed after it was approved',
  REFUND_FAILED: 'A refund failed after it was approved',
  REFUND_REVERSED: 'A refund was reversed',
  RETURNED: 'The bank returned the payment',
  DISPUTE_OPENED: 'The cardholder disputed the payment',
  DISPUTE_UPDATED: 'The dispute was updated',
  DISPUTE_WON: 'The dispute was won',
  DISPUTE_LOST: 'The dispute was lost',
  DISPUTE_REOPENED: 'The dispute was reopened',
  DISPUTE_CLOSED: 'The dispute was closed',
  FRAUD_REPORTED: 'The card network reported fraud',
  RETRIEVAL_REQUESTED: 'The bank asked for information about the payment',
  REFUNDED_ELSEWHERE: 'The payment was refunded at the provider',
  CAPTURED_ELSEWHERE: 'The payment was captured at the provider',
  RELEASED_ELSEWHERE: 'The authorization was released at the provider',
}

function ofRecord(record: TransactionRecord): TimelineEntry {
  const { id, kind, amountMinor, currency, reasonCode, reason, disputeId, createdAtMs } = record
  return {
    at: toTimestamp(createdAtMs),
    kind: 'RECORD',
    title: `${RECORD_TITLES[kind]}: ${showAmount(amountMinor, currency)}.`,
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

/** Alerts about the 3DS server; all others are about what a provider says. */
const THREE_DS_ALERT_TITLES: Readonly<Partial<Record<PastAlert['kind'], string>>> = {
  DUPLICATE_THREE_DS_ID:
    'The 3-D Secure server assigned the id of another authentication; the operator was told.',
  MISSING_THREE_DS_ID: 'The 3-D Secure server assigned no id; the operator was told.',
}

function ofFollowUp(followUp: Transaction): TimelineEntry {
  const { id, transactionType, amountMinor, currency, status, processingCode: code, createdAtMs } = followUp
  return {
    at: toTimestamp(createdAtMs),
    kind: 'FOLLOW_UP',
    title: `${TYPE_TITLES[transactionType]} of ${showAmount(amountMinor, currency)} was asked for: ${status}.`,
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
    title:
      deliveries === 0
        ? 'An event was written; no webhook asked for it.'
        : 'An event was written for webhooks.',
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
    title: error === null ? 'A webhook was delivered.' : `A webhook was not delivered: ${error}.`,
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

/** Since the last thing that happened to it. */
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

/** The earlier of two ends: the bank's question has one of its own. Null where nobody's time runs: an outcome has no deadline. */
function endOfWaiting({ step, untilMs }: Waiting, { attempts }: TransactionPast): number | null {
  if (!PERSON_STEPS.some((each) => each === step)) return null
  const endOfQuestionMs = attempts.at(-1)?.authentication?.challengeExpiresAtMs ?? null
  return step === 'CHALLENGE' && endOfQuestionMs !== null ? Math.min(untilMs, endOfQuestionMs) : untilMs
}

const WAITING_TITLES: Readonly<Record<Waiting['step'], string>> = {
  FINGERPRINT: 'The transaction waits for the browser: the bank looks at the device.',
  CHALLENGE: 'The transaction waits for the customer: the bank asks a question.',
  REDIRECT: 'The transaction waits for the customer, on a provider’s page or with a transfer.',
  CORRECTION: 'The transaction waits for the customer to correct the card.',
  WORKING: 'The gateway works on the transaction.',
  WAITING: 'The transaction waits for its provider.',
}

function meaningOf<Code extends ProcessingCode | null>(code: Code) {
  return code === null ? null : processingCode(code).message
}
