import {
  CARD_BRANDS,
  CHALLENGE_PREFERENCES,
  COMPLETION_INDICATORS,
  EXEMPTIONS,
  MESSAGE_VERSIONS,
  TRANS_STATUSES,
} from '@sluice/types/vocabulary'
import * as z from 'zod'

import { id } from './members.ts'
import { webUrl } from './web-url.ts'

/** Messages of the 3DS server. @see docs/provider-protocol/three-ds-server.md#3ds-server */

/** Paths below the 3DS server's configured address. */
export const THREE_DS_SERVER_PATHS = {
  enrolments: '/enrolments',
  authentications: '/authentications',
  challengeResults: '/challenge-results',
} as const

/** Some banks do not set the version bits that RFC 9562 requires, or write in upper case. */
const transId = z.guid().toLowerCase()

const card = z.object({
  number: z.string(),
  brand: z.enum(CARD_BRANDS),
  expiration_month: z.int(),
  expiration_year: z.int(),
})

const text = z.string().nullable()

const digits = (pattern: RegExp) => z.string().regex(pattern)

/**
 * The sale, as in both calls, with the names of EMV 3-D Secure. A member that the gateway's configuration lacks is
 * null.
 */
const sale = {
  acquirer_bin: digits(/^[0-9]{1,11}$/).nullable(),
  acquirer_merchant_id: z.string().max(35).nullable(),
  requestor_id: z.string().max(35).nullable(),
  requestor_name: z.string().max(40).nullable(),
  requestor_url: z.string().max(2_048).nullable(),
  merchant_name: z.string().max(40).nullable(),
  /** ISO 3166-1 numeric. */
  merchant_country_code: digits(/^[0-9]{3}$/).nullable(),
  merchant_url: z.string().max(2_048).nullable(),
  /** Merchant category code, ISO 18245. */
  mcc: digits(/^[0-9]{4}$/).nullable(),
  purchase_amount: z.int().nonnegative(),
  purchase_currency: digits(/^[A-Z]{3}$/),
  /** ISO 4217 numeric. */
  purchase_currency_code: digits(/^[0-9]{3}$/),
  /** Decimals of the currency: 2 for EUR. */
  purchase_exponent: z.int().nonnegative(),
  /** `purchaseDate`: YYYYMMDDHHMMSS in UTC. */
  requested_at: digits(/^[0-9]{14}$/),
  /** `PA`: a payment. `NPA`: a card is verified without an amount. */
  message_category: z.enum(['PA', 'NPA']),
  /** `transType`; 01 is a purchase of goods or services. */
  transaction_type: digits(/^[0-9]{2}$/),
  /** 02: the shopper's browser. 03: 3RI, the merchant charges a saved card without the shopper. */
  device_channel: z.enum(['02', '03']),
  /** `threeDSRequestorAuthenticationInd`; 01 is a payment, 04 a payment with which the card is saved. Null for 3RI. */
  authentication_indicator: digits(/^[0-9]{2}$/).nullable(),
  /** `threeRIInd`; 11 is a payment of another kind than the listed ones. Null for a browser. */
  three_ri_indicator: digits(/^[0-9]{2}$/).nullable(),
  challenge_preference: z.enum(CHALLENGE_PREFERENCES),
  /** The exemption that the merchant requests; absent for none. */
  exemption: z.enum(EXEMPTIONS).optional(),
} as const

/** The reason why the server failed, for the operator's log: no data of the card or its holder. */
const reason = z.string().max(200).nullish()

/** `POST /enrolments`. */
export const enrolment = z.object({
  /** Identifies the authentication: a repeated call returns the same response. */
  key: id,
  merchant_id: id,
  transaction_id: id,
  card,
  ...sale,
  /** Metadata for simulators, in the test environment only. */
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
})

/** Answer of `POST /enrolments`: what the card range says before authentication starts. */
export const enrolmentAnswer = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('ENROLLED'),
    /** The 3DS server assigns it; the ACS compares it in AReq and CReq. Without it the payment is declined with 3000. */
    three_ds_server_trans_id: transId.nullish(),
    message_version: z.enum(MESSAGE_VERSIONS),
    three_ds_method_url: webUrl.nullable(),
  }),
  z.object({
    result: z.enum(['NOT_ENROLLED', 'UNAVAILABLE', 'ERROR']),
    /** Omitted by servers that assign an id only to cards that can be authenticated. */
    three_ds_server_trans_id: transId.nullish(),
    reason,
  }),
  z.object({ result: z.literal('NOT_REQUIRED') }),
])

const cardholder = z.object({
  name: text,
  email: text,
  phone: text,
  address: text,
  city: text,
  postal_code: text,
  /** `billAddrState`: ISO 3166-2 without its country, at most 3 letters and digits. */
  state: text,
  /** ISO 3166-1, two letters. */
  country: text,
  /** `billAddrCountry`: ISO 3166-1 numeric. */
  country_code: digits(/^[0-9]{3}$/).nullish(),
})

