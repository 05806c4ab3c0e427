import { isLoopbackUrl } from '@sluice/types'
import {
  CARD_BRANDS,
  COMPLETION_INDICATORS,
  MESSAGE_VERSIONS,
  TRANS_STATUSES,
} from '@sluice/types/vocabulary'
import { z } from 'zod'

import { Secret } from '../../kernel/secret.ts'
import type {
  AuthenticatedCard,
  AuthenticationOutcome,
  AuthenticationRequest,
  AuthenticationResponse,
  ChallengeResult,
  Enrolment,
  EnrolmentRequest,
} from '../../three-ds/three-ds-server.ts'

/** The 3DS server's side of docs/provider-protocol.md: both ends read and write by these. */

export const THREE_DS_SERVER_PATHS = {
  enrolments: '/enrolments',
  authentications: '/authentications',
  challengeResults: '/challenge-results',
} as const

const id = z.string().min(1).max(128)
/** Not every bank sets the version bits that RFC 9562 demands. */
const transId = z.guid()
/** Browsers are sent there: plain http is for this machine. */
const browserUrl = z
  .string()
  .max(2_048)
  .refine((url) => URL.canParse(url) && (/^https:/i.test(url) || isLoopbackUrl(url)))

const card = z.object({
  number: z.string(),
  brand: z.enum(CARD_BRANDS),
  expiration_month: z.int(),
  expiration_year: z.int(),
})

export const enrolmentRequestWire = z.object({
  merchant_id: id,
  transaction_id: id,
  three_ds_server_trans_id: transId,
  card,
  /** In the test environment only, for simulators. */
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
})

export const enrolmentWire = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('ENROLLED'),
    message_version: z.enum(MESSAGE_VERSIONS),
    three_ds_method_url: browserUrl.nullable(),
  }),
  z.object({ result: z.enum(['NOT_REQUIRED', 'NOT_ENROLLED', 'UNAVAILABLE', 'ERROR']) }),
])

const text = z.string().nullable()

const cardholder = z.object({
  name: text,
  email: text,
  phone: text,
  address: text,
  city: text,
  postal_code: text,
  country: text,
})

export const authenticationRequestWire = z.object({
  merchant_id: id,
  transaction_id: id,
  three_ds_server_trans_id: transId,
  card,
  merchant_name: z.string().nullable(),
  purchase_amount: z.int().nonnegative(),
  purchase_currency: z.string().regex(/^[A-Z]{3}$/),
  three_ds_comp_ind: z.enum(COMPLETION_INDICATORS),
  challenge_window_size: z.string(),
  notification_url: z.string(),
  cardholder: cardholder.nullish(),
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
  /** In the test environment only, for simulators. */
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
})

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
}

export const authenticationWire = z.discriminatedUnion('result', [
  z.object({ result: z.literal('AUTHENTICATED'), ...outcomeMembers }),
  z.object({
    result: z.literal('CHALLENGE'),
    acs_trans_id: transId,
    acs_url: browserUrl,
    ds_trans_id: transId.nullable(),
    // A real 3DS Server always says ACTION, and may leave it out.
    delivery: z.enum(['ACTION', 'REDIRECT', 'FORM_SUBMIT']).default('ACTION'),
  }),
  z.object({ result: z.enum(['UNAVAILABLE', 'ERROR']) }),
])

