import type {
  AuthorizationMessage,
  OperationMessage,
  OrderMessage,
  UndoMessage,
} from '@sluice/provider-protocol'
import { Secret } from '@sluice/shared/secret'

import type { OperationRequest, OrderRequest, ProviderAuthorization } from '../provider.ts'

/** Parses the gateway's messages independently of the code that writes them, so that a fault of that code shows. */

type Movement = AuthorizationMessage | OperationMessage | OrderMessage | UndoMessage

export function fromAuthorizationMessage(message: AuthorizationMessage): ProviderAuthorization {
  const { card, authentication, stored_credential: stored } = message
  return {
    ...readExecution(message),
    attemptNumber: message.attempt_number,
    transactionType: message.transaction_type,
    card: {
      brand: card.brand,
      pan: new Secret(card.number),
      cvv: secretOf(card.cvv),
      expirationMonth: card.expiration_month,
      expirationYear: card.expiration_year,
    },
    authentication: authentication && { transStatus: authentication.trans_status },
    storedCredential: stored && { sequence: stored.sequence },
    exemption: message.exemption ?? null,
    ...readShopper(message),
  }
}

function readShopper(message: AuthorizationMessage): Pick<ProviderAuthorization, 'shopper'> {
  const { return_url: returnUrl, notification_url: notificationUrl } = message
  if (message.authentication_required !== true || returnUrl === undefined || notificationUrl === undefined)
    return {}
  return {
    shopper: {
      returnUrl,
      notificationUrl,
      challengePreference: message.challenge_preference ?? 'NO_PREFERENCE',
      language: message.browser_info?.language ?? 'en',
    },
  }
}

export function fromOperationMessage(message: OperationMessage): OperationRequest {
  return {
    ...readExecution(message),
    operation: message.operation,
    originalKey: message.original.key,
    parentKey: message.parent.key,
    finalCapture: message.final_capture,
  }
}

/** A simulated provider settles nothing, so it returns money by a void. */
export function fromUndoMessage(message: UndoMessage): OperationRequest {
  const { key } = message.original
  return {
    ...readExecution(message),
    operation: 'VOID',
    originalKey: key,
    parentKey: key,
    finalCapture: false,
    isUndo: true,
  }
}

/** @param nowMs - of the simulators' clock, from which the order's time is counted. */
export function fromOrderMessage(message: OrderMessage, nowMs: number): OrderRequest {
  const { beneficiary, expires_in_seconds: seconds } = message
  const { blik_code: blikCode, vpa } = message.method_data
  return {
    ...readExecution(message),
    type: message.type,
    direction: message.direction,
    reference: message.reference,
    merchantName: message.merchant_name,
    blikCode: typeof blikCode === 'string' ? new Secret(blikCode) : null,
    vpa: typeof vpa === 'string' ? vpa : null,
    beneficiary: beneficiary && { accountNumber: new Secret(beneficiary.account_number) },
    returnUrl: message.return_url,
    language: message.customer?.language ?? null,
    expiresAtMs: seconds === null ? null : nowMs + seconds * 1_000,
    callbackUrl: message.callback_url,
  }
}

function readExecution(message: Movement) {
  return {
    idempotencyKey: message.idempotency_key,
    merchantId: message.merchant_id,
    transactionId: message.transaction_id,
    accountId: message.account_id,
    amountMinor: message.amount,
    currency: message.currency,
    metadata: message.metadata ?? null,
  }
}

function secretOf(text: string | null): Secret<string> | null {
  return text === null ? null : new Secret(text)
}