/** The members of every AReq. */
const areq = {
  /** The key of the enrolment. */
  key: id,
  merchant_id: id,
  transaction_id: id,
  three_ds_server_trans_id: transId,
  /** `messageVersion`, from the enrolment. */
  message_version: digits(/^[0-9]\.[0-9]\.[0-9]$/),
  card,
  ...sale,
  cardholder: cardholder.nullish(),
  /** Metadata for simulators, in the test environment only. */
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
} as const

const browserAuthentication = z.object({
  ...areq,
  device_channel: z.literal('02'),
  three_ds_comp_ind: z.enum(COMPLETION_INDICATORS),
  challenge_window_size: z.string(),
  /** The address to which the bank posts the CRes. */
  notification_url: z.string(),
  /** The address to which the page of a hosted challenge sends the browser when the challenge has ended. */
  return_url: z.string(),
  browser: z.object({
    ip: z.string().nullish(),
    java_script_enabled: z.boolean().nullish(),
    user_agent: z.string(),
    accept_header: z.string(),
    java_enabled: z.boolean(),
    color_depth: z.int(),
    screen_height: z.int(),
    screen_width: z.int(),
    time_zone_offset: z.int(),
    language: z.string(),
  }),
})

const merchantInitiatedAuthentication = z.object({
  ...areq,
  device_channel: z.literal('03'),
  /** `threeDSRequestorPriorAuthenticationInfo`: how the shopper was authenticated when the card was saved. */
  prior_authentication: z.object({
    /** `threeDSReqPriorRef`: the ACS transaction id. */
    acs_trans_id: transId.nullable(),
    ds_trans_id: transId.nullable(),
    /** `threeDSReqPriorAuthMethod`; 01 without a challenge, 02 with one. */
    method: z.enum(['01', '02']),
    /** `threeDSReqPriorAuthTimestamp`: YYYYMMDDHHMM in UTC. */
    at: digits(/^[0-9]{12}$/),
  }),
})

/** `POST /authentications`: what the AReq is made of. */
export const authentication = z.discriminatedUnion('device_channel', [
  browserAuthentication,
  merchantInitiatedAuthentication,
])

const outcomeMembers = {
  trans_status: z.enum(TRANS_STATUSES),
  trans_status_reason: z
    .string()
    .regex(/^[0-9]{2}$/)
    .nullable(),
  eci: z
    .string()
    .regex(/^[0-9]{2}$/)
    .nullable(),
  authentication_value: z
    .string()
    .regex(/^[A-Za-z0-9+/=]{1,64}$/)
    .nullable(),
  ds_trans_id: transId.nullable(),
  /** A later 3RI request refers to it. */
  acs_trans_id: transId.nullish(),
}

/** Answer of `POST /authentications`: the content of the ARes. */
export const authenticationAnswer = z.discriminatedUnion('result', [
  z.object({ result: z.literal('AUTHENTICATED'), ...outcomeMembers }),
  z.object({
    result: z.literal('CHALLENGE'),
    acs_trans_id: transId,
    acs_url: webUrl,
    ds_trans_id: transId.nullable(),
    // A real 3DS Server always says ACTION, and may leave it out.
    delivery: z.enum(['ACTION', 'REDIRECT', 'FORM_SUBMIT']).default('ACTION'),
  }),
  z.object({
    result: z.literal('HOSTED_CHALLENGE'),
    /** The server's own page, which sends the CReq, receives the CRes and leads to `return_url`. */
    page_url: webUrl,
    /** Whether the page may be shown in a frame; otherwise the browser opens it as a full page. */
    in_frame: z.boolean().default(false),
    ds_trans_id: transId.nullish(),
  }),
  // EXPIRED: the server no longer knows the id; the gateway enrols the card again, once.
  z.object({ result: z.enum(['UNAVAILABLE', 'ERROR', 'EXPIRED']), reason }),
])

/** Answer of `GET /challenge-results/{id}/{n}`: the RReq, as the bank sent it. */
export const challengeResult = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('COMPLETED'),
    three_ds_server_trans_id: transId,
    round: z.int(),
    challenge_cancel: z
      .string()
      .regex(/^[0-9]{2}$/)
      .nullable(),
    ...outcomeMembers,
  }),
  z.object({ result: z.literal('ERROR'), three_ds_server_trans_id: transId, round: z.int() }),
  z.object({ result: z.literal('NONE') }),
])

/** A request whether a card takes part in 3-D Secure. */
export type EnrolmentMessage = z.output<typeof enrolment>
/** Whether a card takes part in 3-D Secure, and which data of the browser its issuer requires. */
export type EnrolmentAnswerMessage = z.output<typeof enrolmentAnswer>
/** A request to authenticate a cardholder (AReq). */
export type AuthenticationMessage = z.output<typeof authentication>
/** The 3-D Secure server's answer to an authentication (ARes). */
export type AuthenticationAnswerMessage = z.output<typeof authenticationAnswer>
/** The result of a challenge (RReq), as the 3-D Secure server reports it. */
export type ChallengeResultMessage = z.output<typeof challengeResult>
