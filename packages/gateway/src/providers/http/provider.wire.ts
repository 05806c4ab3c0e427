import { isLoopbackUrl } from '@sluice/types'
import {
  authorizationAnswer,
  type AuthorizationAnswerMessage,
  type AuthorizationMessage,
  continuationAnswer,
  type ContinuationAnswerMessage,
  type ContinuationMessage,
  type FenceAnswerMessage,
  type NetworkAdviceMessage,
  type OperationMessage,
  orderAnswer,
  type OrderAnswerMessage,
  type OrderMessage,
  type OutcomeMessage,
  type PreparationMessage,
  type QuestionMessage,
  type TransferAccountMessage,
  type UndoMessage,
} from '@sluice/provider-protocol'
import { readPayoutAccount } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'
import { scrubCardNumbers } from '@sluice/platform/logging/scrub-card-numbers'

import type {
  AuthenticationStep,
  ShopperResult,
  ContinuationRequest,
  EarlierCall,
  Fence,
  NetworkAdvice,
  OperationRequest,
  OrderAnswer,
  OrderBeneficiary,
  OrderRequest,
  OutcomeReport,
  PaymentContext,
  PreparationRequest,
  ProviderAuthorization,
  ProviderCard,
  ProviderNames,
  ProviderOutcome,
  ShopperAddresses,
  ReportedAuthentication,
  TransferAccount,
  UndoRequest,
} from '../../transactions/execution/provider.ts'

/** Translates the port to the messages of docs/provider-protocol.md. */

/** The only place that writes a card number into outgoing data. */
export function toAuthorizationWire(request: ProviderAuthorization): AuthorizationMessage {
  const { authentication, storedCredential, billingAddress } = request
  return {
    ...toExecutionWire(request),
    ...toContextWire(request),
    ...toPreparedWire(request),
    attempt_number: request.attemptNumber,
    transaction_type: request.transactionType,
    partial_approval: request.keepsPartialApproval,
    card: toCardWire(request.card),
    authentication: authentication && {
      trans_status: authentication.transStatus,
      eci: authentication.eci,
      authentication_value: authentication.authenticationValue?.reveal() ?? null,
      ds_trans_id: authentication.dsTransId,
      message_version: authentication.messageVersion,
    },
    stored_credential: storedCredential && {
      initiator: storedCredential.initiator,
      sequence: storedCredential.sequence,
      network_transaction_id: storedCredential.networkTransactionId,
    },
    billing_address: billingAddress && {
      name: billingAddress.name,
      address: billingAddress.address,
      city: billingAddress.city,
      postal_code: billingAddress.postalCode,
      state: billingAddress.state,
      country: billingAddress.country,
    },
    ...(request.installmentCount !== null && { installments: { count: request.installmentCount } }),
    ...(request.exemption !== null && { exemption: request.exemption }),
    ...(request.shopper && toShopperWire(request.shopper)),
  }
}

function toShopperWire(shopper: ShopperAddresses) {
  return {
    authentication_required: true,
    challenge_preference: shopper.challengePreference,
    return_url: shopper.returnUrl,
    notification_url: shopper.notificationUrl,
    method_notification_url: shopper.methodNotificationUrl,
    challenge_window_size: shopper.challengeWindowSize,
  }
}

export function toContinuationWire({
  idempotencyKey,
  payment,
  brought,
}: ContinuationRequest): ContinuationMessage {
  return {
    idempotency_key: idempotencyKey,
    ...toEarlierCallWire(payment),
    account_id: payment.accountId,
    amount: payment.amountMinor,
    currency: payment.currency,
    brought: toShopperResultWire(brought),
  }
}

function toShopperResultWire(brought: ShopperResult): ContinuationMessage['brought'] {
  switch (brought.kind) {
    case 'fingerprint':
      return { kind: 'FINGERPRINT', three_ds_comp_ind: brought.completionIndicator }
    case 'challenge':
      return { kind: 'CHALLENGE', cres: brought.cres, trans_status: brought.transStatus }
    case 'return':
      return { kind: 'RETURN', query: brought.query, body: brought.body }
  }
}

type StepMessage = Extract<AuthorizationAnswerMessage, { readonly result: 'AUTHENTICATE' }>['step']

