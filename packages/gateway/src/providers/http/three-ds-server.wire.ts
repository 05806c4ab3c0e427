import {
  authenticationAnswer,
  type AuthenticationAnswerMessage,
  type AuthenticationMessage,
  type ChallengeResultMessage,
  enrolmentAnswer,
  type EnrolmentAnswerMessage,
  type EnrolmentMessage,
} from '@sluice/provider-protocol'
import { isLoopbackUrl } from '@sluice/types'
import { Secret } from '@sluice/platform/kernel/secret'

import type {
  AuthenticatedCard,
  AuthenticationOutcome,
  AuthenticationRequest,
  AuthenticationResponse,
  ChallengeResult,
  Enrolment,
  EnrolmentRequest,
  MerchantInitiatedRequest,
} from '../../three-ds/three-ds-server.ts'
import { toCountryNumber, toEmvTime, toSaleMembers } from './sale.wire.ts'

/** Browsers are redirected there, so plain http is allowed only on this machine. */
const mayOpen = (url: string | null): boolean => url === null || /^https:/i.test(url) || isLoopbackUrl(url)

/** The valid answers of a 3DS server. */
export const enrolmentWire = enrolmentAnswer.refine(
  (answer) => answer.result !== 'ENROLLED' || mayOpen(answer.three_ds_method_url),
)
export const authenticationWire = authenticationAnswer.refine(
  (answer) =>
    (answer.result !== 'CHALLENGE' || mayOpen(answer.acs_url)) &&
    (answer.result !== 'HOSTED_CHALLENGE' || mayOpen(answer.page_url)),
)

type OutcomeMembers = Pick<
  Extract<AuthenticationAnswerMessage, { result: 'AUTHENTICATED' }>,
  'trans_status' | 'trans_status_reason' | 'eci' | 'authentication_value' | 'ds_trans_id' | 'acs_trans_id'
>

export function toEnrolmentRequestWire(request: EnrolmentRequest): EnrolmentMessage {
  return {
    key: request.key,
    merchant_id: request.merchantId,
    transaction_id: request.transactionId,
    card: toCardWire(request.card),
    ...toSaleMembers(request),
    ...(request.metadata && { metadata: request.metadata }),
  }
}

const UNENROLLED = { NOT_ENROLLED: 'not_enrolled', UNAVAILABLE: 'unavailable', ERROR: 'error' } as const

export function fromEnrolmentWire(wire: EnrolmentAnswerMessage): Enrolment {
  switch (wire.result) {
    case 'ENROLLED':
      if (!wire.three_ds_server_trans_id) return { kind: 'without_id' }
      return {
        kind: 'enrolled',
        threeDsServerTransId: wire.three_ds_server_trans_id,
        messageVersion: wire.message_version,
        methodUrl: wire.three_ds_method_url,
      }
    case 'NOT_REQUIRED':
      return { kind: 'not_required' }
    default:
      return { kind: UNENROLLED[wire.result], threeDsServerTransId: wire.three_ds_server_trans_id ?? null }
  }
}

export function toAuthenticationRequestWire(request: AuthenticationRequest): AuthenticationMessage {
  const { browserInfo } = request
  return {
    ...toAreqWire(request),
    device_channel: '02',
    three_ds_comp_ind: request.completionIndicator,
    challenge_window_size: request.challengeWindowSize,
    notification_url: request.notificationUrl,
    return_url: request.returnUrl,
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
  }
}

export function toMerchantInitiatedWire(request: MerchantInitiatedRequest): AuthenticationMessage {
  const { acsTransId, dsTransId, wasChallenged, atMs } = request.firstAuthentication
  return {
    ...toAreqWire(request),
    device_channel: '03',
    prior_authentication: {
      acs_trans_id: acsTransId,
      ds_trans_id: dsTransId,
      method: wasChallenged ? '02' : '01',
      at: toEmvTime(atMs).slice(0, EMV_MINUTE_CHARS),
    },
  }
}

/** The format of times: YYYYMMDDHHMM. */
const EMV_MINUTE_CHARS = 12

/** Returns the members of every AReq. */
function toAreqWire(request: AuthenticationRequest | MerchantInitiatedRequest) {
  const { cardholder } = request
  return {
    ...toEnrolmentRequestWire(request),
    three_ds_server_trans_id: request.threeDsServerTransId,
    message_version: request.messageVersion,
    cardholder: cardholder && {
      name: cardholder.name,
      email: cardholder.email,
      phone: cardholder.phone,
      address: cardholder.address,
      city: cardholder.city,
      postal_code: cardholder.postalCode,
      state: cardholder.state,
      country: cardholder.country,
      country_code: toCountryNumber(cardholder.country),
    },
  }
}

const DELIVERY_OF = { ACTION: 'action', REDIRECT: 'redirect', FORM_SUBMIT: 'form_submit' } as const

/** @param hostedOrigins - The origins that the server's pages may have. */
export function fromAuthenticationWire(
  wire: AuthenticationAnswerMessage,
  hostedOrigins: readonly string[],
): AuthenticationResponse {
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
    case 'HOSTED_CHALLENGE':
      if (!hostedOrigins.includes(new URL(wire.page_url).origin)) return { kind: 'foreign_page' }
      return {
        kind: 'hosted_challenge',
        pageUrl: wire.page_url,
        display: wire.in_frame ? 'FRAME' : 'FULL_PAGE',
        dsTransId: wire.ds_trans_id ?? null,
      }
    case 'UNAVAILABLE':
      return { kind: 'unavailable' }
    case 'EXPIRED':
      return { kind: 'expired' }
    case 'ERROR':
      return { kind: 'error' }
  }
}

export function fromChallengeResultWire(wire: ChallengeResultMessage): ChallengeResult | null {
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

function fromOutcomeWire(wire: OutcomeMembers): AuthenticationOutcome {
  return {
    transStatus: wire.trans_status,
    transStatusReason: wire.trans_status_reason,
    eci: wire.eci,
    authenticationValue: wire.authentication_value === null ? null : new Secret(wire.authentication_value),
    dsTransId: wire.ds_trans_id,
    acsTransId: wire.acs_trans_id ?? null,
  }
}
