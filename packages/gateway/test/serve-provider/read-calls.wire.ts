import type {
  AuthorizationMessage,
  CancellationMessage,
  ContinuationMessage,
  OperationMessage,
  OrderMessage,
  PreparationMessage,
  QuestionMessage,
  UndoMessage,
} from '@sluice/provider-protocol'
import type { NetworkTokenSource } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'

import type {
  ShopperResult,
  EarlierCall,
  OperationRequest,
  OrderRequest,
  PreparationRequest,
  ProviderAuthorization,
  ProviderCard,
  UndoRequest,
} from '../../src/transactions/execution/provider.ts'

/** Reads each message that `provider.wire.ts` writes. */

export function fromAuthorizationWire(wire: AuthorizationMessage): ProviderAuthorization {
  const { authentication, stored_credential: stored, billing_address: billing } = wire
  return {
    ...fromExecutionWire(wire),
    ...fromContextWire(wire),
    ...fromPreparedWire(wire),
    attemptNumber: wire.attempt_number,
    transactionType: wire.transaction_type,
    keepsPartialApproval: wire.partial_approval ?? false,
    card: fromCardWire(wire.card),
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
    exemption: wire.exemption ?? null,
    installmentCount: wire.installments?.count ?? null,
    ...fromShopperWire(wire),
  }
}

function fromShopperWire(wire: AuthorizationMessage): Pick<ProviderAuthorization, 'shopper'> {
  if (wire.authentication_required !== true) return {}
  return {
    shopper: {
      returnUrl: wire.return_url ?? '',
      notificationUrl: wire.notification_url ?? '',
      methodNotificationUrl: wire.method_notification_url ?? '',
      challengeWindowSize: wire.challenge_window_size ?? '',
      challengePreference: wire.challenge_preference ?? 'NO_PREFERENCE',
    },
  }
}

export function fromBroughtWire(brought: ContinuationMessage['brought']): ShopperResult {
  switch (brought.kind) {
    case 'FINGERPRINT':
      return { kind: 'fingerprint', completionIndicator: brought.three_ds_comp_ind }
    case 'CHALLENGE':
      return { kind: 'challenge', cres: brought.cres, transStatus: brought.trans_status }
    case 'RETURN':
      return { kind: 'return', query: brought.query, body: brought.body }
  }
}

function fromCardWire(wire: AuthorizationMessage['card']): ProviderCard {
  const { network_token: proof, token_source: source } = wire
  return {
    pan: new Secret(wire.number),
    cvv: secretOf(wire.cvv),
    brand: wire.brand,
    expirationMonth: wire.expiration_month,
    expirationYear: wire.expiration_year,
    ...(wire.kind === 'NETWORK_TOKEN' && {
      networkToken: {
        source: source as NetworkTokenSource,
        proof: proof && { cryptogram: new Secret(proof.cryptogram), eci: proof.eci },
      },
    }),
  }
}

export function fromOperationWire(wire: OperationMessage): OperationRequest {
  return {
    ...fromExecutionWire(wire),
    operation: wire.operation,
    original: fromEarlierCallWire(wire.original),
    parent: fromEarlierCallWire(wire.parent),
    finalCapture: wire.final_capture,
    authorizedMinor: wire.authorized_amount ?? null,
  }
}

export function fromUndoWire(wire: UndoMessage): UndoRequest {
  const { metadata: _, ...execution } = fromExecutionWire(wire)
  return { ...execution, original: fromEarlierCallWire(wire.original) }
}

export function fromEarlierCallWire({
  key,
  state,
  provider_reference: providerReference,
}: QuestionMessage): EarlierCall {
  return { key, state: secretOf(state), providerReference }
}

export function fromCancellationWire(wire: CancellationMessage): {
  readonly idempotencyKey: string
  readonly order: EarlierCall
} {
  return { idempotencyKey: wire.idempotency_key, order: fromEarlierCallWire(wire) }
}

/** @param nowMs - the start of the order's time. */
export function fromOrderWire(wire: OrderMessage, nowMs: number): OrderRequest {
  const { blik_code: blikCode, vpa } = wire.method_data
  const { expires_in_seconds: seconds } = wire
  return {
    ...fromExecutionWire(wire),
    ...fromContextWire(wire),
    ...fromPreparedWire(wire),
    type: wire.type,
    direction: wire.direction,
    country: wire.country,
    merchantName: wire.merchant_name,
    blikCode: typeof blikCode === 'string' ? new Secret(blikCode) : null,
    vpa: typeof vpa === 'string' ? vpa : null,
    beneficiary: wire.beneficiary && fromBeneficiaryWire(wire.beneficiary),
    returnUrl: wire.return_url,
    expiresAtMs: seconds === null ? null : nowMs + seconds * 1_000,
    callbackUrl: wire.callback_url,
  }
}

export function fromPreparationWire(wire: PreparationMessage): PreparationRequest {
  const { transaction_type: transactionType, type } = wire
  return {
    ...fromExecutionWire(wire),
    ...fromContextWire(wire),
    callKey: wire.call_key,
    call:
      transactionType === null
        ? { kind: 'order', type: type ?? '' }
        : { kind: 'authorization', transactionType },
  }
}

function fromBeneficiaryWire(
  wire: NonNullable<OrderMessage['beneficiary']>,
): NonNullable<OrderRequest['beneficiary']> {
  return {
    accountNumber: new Secret(wire.account_number),
    accountName: wire.account_name,
    ifsc: wire.ifsc,
    bankCode: wire.bank_code,
    bankName: wire.bank_name,
    bankBranch: wire.bank_branch,
    bankAddress: wire.bank_address,
    bankCity: wire.bank_city,
    bankState: wire.bank_state,
    mobile: wire.mobile,
  }
}

function fromPreparedWire({ prepared = null }: Pick<OrderMessage, 'prepared'>) {
  return {
    prepared: prepared && {
      state: secretOf(prepared.state),
      providerReference: prepared.provider_reference,
    },
  }
}

function fromExecutionWire(wire: Omit<UndoMessage, 'original'>) {
  return {
    idempotencyKey: wire.idempotency_key,
    merchantId: wire.merchant_id,
    transactionId: wire.transaction_id,
    accountId: wire.account_id,
    amountMinor: wire.amount,
    currency: wire.currency,
    metadata: wire.metadata ?? null,
  }
}

function fromContextWire({ customer, ...wire }: OrderMessage | PreparationMessage | AuthorizationMessage) {
  return {
    terminalId: wire.terminal_id,
    reference: wire.reference,
    description: wire.description,
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
    browserInfo: wire.browser_info,
    options: wire.options,
  }
}

function secretOf(text: string | null): Secret<string> | null {
  return text === null ? null : new Secret(text)
}