/** Builds the next step for the shopper's browser. */
export function fromStepWire(step: StepMessage): AuthenticationStep {
  switch (step.kind) {
    case 'FINGERPRINT':
      return {
        kind: 'fingerprint',
        threeDsServerTransId: step.three_ds_server_trans_id,
        methodUrl: step.three_ds_method_url,
        messageVersion: step.message_version,
      }
    case 'CHALLENGE':
      return {
        kind: 'challenge',
        threeDsServerTransId: step.three_ds_server_trans_id,
        acsTransId: step.acs_trans_id,
        acsUrl: step.acs_url,
        messageVersion: step.message_version,
      }
    case 'REDIRECT':
      return { kind: 'page', url: step.url, fields: null }
    case 'FORM':
      return { kind: 'page', url: step.url, fields: step.fields }
  }
}

function toCardWire({ networkToken, ...card }: ProviderCard): AuthorizationMessage['card'] {
  const proof = networkToken?.proof
  return {
    kind: networkToken ? 'NETWORK_TOKEN' : 'PAN',
    number: card.pan.reveal(),
    cvv: card.cvv?.reveal() ?? null,
    brand: card.brand,
    expiration_month: card.expirationMonth,
    expiration_year: card.expirationYear,
    token_source: networkToken?.source ?? null,
    network_token: proof ? { cryptogram: proof.cryptogram.reveal(), eci: proof.eci } : null,
  }
}

export function toOperationWire(request: OperationRequest): OperationMessage {
  return {
    ...toExecutionWire(request),
    operation: request.operation,
    original: toEarlierCallWire(request.original),
    parent: toEarlierCallWire(request.parent),
    final_capture: request.finalCapture,
    ...(request.authorizedMinor !== null && { authorized_amount: request.authorizedMinor }),
  }
}

export function toUndoWire(request: UndoRequest): UndoMessage {
  return { ...toExecutionWire({ ...request, metadata: null }), original: toEarlierCallWire(request.original) }
}

/** The state is the only secret in a call besides cards. It is returned to the provider that created it. */
export function toEarlierCallWire({ key, state, providerReference }: EarlierCall): QuestionMessage {
  return { key, state: state?.reveal() ?? null, provider_reference: providerReference }
}

/**
 * @param nowMs - the time of the clock for `expiresAtMs`. A provider's clock may differ, so the remaining time is
 *   sent.
 */
export function toOrderWire(request: OrderRequest, nowMs: number): OrderMessage {
  const { blikCode, vpa, beneficiary, expiresAtMs } = request
  return {
    ...toExecutionWire(request),
    ...toContextWire(request),
    ...toPreparedWire(request),
    type: request.type,
    direction: request.direction,
    country: request.country,
    merchant_name: request.merchantName,
    method_data: {
      ...(blikCode && { blik_code: blikCode.reveal() }),
      ...(vpa !== null && { vpa }),
    },
    beneficiary: beneficiary && toBeneficiaryWire(beneficiary, request.currency),
    return_url: request.returnUrl,
    expires_in_seconds: expiresAtMs === null ? null : Math.max(1, Math.ceil((expiresAtMs - nowMs) / 1_000)),
    callback_url: request.callbackUrl,
  }
}

export function toPreparationWire(request: PreparationRequest): PreparationMessage {
  const { callKey, call } = request
  return {
    ...toExecutionWire(request),
    ...toContextWire(request),
    call_key: callKey,
    call: call.kind === 'authorization' ? 'AUTHORIZATION' : 'ORDER',
    transaction_type: call.kind === 'authorization' ? call.transactionType : null,
    type: call.kind === 'order' ? call.type : null,
  }
}

function toPreparedWire({ prepared }: Pick<ProviderAuthorization, 'prepared'>) {
  if (prepared === null) return {}
  const { state, providerReference } = prepared
  return { prepared: { state: state?.reveal() ?? null, provider_reference: providerReference } }
}

function toBeneficiaryWire(beneficiary: OrderBeneficiary, currency: string): OrderMessage['beneficiary'] {
  const accountNumber = beneficiary.accountNumber.reveal()
  const { kind } = readPayoutAccount({
    currency,
    account_number: accountNumber,
    bank_code: beneficiary.bankCode,
    bank_branch: beneficiary.bankBranch,
  })
  return {
    account_kind: kind,
    account_number: accountNumber,
    account_name: beneficiary.accountName,
    ifsc: beneficiary.ifsc,
    bank_code: beneficiary.bankCode,
    bank_name: beneficiary.bankName,
    bank_branch: beneficiary.bankBranch,
    bank_address: beneficiary.bankAddress,
    bank_city: beneficiary.bankCity,
    bank_state: beneficiary.bankState,
    mobile: beneficiary.mobile,
  }
}

