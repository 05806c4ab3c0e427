import type { AuthorizationMessage, OperationMessage, OrderMessage } from '@sluice/provider-protocol'

import { Secret } from '../../kernel/secret.ts'
import type {
  OperationRequest,
  OrderRequest,
  PaymentContext,
  ProviderAuthorization,
} from '../../transactions/execution/provider.ts'

/** Reads what the gateway says, apart from the code that writes it: a fault that both had in common would not show. */

type Movement = AuthorizationMessage | OperationMessage | OrderMessage

export function fromAuthorizationMessage(message: AuthorizationMessage): ProviderAuthorization {
  const { card, authentication, stored_credential: stored, billing_address: billing } = message
  const token = card.network_token
  return {
    ...readMovement(message),
    ...readContext(message),
    attemptNumber: message.attempt_number,
    transactionType: message.transaction_type,
    card: {
      pan: new Secret(card.number),
      cvv: secretOf(card.cvv),
      brand: card.brand,
      expirationMonth: card.expiration_month,
      expirationYear: card.expiration_year,
      ...(card.kind === 'NETWORK_TOKEN' && {
        networkToken: {
          source: (card.token_source ?? 'network-token') as 'network-token',
          proof: token && { cryptogram: new Secret(token.cryptogram), eci: token.eci },
        },
      }),
    },
    authentication: authentication && {
      transStatus: authentication.trans_status,
      eci: authentication.eci,
      authenticationValue: secretOf(authentication.authentication_value),
      dsTransId: authentication.ds_trans_id,
      messageVersion: authentication.message_version,
    },
    storedCredential: stored && {
      initiator: stored.initiator,
      sequence: stored.sequence,
      networkTransactionId: stored.network_transaction_id,
    },
    billingAddress: billing && {
      name: billing.name,
      address: billing.address,
      city: billing.city,
      postalCode: billing.postal_code,
      state: billing.state,
      country: billing.country,
    },
  }
}

export function fromOperationMessage(message: OperationMessage): OperationRequest {
  return {
    ...readMovement(message),
    operation: message.operation,
    originalKey: message.original_key,
    parentKey: message.parent_key,
    finalCapture: message.final_capture,
  }
}

/** @param nowMs - of the simulators' clock, from which the order's time is counted. */
export function fromOrderMessage(message: OrderMessage, nowMs: number): OrderRequest {
  const { beneficiary: to, expires_in_seconds: seconds } = message
  const { blik_code: blikCode, vpa } = message.method_data
  return {
    ...readMovement(message),
    ...readContext(message),
    type: message.type,
    direction: message.direction,
    country: message.country,
    merchantName: message.merchant_name,
    blikCode: typeof blikCode === 'string' ? new Secret(blikCode) : null,
    vpa: typeof vpa === 'string' ? vpa : null,
    beneficiary: to && {
      accountNumber: new Secret(to.account_number),
      accountName: to.account_name,
      ifsc: to.ifsc,
      bankCode: to.bank_code,
      bankName: to.bank_name,
      bankBranch: to.bank_branch,
      bankAddress: to.bank_address,
      bankCity: to.bank_city,
      bankState: to.bank_state,
      mobile: to.mobile,
    },
    returnUrl: message.return_url,
    expiresAtMs: seconds === null ? null : nowMs + seconds * 1_000,
    callbackUrl: message.callback_url,
  }
}

function readMovement(message: Movement) {
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

function readContext(message: AuthorizationMessage | OrderMessage): PaymentContext {
  const { customer } = message
  return {
    terminalId: message.terminal_id,
    reference: message.reference,
    description: message.description,
    customer: customer && {
      id: customer.id,
      firstName: customer.first_name,
      lastName: customer.last_name,
      email: customer.email,
      phone: customer.phone,
      dateOfBirth: customer.date_of_birth,
      ip: customer.ip,
      language: customer.language,
      address: customer.address,
      city: customer.city,
      postalCode: customer.postal_code,
      state: customer.state,
      country: customer.country,
    },
    browserInfo: message.browser_info,
    options: message.options,
  }
}

function secretOf(text: string | null): Secret<string> | null {
  return text === null ? null : new Secret(text)
}
