import type { AuthorizationMessage } from '@sluice/provider-protocol'

import {
  type HttpRequest,
  type JsonValue,
  keyFor,
  type SecretAuthorization,
  type StepContext,
} from '../kit/index.ts'
import { amountFor, apiKeyOf, checkoutRequest, KEY_MAX } from './requests.ts'
import { shopperMembers } from './shopper.ts'

/** Adyen's name of a network token's wallet. Tokens of a network itself have no such name. */
const WALLETS: Readonly<Record<string, string>> = { 'awallet-pay': 'applepay', 'gwallet-pay': 'googlepay' }

/** Adyen's names of the exemptions. */
const EXEMPTIONS: Readonly<Record<NonNullable<AuthorizationMessage['exemption']>, string>> = {
  LOW_VALUE: 'lowValue',
  TRANSACTION_RISK_ANALYSIS: 'transactionRiskAnalysis',
  TRUSTED_BENEFICIARY: 'trustedBeneficiary',
  SECURE_CORPORATE: 'secureCorporate',
}

/** The maximum length of `origin`. */
const ORIGIN_MAX = 80

/** Builds the request that authorizes a card. */
export function authorizeCard(message: SecretAuthorization, context: StepContext): HttpRequest {
  return checkoutRequest(
    'authorize card',
    '/payments',
    { apiKey: apiKeyOf(context), key: keyFor(message.idempotency_key, 'pay', KEY_MAX), movesMoney: true },
    {
      merchantAccount: message.account_id,
      reference: message.idempotency_key,
      merchantOrderReference: message.reference,
      amount: amountFor(message.amount, message.currency),
      paymentMethod: paymentMethodOf(message),
      // Adyen requires a return address even for payments without redirects, for which the gateway has none. No shopper
      // is redirected to it.
      returnUrl: message.return_url ?? 'https://localhost/',
      ...storedCredentialMembers(message),
      ...authenticationMembers(message),
      ...captureMembers(message),
      ...(message.installments && { installments: { value: message.installments.count } }),
      ...shopperMembers(message, message.billing_address),
    },
  )
}

function paymentMethodOf({ card, stored_credential: stored }: SecretAuthorization): JsonValue {
  return {
    type: card.kind === 'NETWORK_TOKEN' ? 'networkToken' : 'scheme',
    number: card.number,
    expiryMonth: String(card.expiration_month).padStart(2, '0'),
    expiryYear: String(card.expiration_year),
    ...(card.cvv && { cvc: card.cvv }),
    ...(stored?.network_transaction_id && { networkPaymentReference: stored.network_transaction_id }),
  }
}

/** Charges that a merchant starts are unscheduled, because the gateway knows no schedule. */
function storedCredentialMembers({ stored_credential: stored, customer }: SecretAuthorization) {
  if (stored === null) return { shopperInteraction: 'Ecommerce' }
  const isByMerchant = stored.initiator === 'MERCHANT'
  return {
    shopperInteraction: stored.sequence === 'FIRST' && !isByMerchant ? 'Ecommerce' : 'ContAuth',
    recurringProcessingModel: isByMerchant ? 'UnscheduledCardOnFile' : 'CardOnFile',
    // Adyen rejects shorter references.
    ...(customer?.id && customer.id.length >= 3 && { shopperReference: customer.id }),
  }
}

/** Writes the result of another party's authentication, requests one by Adyen, or neither. */
function authenticationMembers(message: SecretAuthorization): Record<string, JsonValue> {
  const mpiData = mpiDataOf(message)
  if (mpiData || message.authentication_required !== true)
    return { authenticationData: { attemptAuthentication: 'never' }, ...(mpiData && { mpiData }) }
  const windowSize = message.challenge_window_size
  const origin = message.return_url && new URL(message.return_url).origin
  return {
    channel: 'Web',
    // Without it, Adyen authenticates on its own page.
    ...(origin && origin.length <= ORIGIN_MAX && { origin }),
    authenticationData: {
      attemptAuthentication: 'always',
      threeDSRequestData: {
        nativeThreeDS: 'preferred',
        ...(windowSize && { challengeWindowSize: windowSize }),
      },
    },
    threeDS2RequestData: {
      ...(message.notification_url && { notificationURL: message.notification_url }),
      threeDSRequestorChallengeInd: CHALLENGE_INDICATORS[message.challenge_preference ?? 'NO_PREFERENCE'],
    },
  }
}

const CHALLENGE_INDICATORS: Readonly<
  Record<NonNullable<AuthorizationMessage['challenge_preference']>, string>
> = { NO_PREFERENCE: '01', NO_CHALLENGE: '02', CHALLENGE: '03', MANDATE: '04' }

/**
 * The protocol says how an authentication ended, not whether there was a challenge, so the result is sent as
 * `directoryResponse`: Adyen accepts `authenticationResponse` only after a challenge.
 */
function mpiDataOf({ card, authentication }: SecretAuthorization): JsonValue {
  if (card.network_token) {
    const { cryptogram, eci } = card.network_token
    return {
      tokenAuthenticationVerificationValue: cryptogram,
      eci,
      directoryResponse: 'Y',
      authenticationResponse: 'Y',
    }
  }
  if (authentication === null) return null
  return {
    directoryResponse: authentication.trans_status,
    eci: authentication.eci,
    threeDSVersion: authentication.message_version,
    ...(authentication.authentication_value && { cavv: authentication.authentication_value }),
    ...(authentication.ds_trans_id && { dsTransID: authentication.ds_trans_id }),
  }
}

/** A hold is captured by hand, and a purchase at once, whatever the merchant account is set to. */
function captureMembers(message: SecretAuthorization): Record<string, JsonValue> {
  const isHold = message.transaction_type === 'AUTHORIZE'
  const exemption = message.exemption && EXEMPTIONS[message.exemption]
  const wallet = WALLETS[message.card.token_source ?? '']
  const additionalData = {
    ...(isHold && { manualCapture: 'true' }),
    ...(isHold && message.options?.['authorisation_type'] === 'PreAuth' && { authorisationType: 'PreAuth' }),
    ...(exemption && { scaExemption: exemption }),
    ...(message.partial_approval === true && { allowPartialAuth: 'true' }),
    ...(wallet && { 'paymentdatasource.type': wallet, 'paymentdatasource.tokenized': 'true' }),
  }
  return {
    ...(!isHold && { captureDelayHours: 0 }),
    ...(Object.keys(additionalData).length > 0 && { additionalData }),
  }
}