function toExecutionWire(
  request: Omit<
    OperationRequest | OrderRequest | PreparationRequest | ProviderAuthorization,
    'original' | 'parent'
  >,
) {
  return {
    idempotency_key: request.idempotencyKey,
    merchant_id: request.merchantId,
    transaction_id: request.transactionId,
    account_id: request.accountId,
    amount: request.amountMinor,
    currency: request.currency,
    ...(request.metadata && { metadata: request.metadata }),
  }
}

function toContextWire({ customer, browserInfo, ...context }: PaymentContext) {
  return {
    terminal_id: context.terminalId,
    reference: context.reference,
    description: context.description,
    customer: customer && {
      id: customer.id,
      first_name: customer.firstName,
      last_name: customer.lastName,
      email: customer.email,
      phone: customer.phone,
      date_of_birth: customer.dateOfBirth,
      ip: customer.ip,
      language: customer.language,
      address: customer.address,
      city: customer.city,
      postal_code: customer.postalCode,
      state: customer.state,
      country: customer.country,
    },
    browser_info: browserInfo,
    options: context.options,
  }
}

/** Returns the references and state in an answer, if it has any. */
export function fromNamesWire(wire: Pick<OutcomeMessage, 'state' | 'refs'>): {
  readonly names?: ProviderNames
} {
  const { state = null, refs = null } = wire
  return state === null && refs === null ? {} : { names: fromPreparationWire({ state, refs }) }
}

/** Returns the references and state in an answer; without them the state is null and the list is empty. */
export function fromPreparationWire({
  state = null,
  refs = null,
}: Pick<OutcomeMessage, 'state' | 'refs'>): ProviderNames {
  return { state: state === null ? null : new Secret(state), refs: refs ?? [] }
}

/** @param nowMs - the start of the network's seconds. */
export function fromOutcomeWire(wire: OutcomeMessage, nowMs: number): ProviderOutcome {
  return {
    processingCode: wire.processing_code,
    providerResponseCode: scrubCardNumbers(wire.response_code),
    providerResponseMessage: scrubCardNumbers(wire.response_message),
    approvalCode: wire.approval_code && scrubCardNumbers(wire.approval_code),
    referenceNumber: wire.reference_number,
    systan: wire.systan,
    retryable: wire.retryable,
    networkTransactionId: wire.network_transaction_id ?? null,
    ...(wire.authentication && { authentication: fromAuthenticationWire(wire.authentication) }),
    ...(wire.processing_code === '0000' && fromApprovalWire(wire)),
    ...fromReportWire(wire, nowMs),
    ...fromNamesWire(wire),
  }
}

function fromAuthenticationWire(wire: NonNullable<OutcomeMessage['authentication']>): ReportedAuthentication {
  return {
    transStatus: wire.trans_status,
    eci: wire.eci,
    dsTransId: wire.ds_trans_id ?? null,
    messageVersion: wire.message_version ?? null,
    exemptionApplied: wire.exemption_applied ?? null,
  }
}

function fromApprovalWire({
  approved_amount: approvedMinor,
  may,
  capture_before: captureBefore,
}: OutcomeMessage) {
  return {
    approvedMinor,
    ...(may && {
      may: {
        captureSeveral: may.capture_several ?? null,
        increment: may.increment ?? null,
        extend: may.extend ?? null,
      },
    }),
    ...(captureBefore && { captureBeforeMs: Date.parse(captureBefore) }),
  }
}

function fromReportWire(wire: OutcomeMessage, nowMs: number): { readonly report?: OutcomeReport } {
  const { network_advice: advice = null, soft_decline: isSoftDecline = false } = wire
  const [codeNamespace = null, avsResult = null, cvvResult = null] = [
    wire.code_namespace,
    wire.avs_result,
    wire.cvv_result,
  ].map((text) => text && scrubCardNumbers(text))
  if (!isSoftDecline && [codeNamespace, avsResult, cvvResult, advice].every((one) => one === null)) return {}
  const networkAdvice = advice && fromAdviceWire(advice, nowMs)
  return { report: { codeNamespace, avsResult, cvvResult, networkAdvice, isSoftDecline } }
}

