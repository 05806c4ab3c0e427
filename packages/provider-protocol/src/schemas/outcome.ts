import { MESSAGE_VERSIONS, TRANS_STATUSES } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { currency, id, key, minorUnits, processingCode, shortText } from './members.ts'
import { names } from './names.ts'

/** The card network's advice after a decline, with the scheme's own code. */
const networkAdvice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('NEVER_RETRY'), code: shortText(40) }),
  z.object({ kind: z.literal('UPDATE_CARD'), code: shortText(40) }),
  z
    .object({
      kind: z.literal('RETRY_AFTER'),
      code: shortText(40),
      /** Seconds from now, a year at most. Either this or `at`. */
      seconds: z.int().positive().max(31_536_000).nullish(),
      at: z.iso.datetime({ offset: true }).nullish(),
    })
    .refine(({ seconds = null, at = null }) => (seconds === null) !== (at === null)),
])

/** The card network's advice after a decline. */
export type NetworkAdviceMessage = z.output<typeof networkAdvice>

/**
 * The operations that the provider still allows for this payment; absent or null members are as the gateway's
 * configuration declares.
 */
const may = z.object({
  /** Whether an authorization can be captured more than once. */
  capture_several: z.boolean().nullish(),
  /** Whether its amount can be raised. */
  increment: z.boolean().nullish(),
  /** Whether it can be held for longer. */
  extend: z.boolean().nullish(),
})

/** An authentication of the cardholder by the provider. */
const authentication = z.object({
  trans_status: z.enum(TRANS_STATUSES),
  eci: z
    .string()
    .regex(/^[0-9]{2}$/)
    .nullable(),
  ds_trans_id: z.guid().toLowerCase().nullish(),
  message_version: z.enum(MESSAGE_VERSIONS).nullish(),
  /** The exemption that took the place of an authentication. It applies only if the gateway requested it. */
  exemption_applied: shortText(40).nullish(),
})

/** The outcome of a key. A decline is an outcome; code 1002 means that it is not known yet. */
export const outcome = z.object({
  /** The key of the request. The gateway detects by it a response to another request. */
  idempotency_key: key,
  /** The account, as the provider executed the request. */
  account_id: id,
  /** The approved amount: at most the requested one, and 0 with every code except 0000. */
  approved_amount: minorUnits,
  currency,
  ...names,
  processing_code: processingCode,
  /** The acquirer's own words. */
  response_code: shortText(40),
  response_message: shortText(255),
  approval_code: shortText(40).nullable(),
  reference_number: shortText(64).nullable(),
  /** System trace audit number. */
  systan: z.int().min(0).max(999_999).nullable(),
  /** Whether another provider may be tried after this decline. */
  retryable: z.boolean(),
  /** The network's name of this charge, kept with a card that is saved; later charges name it. */
  network_transaction_id: shortText(64).nullish(),
  /** The owner of `response_code`: `iso8583`, or the acquirer's name. */
  code_namespace: shortText(40).nullish(),
  /** The result of the address check, in the acquirer's letters. */
  avs_result: shortText(40).nullish(),
  /** The result of the CVV check. It has no digits, so that no CVV can be in it. */
  cvv_result: shortText(40).regex(/^\D*$/).nullish(),
  network_advice: networkAdvice.nullish(),
  /** Whether the issuer declines until its cardholder has passed a challenge: Visa 1A, Mastercard 65. */
  soft_decline: z.boolean().optional(),
  /** The provider's authentication of the cardholder; null or absent if there was none. */
  authentication: authentication.nullish(),
  may: may.nullish(),
  /** The time until which an approved authorization can be captured. */
  capture_before: z.iso.datetime({ offset: true }).nullish(),
})

/** The outcome of a call at the provider. */
export type OutcomeMessage = z.output<typeof outcome>

/** Any answer of status 400 to 499: the request was not executed and will not be. */
export const refusal = z.object({ executed: z.literal(false), reason: shortText(200) })

/** The provider's reason for refusing a message: the body of an HTTP 4xx. */
export type RefusalMessage = z.output<typeof refusal>

/** `reason` of the 409 that a fenced key gets. */
export const FENCED_REASON = 'FENCED'