export const challengeResultWire = z.discriminatedUnion('result', [
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

type EnrolmentRequestWire = z.infer<typeof enrolmentRequestWire>
type AuthenticationRequestWire = z.infer<typeof authenticationRequestWire>
type EnrolmentWire = z.infer<typeof enrolmentWire>
type AuthenticationWire = z.infer<typeof authenticationWire>
type ChallengeResultWire = z.infer<typeof challengeResultWire>
type OutcomeWire = z.infer<z.ZodObject<typeof outcomeMembers>>

export function toEnrolmentRequestWire(request: EnrolmentRequest): EnrolmentRequestWire {
  return {
    merchant_id: request.merchantId,
    transaction_id: request.transactionId,
    three_ds_server_trans_id: request.threeDsServerTransId,
    card: toCardWire(request.card),
    ...(request.metadata && { metadata: request.metadata }),
  }
}

export function fromEnrolmentRequestWire(wire: EnrolmentRequestWire): EnrolmentRequest {
  return {
    merchantId: wire.merchant_id,
    transactionId: wire.transaction_id,
    threeDsServerTransId: wire.three_ds_server_trans_id,
    card: fromCardWire(wire.card),
    metadata: wire.metadata ?? null,
  }
}

const ENROLMENT_RESULTS = {
  not_required: 'NOT_REQUIRED',
  not_enrolled: 'NOT_ENROLLED',
  unavailable: 'UNAVAILABLE',
  error: 'ERROR',
} as const

export function toEnrolmentWire(enrolment: Enrolment): EnrolmentWire {
  if (enrolment.kind !== 'enrolled') return { result: ENROLMENT_RESULTS[enrolment.kind] }
  return {
    result: 'ENROLLED',
    message_version: enrolment.messageVersion as (typeof MESSAGE_VERSIONS)[number],
    three_ds_method_url: enrolment.methodUrl,
  }
}

export function fromEnrolmentWire(wire: EnrolmentWire): Enrolment {
  switch (wire.result) {
    case 'ENROLLED':
      return { kind: 'enrolled', messageVersion: wire.message_version, methodUrl: wire.three_ds_method_url }
    case 'NOT_REQUIRED':
      return { kind: 'not_required' }
    case 'NOT_ENROLLED':
      return { kind: 'not_enrolled' }
    case 'UNAVAILABLE':
      return { kind: 'unavailable' }
    case 'ERROR':
      return { kind: 'error' }
  }
}

export function toAuthenticationRequestWire(request: AuthenticationRequest): AuthenticationRequestWire {
  const { browserInfo, cardholder } = request
  return {
    merchant_id: request.merchantId,
    transaction_id: request.transactionId,
    three_ds_server_trans_id: request.threeDsServerTransId,
    card: toCardWire(request.card),
    merchant_name: request.merchantName ?? null,
    purchase_amount: request.amountMinor,
    purchase_currency: request.currency,
    three_ds_comp_ind: request.completionIndicator,
    challenge_window_size: request.challengeWindowSize,
    notification_url: request.notificationUrl,
    cardholder: cardholder && {
      name: cardholder.name,
      email: cardholder.email,
      phone: cardholder.phone,
      address: cardholder.address,
      city: cardholder.city,
      postal_code: cardholder.postalCode,
      country: cardholder.country,
    },
    browser: {
      ip: browserInfo.ip,
      java_script_enabled: browserInfo.javaScriptEnabled,
      user_agent: browserInfo.userAgent,
      accept_header: browserInfo.acceptHeader,
      java_enabled: browserInfo.javaEnabled,
      color_depth: browserInfo.colorDepth,
      screen_height: browserInfo.screenHeight,
      screen_width: browserInfo.screenWidth,
      time_zone_offset: browserInfo.timeZoneOffset,
      language: browserInfo.language,
    },
    ...(request.metadata && { metadata: request.metadata }),
  }
}

export function fromAuthenticationRequestWire(wire: AuthenticationRequestWire): AuthenticationRequest {
  const { browser, cardholder } = wire
  return {
    merchantId: wire.merchant_id,
    transactionId: wire.transaction_id,
    threeDsServerTransId: wire.three_ds_server_trans_id,
    card: fromCardWire(wire.card),
    ...(wire.merchant_name !== null && { merchantName: wire.merchant_name }),
    amountMinor: wire.purchase_amount,
    currency: wire.purchase_currency,
    completionIndicator: wire.three_ds_comp_ind,
    challengeWindowSize: wire.challenge_window_size,
    notificationUrl: wire.notification_url,
    cardholder: cardholder
      ? {
          name: cardholder.name,
          email: cardholder.email,
          phone: cardholder.phone,
          address: cardholder.address,
          city: cardholder.city,
          postalCode: cardholder.postal_code,
          country: cardholder.country,
        }
      : null,
    browserInfo: {
      ip: browser.ip ?? null,
      javaScriptEnabled: browser.java_script_enabled ?? null,
      userAgent: browser.user_agent,
      acceptHeader: browser.accept_header,
      javaEnabled: browser.java_enabled,
      colorDepth: browser.color_depth,
      screenHeight: browser.screen_height,
      screenWidth: browser.screen_width,
      timeZoneOffset: browser.time_zone_offset,
      language: browser.language,
    },
    metadata: wire.metadata ?? null,
  }
}

const DELIVERIES = { action: 'ACTION', redirect: 'REDIRECT', form_submit: 'FORM_SUBMIT' } as const
const DELIVERY_OF = { ACTION: 'action', REDIRECT: 'redirect', FORM_SUBMIT: 'form_submit' } as const

export function toAuthenticationWire(response: AuthenticationResponse): AuthenticationWire {
  switch (response.kind) {
    case 'authenticated':
      return { result: 'AUTHENTICATED', ...toOutcomeWire(response) }
    case 'challenge':
      return {
        result: 'CHALLENGE',
        acs_trans_id: response.acsTransId,
        acs_url: response.acsUrl,
        ds_trans_id: response.dsTransId,
        delivery: DELIVERIES[response.delivery],
      }
    case 'unavailable':
      return { result: 'UNAVAILABLE' }
    case 'error':
      return { result: 'ERROR' }
  }
}

export function fromAuthenticationWire(wire: AuthenticationWire): AuthenticationResponse {
  switch (wire.result) {
    case 'AUTHENTICATED':
      return { kind: 'authenticated', ...fromOutcomeWire(wire) }
    case 'CHALLENGE':
      return {
        kind: 'challenge',
        acsTransId: wire.acs_trans_id,
        acsUrl: wire.acs_url,
        dsTransId: wire.ds_trans_id,
        delivery: DELIVERY_OF[wire.delivery],
      }
    case 'UNAVAILABLE':
      return { kind: 'unavailable' }
    case 'ERROR':
      return { kind: 'error' }
  }
}

export function toChallengeResultWire(
  threeDsServerTransId: string,
  result: ChallengeResult | null,
): ChallengeResultWire {
  if (result === null) return { result: 'NONE' }
  const about = { three_ds_server_trans_id: threeDsServerTransId, round: result.round }
  if (result.kind === 'error') return { result: 'ERROR', ...about }
  return {
    result: 'COMPLETED',
    ...about,
    challenge_cancel: result.challengeCancel,
    ...toOutcomeWire(result),
  }
}

export function fromChallengeResultWire(wire: ChallengeResultWire): ChallengeResult | null {
  if (wire.result === 'NONE') return null
  if (wire.result === 'ERROR') return { kind: 'error', round: wire.round }
  return {
    kind: 'completed',
    round: wire.round,
    challengeCancel: wire.challenge_cancel,
    ...fromOutcomeWire(wire),
  }
}

function toCardWire({ pan, brand, expirationMonth, expirationYear }: AuthenticatedCard) {
  return {
    number: pan.reveal(),
    brand,
    expiration_month: expirationMonth,
    expiration_year: expirationYear,
  }
}

function fromCardWire(wire: z.infer<typeof card>): AuthenticatedCard {
  return {
    pan: new Secret(wire.number),
    brand: wire.brand,
    expirationMonth: wire.expiration_month,
    expirationYear: wire.expiration_year,
  }
}

function toOutcomeWire(outcome: AuthenticationOutcome): OutcomeWire {
  return {
    trans_status: outcome.transStatus,
    trans_status_reason: outcome.transStatusReason,
    eci: outcome.eci,
    authentication_value: outcome.authenticationValue?.reveal() ?? null,
    ds_trans_id: outcome.dsTransId,
  }
}

function fromOutcomeWire(wire: OutcomeWire): AuthenticationOutcome {
  return {
    transStatus: wire.trans_status,
    transStatusReason: wire.trans_status_reason,
    eci: wire.eci,
    authenticationValue: wire.authentication_value === null ? null : new Secret(wire.authentication_value),
    dsTransId: wire.ds_trans_id,
  }
}
