import type {
  AuthenticationAnswerMessage,
  AuthenticationMessage,
  ChallengeResultMessage,
  EnrolmentAnswerMessage,
  EnrolmentMessage,
} from '@sluice/provider-protocol'
import { Secret } from '@sluice/shared/secret'

import type {
  AuthenticationOutcome,
  AuthenticationRequest,
  AuthenticationResponse,
  ChallengeResult,
  Enrolment,
  EnrolmentRequest,
  MerchantInitiatedRequest,
} from '../authentication.ts'

/** Parses the gateway's messages to a 3DS server and writes its answers, independently of the code at the other end. */

export function fromEnrolmentMessage(message: EnrolmentMessage): EnrolmentRequest {
  const { key, card, metadata } = message
  return {
    key,
    card: { pan: new Secret(card.number), brand: card.brand },
    challengePreference: message.challenge_preference,
    exemption: message.exemption ?? null,
    namesSeller: SELLER_MEMBERS.every((member) => message[member] !== null),
    metadata: metadata ?? null,
  }
}

/** Directory servers refuse an authentication that lacks one of them. */
const SELLER_MEMBERS = [
  'acquirer_bin',
  'acquirer_merchant_id',
  'requestor_id',
  'requestor_name',
  'requestor_url',
  'merchant_name',
  'merchant_country_code',
  'mcc',
] as const satisfies readonly (keyof EnrolmentMessage)[]

/** The AReq of a shopper's browser, or of a charge that the merchant starts. */
type BrowserMessage = Extract<AuthenticationMessage, { readonly device_channel: '02' }>
type MerchantInitiatedMessage = Extract<AuthenticationMessage, { readonly device_channel: '03' }>

export function fromMerchantInitiatedMessage(message: MerchantInitiatedMessage): MerchantInitiatedRequest {
  return { ...fromEnrolmentMessage(message), threeDsServerTransId: message.three_ds_server_trans_id }
}

export function fromAuthenticationMessage(message: BrowserMessage): AuthenticationRequest {
  return {
    ...fromEnrolmentMessage(message),
    threeDsServerTransId: message.three_ds_server_trans_id,
    merchantId: message.merchant_id,
    merchantName: message.merchant_name,
    amountMinor: message.purchase_amount,
    currency: message.purchase_currency,
    completionIndicator: message.three_ds_comp_ind,
    notificationUrl: message.notification_url,
    returnUrl: message.return_url,
    language: message.browser.language,
  }
}

const UNENROLLED = { not_enrolled: 'NOT_ENROLLED', unavailable: 'UNAVAILABLE' } as const

export function toEnrolmentAnswer(enrolment: Enrolment): EnrolmentAnswerMessage {
  if (enrolment.kind === 'not_required') return { result: 'NOT_REQUIRED' }
  if (enrolment.kind === 'error') return { result: 'ERROR' }
  const assigned = { three_ds_server_trans_id: enrolment.threeDsServerTransId }
  if (enrolment.kind !== 'enrolled') return { result: UNENROLLED[enrolment.kind], ...assigned }
  const { messageVersion, methodUrl } = enrolment
  return {
    result: 'ENROLLED',
    ...assigned,
    message_version: messageVersion,
    three_ds_method_url: methodUrl,
  }
}

const DELIVERIES = { action: 'ACTION', redirect: 'REDIRECT', form_submit: 'FORM_SUBMIT' } as const

export function toAuthenticationAnswer(response: AuthenticationResponse): AuthenticationAnswerMessage {
  switch (response.kind) {
    case 'authenticated':
      return { result: 'AUTHENTICATED', ...toOutcomeMembers(response) }
    case 'challenge':
      return {
        result: 'CHALLENGE',
        acs_trans_id: response.acsTransId,
        acs_url: response.acsUrl,
        ds_trans_id: response.dsTransId,
        delivery: DELIVERIES[response.delivery],
      }
    case 'hosted_challenge':
      return {
        result: 'HOSTED_CHALLENGE',
        page_url: response.pageUrl,
        in_frame: response.inFrame,
        ds_trans_id: response.dsTransId,
      }
    case 'unavailable':
      return { result: 'UNAVAILABLE' }
    case 'error':
      return { result: 'ERROR' }
  }
}

export function toChallengeResult(
  threeDsServerTransId: string,
  result: ChallengeResult | null,
): ChallengeResultMessage {
  if (result === null) return { result: 'NONE' }
  const about = { three_ds_server_trans_id: threeDsServerTransId, round: result.round }
  if (result.kind === 'error') return { result: 'ERROR', ...about }
  return {
    result: 'COMPLETED',
    ...about,
    challenge_cancel: result.challengeCancel,
    ...toOutcomeMembers(result),
  }
}

function toOutcomeMembers(outcome: AuthenticationOutcome) {
  return {
    trans_status: outcome.transStatus,
    trans_status_reason: outcome.transStatusReason,
    eci: outcome.eci,
    authentication_value: outcome.authenticationValue,
    ds_trans_id: outcome.dsTransId,
    acs_trans_id: outcome.acsTransId,
  }
}