function fromAdviceWire(advice: NetworkAdviceMessage, nowMs: number): NetworkAdvice {
  const code = scrubCardNumbers(advice.code)
  if (advice.kind !== 'RETRY_AFTER') return { kind: advice.kind, code }
  const { kind, seconds, at } = advice
  return { kind, code, atMs: at ? Date.parse(at) : nowMs + (seconds ?? 0) * 1_000 }
}

/**
 * The valid answers to an order. Browsers are redirected to its addresses, so plain http is allowed only on this
 * machine.
 */
export const orderAnswerWire = orderAnswer.refine((answer) => addressesOf(answer).every(mayOpen))

/** The valid answers to an authorization, with the same rule for the steps of the shopper. */
export const authorizationAnswerWire = authorizationAnswer.refine(isStepOpenable)

/** The valid answers to a continuation. */
export const continuationAnswerWire = continuationAnswer.refine(isStepOpenable)

function isStepOpenable(answer: ContinuationAnswerMessage): boolean {
  return answer.result !== 'AUTHENTICATE' || mayOpen(addressOf(answer.step))
}

function addressOf(step: StepMessage): string {
  switch (step.kind) {
    case 'FINGERPRINT':
      return step.three_ds_method_url
    case 'CHALLENGE':
      return step.acs_url
    case 'REDIRECT':
    case 'FORM':
      return step.url
  }
}

const mayOpen = (url: string): boolean => !/^http:/i.test(url) || isLoopbackUrl(url)

function addressesOf(answer: OrderAnswerMessage): readonly string[] {
  switch (answer.result) {
    case 'OUTCOME':
      return []
    case 'REDIRECT':
      return [answer.redirect_url]
    case 'FORM':
      return [answer.form.url]
    case 'BANK_TRANSFER':
      return answer.redirect_url ? [answer.redirect_url] : []
    case 'DISPLAY':
      return answer.app_links.map(({ url }) => url)
  }
}

export function fromOrderAnswerWire(
  wire: OrderAnswerMessage,
  readOutcome: (outcome: OutcomeMessage) => ProviderOutcome,
): OrderAnswer {
  switch (wire.result) {
    case 'OUTCOME':
      return { kind: 'outcome', outcome: readOutcome(wire.outcome) }
    case 'REDIRECT':
      return { kind: 'redirect', url: wire.redirect_url, ...fromNamesWire(wire) }
    case 'FORM': {
      const { url, fields: data } = wire.form
      return { kind: 'page', page: { kind: 'FORM', url, data, ...NOTHING_SHOWN }, ...fromNamesWire(wire) }
    }
    case 'BANK_TRANSFER': {
      const providerUrl = wire.redirect_url ?? null
      const page = { kind: 'TRANSFER', providerUrl, ...fromShownWire(wire) } as const
      return { kind: 'page', page, ...fromNamesWire(wire) }
    }
    case 'DISPLAY': {
      const { qr_text: qrText = null, app_links: appLinks } = wire
      const page = { kind: 'DISPLAY', qrText, appLinks, ...fromShownWire(wire) } as const
      return { kind: 'page', page, ...fromNamesWire(wire) }
    }
  }
}

const NOTHING_SHOWN = { account: null, expiresAtMs: null }

function fromShownWire({
  account = null,
  expires_at: expiresAt = null,
}: Pick<Extract<OrderAnswerMessage, { result: 'DISPLAY' }>, 'account' | 'expires_at'>) {
  return {
    account: account && fromAccountWire(account),
    expiresAtMs: expiresAt === null ? null : Date.parse(expiresAt),
  }
}

/** Members that a provider may omit are null for merchants. */
function fromAccountWire(account: TransferAccountMessage): TransferAccount {
  switch (account.kind) {
    case 'ABA':
    case 'IFSC':
    case 'CLABE':
      return { ...account, bank_name: account.bank_name ?? null }
    case 'ZENGIN':
      return {
        ...account,
        bank_name: account.bank_name ?? null,
        branch_name: account.branch_name ?? null,
      }
    default:
      return account
  }
}

export function fromFenceAnswerWire(
  wire: FenceAnswerMessage,
  readOutcome: (outcome: OutcomeMessage) => ProviderOutcome,
): Fence {
  switch (wire.result) {
    case 'FENCED':
      return { kind: 'fenced' }
    case 'IN_PROGRESS':
      return { kind: 'in_progress' }
    case 'OUTCOME':
      return { kind: 'outcome', outcome: readOutcome(wire.outcome) }
  }
}
