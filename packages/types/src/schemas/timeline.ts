import * as z from 'zod'
import {
  CHALLENGE_PREFERENCES,
  CURRENCY_CODES,
  EXEMPTIONS,
  INTEGRATIONS,
  LIMITS,
  RECORD_KINDS,
  RESULT_METHOD_TYPES,
  SESSION_KINDS,
  SESSION_STATUSES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../vocabulary/index.ts'
import { timestamp } from './common.ts'
import { may, processingCodeText } from './transaction.ts'

/** The id of a transaction in a path. */
export const transactionParams = z.object({
  id: z.string().min(1).meta({ description: 'The id of a transaction.' }),
})

/** The state of an attempt at a provider. */
const ATTEMPT_STATES = [
  'AUTHENTICATING',
  'PREPARING',
  'STARTED',
  'UNKNOWN',
  'PENDING',
  'NEEDS_DECISION',
  'CONFIRMING',
  'ENDED',
] as const

/** The causes of a status change. */
const CAUSES = [
  'authorize',
  'payment',
  'payout',
  'three-ds',
  'provider',
  'cancel',
  'expiry',
  'janitor',
  'manage',
  'decision',
] as const

/** The kinds of differences between a provider's report and the gateway's records. */
const ALERT_KINDS = [
  'LATE_SUCCESS',
  'UNRESOLVED',
  'CONTRADICTION',
  'ACCOUNT_MISMATCH',
  'CURRENCY_MISMATCH',
  'AMOUNT_MISMATCH',
  'TYPE_MISMATCH',
  'DUPLICATE_THREE_DS_ID',
  'MISSING_THREE_DS_ID',
  'KEY_MISMATCH',
  'PARTIAL_APPROVAL',
  'UNAUTHENTICATED',
  'CARD_NUMBER_RETURNED',
  'OVERDRAWN',
  'UNDECLARED_PENDING',
  'LOST_ANSWER',
] as const

/** Steps at which a payment waits for its customer, or for its provider. */
const WAITING_STEPS = ['FINGERPRINT', 'CHALLENGE', 'REDIRECT', 'CORRECTION', 'WORKING', 'WAITING'] as const

const attempt = z
  .int()
  .meta({ description: 'The number of the attempt at a provider, from 1.', examples: [1] })

const requestId = z.string().nullable().meta({
  description:
    'The `x-request-id` of the request that did it, as in the log; null for work of the gateway itself.',
})

const code = processingCodeText.nullable()

const meaning = z
  .string()
  .nullable()
  .meta({ description: 'The processing code in words.', examples: ['Declined, insufficient funds'] })

/** Returns an entry of one kind; `detail` has the members of that kind and no others. */
function entry<Kind extends string, Detail extends z.ZodRawShape>(kind: Kind, about: string, detail: Detail) {
  return z.object({
    at: timestamp.meta({ description: 'The time of the event, or of its last observed change.' }),
    kind: z.literal(kind).meta({ description: about }),
    title: z.string().meta({ description: 'The entry as an English sentence, for people.' }),
    detail: z.object(detail).meta({ description: 'The members of this kind; no others are ever shown.' }),
  })
}

/** One thing that happened to a payment, distinguished by `kind`. */
export const timelineEntry = z
  .discriminatedUnion('kind', [
    entry('SESSION', 'The session in which the customer pays was created.', {
      session_kind: z.enum(SESSION_KINDS).meta({ description: 'The payment form that shows it.' }),
      session_status: z.enum(SESSION_STATUSES).meta({ description: 'Its status now.' }),
      submissions: z.int().meta({ description: 'The number of times that the form was sent.' }),
      expires_at: timestamp,
    }),
    entry('REQUEST', 'The transaction was requested.', {
      request_id: requestId,
      integration: z
        .enum(INTEGRATIONS)
        .meta({ description: 'The integration with which the customer pays.' }),
      transaction_type: z.enum(TRANSACTION_TYPES),
      payment_method_type: z.string().meta({ examples: RESULT_METHOD_TYPES.slice(0, 3) }),
      amount: z.int().meta({ description: 'In minor units.', examples: [10_000] }),
      currency: z.enum(CURRENCY_CODES),
      terminal_id: z.string(),
      reference: z.string(),
      parent_id: z.string().nullable().meta({
        description: 'The transaction to which the operation applies.',
      }),
    }),
    entry('ATTEMPT', 'An attempt at a provider began.', {
      attempt,
      payment_provider_id: z.string(),
      payment_provider_account_id: z.string(),
      challenge_preference: z.enum(CHALLENGE_PREFERENCES).optional().meta({
        description: 'The challenge preference for the issuer; MANDATE after a soft decline.',
      }),
      exemption: z.enum(EXEMPTIONS).optional().meta({
        description: 'The requested exemption from strong customer authentication.',
      }),
    }),
    entry('ACCOUNT_SKIPPED', 'An attempt passed over a provider account that comes before its own.', {
      attempt,
      payment_provider_id: z.string(),
      payment_provider_account_id: z.string(),
      account_state: z.enum(['OPEN', 'PAUSED']).meta({
        description: 'OPEN: the account did not answer. PAUSED: the operator paused it.',
      }),
    }),
    entry('BROWSER_STEP', 'The customer’s browser was given a step of 3-D Secure.', {
      attempt,
      step: z.enum(['FINGERPRINT', 'CHALLENGE']).meta({
        description:
          'FINGERPRINT: the bank identifies the device. CHALLENGE: the bank authenticates the customer.',
      }),
    }),
    entry('CHALLENGE_RETURN', 'The browser came back from the bank; the bank’s own result decides.', {
      attempt,
    }),
    entry('AUTHENTICATION', 'What the bank’s authentication came to so far.', {
      attempt,
      channel: z.enum(['BROWSER', '3RI']).meta({
        description:
          'BROWSER: in the browser of the customer. 3RI: for a charge that the merchant started without the customer.',
      }),
      trans_status: z
        .string()
        .nullable()
        .meta({ description: 'EMV 3DS `transStatus`; null before the bank has answered.', examples: ['Y'] }),
      trans_status_reason: z.string().nullable().meta({ description: 'EMV 3DS `transStatusReason`.' }),
      eci: z.string().nullable().meta({ description: 'The indicator that is sent to the acquirer.' }),
      message_version: z.string().nullable().meta({ description: 'The version of EMV 3DS.' }),
      challenge_round: z.int().meta({ description: 'Challenges so far: 0, 1 or 2.' }),
      challenge_cancel: z
        .string()
        .nullable()
        .meta({ description: 'EMV 3DS `challengeCancel`: why a challenge ended without an answer.' }),
      three_ds_server_trans_id: z.string().nullable().meta({
        description:
          'The authentication’s id at the 3DS Server, for the bank’s support; null for a device’s proof.',
      }),
      acs_trans_id: z.string().nullable().meta({ description: 'The same at the bank.' }),
      ds_trans_id: z.string().nullable().meta({ description: 'The same at the card network.' }),
    }),
    entry('PROVIDER', 'A provider’s response, or the lack of one.', {
      attempt,
      payment_provider_id: z.string(),
      attempt_status: z.enum(ATTEMPT_STATES).meta({
        description:
          'UNKNOWN: the call returned no outcome. PENDING: the provider decides later. NEEDS_DECISION: manual resolution is required. ENDED: decided.',
      }),
      processing_code: code,
      meaning,
      approval_code: z.string().nullable(),
      reference_number: z.string().nullable(),
      provider_reference: z.string().nullable(),
      code_namespace: z
        .string()
        .nullable()
        .meta({ description: 'The system whose raw codes the provider returns.' }),
      avs_result: z
        .string()
        .nullable()
        .meta({ description: 'Whether the address was right, in the acquirer’s letters.' }),
      cvv_result: z.string().nullable().meta({ description: 'The same of the CVV.' }),
      network_advice: z
        .enum(['NEVER_RETRY', 'RETRY_AFTER', 'UPDATE_CARD'])
        .nullable()
        .meta({ description: 'The card network’s advice after a decline.' }),
      network_advice_code: z.string().nullable().meta({ description: 'The same as the network’s own code.' }),
      soft_decline: z.boolean().meta({
        description: 'Whether the issuer declined until its cardholder has passed a challenge.',
      }),
      exemption_applied: z.enum(EXEMPTIONS).optional().meta({
        description: 'The exemption, if the provider applied it.',
      }),
      retry_not_before: timestamp.nullable().meta({ description: 'The earliest time, with RETRY_AFTER.' }),
      next_question_at: timestamp.nullable().meta({
        description: 'The time of the next query to the provider, while the outcome is open.',
      }),
    }),
    entry('STATUS', 'The status of the transaction changed.', {
      request_id: requestId,
      from_status: z.enum(TRANSACTION_STATUSES).meta({ description: 'The status before.' }),
      to_status: z.enum(TRANSACTION_STATUSES).meta({ description: 'The status from then on.' }),
      cause: z
        .enum(CAUSES)
        .meta({ description: 'The cause of the change; `decision` is manual resolution by the operator.' }),
      processing_code: code,
      meaning,
      approved_amount: z
        .int()
        .optional()
        .meta({ description: 'The approved amount, if it is less than the amount and is kept.' }),
      capture_before: timestamp
        .optional()
        .meta({ description: 'The time until which the authorization can be captured.' }),
      may: may.optional(),
      what_to_do: z
        .string()
        .nullable()
        .meta({ description: 'The merchant’s next step, in words; null without a code.' }),
    }),
    entry('WAITING', 'The transaction is open and waits.', {
      step: z.enum(WAITING_STEPS).meta({
        description:
          'The party that it waits for: the browser (FINGERPRINT, CHALLENGE, REDIRECT, CORRECTION), the gateway (WORKING), the provider (WAITING).',
      }),
      until: timestamp.nullable().meta({
        description:
          'The time until which the customer can continue; null while the payment waits for the gateway or the provider.',
      }),
    }),
    entry('PROVIDER_REPORT', 'The provider reported without a query.', {
      payment_provider_id: z.string(),
      reported_status: z.string().meta({ description: 'In the provider’s words.' }),
    }),
    entry('ALERT', 'The provider’s report and the gateway’s records differ; the operator was notified.', {
      alert: z.enum(ALERT_KINDS).meta({ description: 'The difference between them.' }),
      payment_provider_id: z.string(),
      reversed_at: timestamp.nullable().meta({
        description: 'The time at which late money was reversed.',
      }),
    }),
    entry('RECORD', 'Something happened after the final state.', {
      record_id: z.string().meta({ description: 'The record’s id in the list of records.' }),
      record_kind: z.enum(RECORD_KINDS).meta({ description: 'The kind of event.' }),
      amount: z.int().meta({ description: 'In minor units.', examples: [10_000] }),
      currency: z.enum(CURRENCY_CODES),
      reason_code: z.string().nullable(),
      reason: z.string().nullable(),
      dispute_id: z.string().nullable(),
    }),
    entry('FOLLOW_UP', 'An operation on this transaction was requested.', {
      transaction_id: z.string().meta({ description: 'It has a timeline of its own.' }),
      transaction_type: z.enum(TRANSACTION_TYPES),
      amount: z.int().meta({ description: 'In minor units.', examples: [10_000] }),
      currency: z.enum(CURRENCY_CODES),
      status: z.enum(TRANSACTION_STATUSES).meta({ description: 'Its status now.' }),
      processing_code: code,
      meaning,
    }),
    entry('EVENT', 'An event was written for the merchant’s webhooks.', {
      event: z.string().meta({ examples: ['transaction-svc:transaction:purchase:approved'] }),
      webhook_id: z
        .string()
        .meta({ description: 'The header of every attempt, by which a receiver knows it.' }),
      deliveries: z
        .int()
        .meta({ description: 'The number of subscriptions that receive it; 0 if none subscribes to it.' }),
    }),
    entry('DELIVERY_ATTEMPT', 'A webhook was sent to a receiver.', {
      delivery_id: z.string().meta({ description: 'For `client.webhooks.deliveries` and a replay.' }),
      subscription_id: z.string(),
      delivery_attempt: z.int().meta({ description: '1 is the first.' }),
      http_status: z
        .int()
        .nullable()
        .meta({ description: 'The receiver’s status; null without a response.' }),
      error: z.string().nullable().meta({ description: 'Why it counts as failed; null for a success.' }),
      duration_ms: z.int(),
    }),
  ])
  .meta({
    id: 'TimelineEntry',
    clause: 'transactions#timeline',
    description: 'One entry of a payment’s timeline; `kind` determines the members of `detail`.',
  })

/** The timeline of one transaction. */
export const timeline = z
  .object({
    data: z.array(timelineEntry).meta({ description: 'The oldest first.' }),
    truncated: z.boolean().meta({
      description: `Whether entries may be missing: a kind reached its limit, the first ${LIMITS.TIMELINE_ENTRIES_PER_KIND_MAX}.`,
    }),
  })
  .meta({
    id: 'Timeline',
    clause: 'transactions#timeline',
    description: 'The timeline of a transaction, oldest first.',
  })
