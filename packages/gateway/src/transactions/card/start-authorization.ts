import type { BrowserInfo, CustomerInput, Metadata } from '@sluice/types'
import {
  type Currency,
  type Integration,
  LIMITS,
  type NetworkTokenSource,
  normalizeAmount,
  processingCode as meaningOf,
  type TokenizeFor,
} from '@sluice/types/vocabulary'

import type { Card, CardSummary, OneTimeUse, SavedCard } from '../../payment-methods/index.ts'
import { makeContinuationKeys } from '../../three-ds/index.ts'
import { findAlternativeMethod } from '../admission/method-table.ts'
import { beginAttempt } from '../execution/attempt.ts'
import type { Envelope } from '../execution/envelope.ts'
import { CARD_METHOD, type StoredCredential } from '../execution/provider.ts'
import { beginRetryOptions, chooseAccount } from './fallback.ts'
import type { Continuation, OpenResult } from '../execution/execution-records.ts'
import type { PaymentMethodSummary, Transaction } from '../execution/transaction.ts'
import { NO_PROVIDER, type OrderRefusal, type OrderType } from '../admission/checks.ts'
import {
  type FlowPorts,
  LEASE_MS,
  LeaseLostError,
  type Progress,
  type Proof,
  type TerminalRules,
} from './flow.ts'
import { runStages } from './run-stages.ts'

/** Who pays what, for whom: the part of a transaction that the request decides. */
export interface AuthorizationOrder {
  readonly merchantId: string
  readonly terminalId: string
  readonly integration: Integration
  /** The session it is paid in; null for the direct API. */
  readonly session: { readonly id: string; readonly hash: string } | null
  readonly reference: string
  readonly description: string | null
  readonly currency: Currency
  readonly amountMinor: number
  readonly transactionType: OrderType
  readonly customer: CustomerInput | null
  readonly customerIp: string | null
  /** Where the customer is, as far as the merchant said. */
  readonly country?: string | null
  readonly metadata: Metadata | null
  readonly browserInfo: BrowserInfo | null
  readonly returnUrl: string | null
  readonly notificationUrl: string | null
  /** Whether this client may charge a saved card while the cardholder is away. */
  readonly mayInitiateAsMerchant?: boolean
  readonly paymentMethodType: string
  /** Whose payments the card is saved for; without it the card is not saved. */
  readonly tokenizeFor?: TokenizeFor | null
  /** Of the request, when it came with an `Idempotency-Key`. */
  readonly requestKey?: string | null
}

/** Where a card came from, when it was not typed in. */
export interface CardOrigin {
  readonly saved?: SavedCard
  /** The merchant, when the cardholder is not there. */
  readonly initiator?: StoredCredential['initiator']
  readonly source?: NetworkTokenSource
  readonly proof?: Proof | null
}

/** A card that may be charged. */
export interface CardToCharge {
  readonly card: Card
  readonly summary: CardSummary
  /** Keyed fingerprint. */
  readonly hash: string
  readonly uses: readonly OneTimeUse[]
  readonly origin: CardOrigin
}

/** Why nothing was stored. */
export type OpenRefusal = Exclude<OpenResult, { kind: 'opened' }>

export type Started =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly refusal: OpenRefusal }

/** Stores the transaction and its first attempt, and takes it as far as it goes without the shopper. */
export async function startAuthorization(
  ports: FlowPorts,
  order: AuthorizationOrder,
  charge: CardToCharge,
  rules: TerminalRules,
): Promise<Started> {
  const nowMs = ports.clock.now()
  const account = chooseAccount(rules.routing, 1)
  const provider = account && ports.providers.get(account.providerId)
  if (account === null || !provider?.capabilities.methods.has(CARD_METHOD)) {
    return refuseAuthorization(ports, order, NO_PROVIDER, charge.uses)
  }

  const transaction: Transaction = {
    ...describeOrder(ports, order, nowMs),
    status: 'PENDING',
    processingCode: '1002',
    paymentMethod: describeCard(order, charge),
    processing: { ...NOTHING_REPORTED, ...account },
    retryOptions: beginRetryOptions(rules.routing, account),
  }
  const attempt = beginAttempt({
    merchantId: order.merchantId,
    id: ports.random.uuid(),
    transactionId: transaction.id,
    number: 1,
    ...account,
    threeDsServerTransId: ports.random.uuid(),
    nowMs,
  })
  const continuation: Continuation = {
    merchantId: order.merchantId,
    transactionId: transaction.id,
    attemptId: attempt.id,
    step: 'WORKING',
    takenStep: null,
    stepNumber: 1,
    leaseUntilMs: nowMs + LEASE_MS,
    sealedCard: null,
    sealedStep: null,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + LIMITS.CONTINUATION_LIFETIME_SECONDS * 1000,
  }
  const opened = await ports.store.open({
    transaction,
    attempt,
    continuation,
    uses: charge.uses,
    event: null,
    requestKey: order.requestKey ?? null,
  })
  if (opened.kind !== 'opened') return { ok: false, refusal: opened }

  // A card that is saved already is not saved again, and a token never.
  const saveFor = order.paymentMethodType === 'card' ? (order.tokenizeFor ?? null) : null
  const progress: Progress = {
    transaction,
    attempt,
    continuation,
    card: charge.card,
    keys: makeContinuationKeys(ports.random),
    sessionId: order.session?.id ?? null,
    rules,
    simulation: ports.readSimulation(transaction),
    saveFor,
    storedCredential: describeStoredCredential(charge.origin, saveFor),
    proof: charge.origin.proof ?? null,
  }
  try {
    return { ok: true, envelope: await runStages(ports, progress, { kind: 'enrol' }) }
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error
    // We were too slow, and whoever took over decides: the caller learns what stands now.
    const current = await ports.store.find(transaction.merchantId, transaction.id)
    return { ok: true, envelope: { kind: 'result', transaction: current ?? transaction } }
  }
}

/** What networks want to know of a card that is kept. @see docs/protocol.md#stored-credentials */
function describeStoredCredential(
  { saved, initiator = 'CUSTOMER' }: CardOrigin,
  saveFor: TokenizeFor | null,
): StoredCredential | null {
  if (saved) {
    return { initiator, sequence: 'SUBSEQUENT', networkTransactionId: saved.networkTransactionId }
  }
  return saveFor === null ? null : { initiator, sequence: 'FIRST', networkTransactionId: null }
}

/** Stores a transaction that a rule of ours refuses: INVALID from its first moment, and its reference stays free. */
export async function refuseAuthorization(
  ports: FlowPorts,
  order: AuthorizationOrder,
  { processingCode, property, message }: OrderRefusal,
  uses: readonly OneTimeUse[] = [],
): Promise<Started> {
  const errors = [{ property, message: message ?? meaningOf(processingCode).message, params: [property] }]
  const transaction: Transaction = {
    ...describeOrder(ports, order, ports.clock.now()),
    status: 'INVALID',
    processingCode,
    paymentMethod: describeUnopened(order),
    processing: null,
    errors,
    retryOptions: null,
  }
  const opened = await ports.store.open({
    transaction,
    attempt: null,
    continuation: null,
    uses,
    event: ports.describeEvent(transaction),
  })
  if (opened.kind !== 'opened') return { ok: false, refusal: opened }
  return { ok: true, envelope: { kind: 'result', transaction } }
}

export const NOTHING_REPORTED = {
  responseCode: null,
  responseMessage: null,
  approvalCode: null,
  referenceNumber: null,
  systan: null,
}

export function describeOrder(ports: FlowPorts, order: AuthorizationOrder, nowMs: number) {
  return {
    merchantId: order.merchantId,
    id: ports.random.uuid(),
    orderId: ports.random.uuid(),
    terminalId: order.terminalId,
    sessionHash: order.session?.hash ?? null,
    integration: order.integration,
    reference: order.reference,
    description: order.description,
    currency: order.currency,
    amountMinor: order.amountMinor,
    normalizedAmountMinor: normalizeAmount(order.amountMinor, order.currency),
    transactionType: order.transactionType,
    customer: order.customer,
    customerIp: order.customerIp,
    authenticationStatus: null,
    authenticationLevel: null,
    errors: [],
    metadata: order.metadata,
    browserInfo: order.browserInfo,
    returnUrl: order.returnUrl,
    notificationUrl: order.notificationUrl,
    redirectUrl: null,
    bankTransfer: null,
    parentId: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}

function describeCard(
  order: AuthorizationOrder,
  { summary, hash, origin }: CardToCharge,
): PaymentMethodSummary {
  return {
    type: order.paymentMethodType,
    method: summary.masked,
    brand: summary.brand,
    masked: summary.masked,
    hash,
    token: origin.saved?.id ?? null,
    expiry: summary.expiry,
    ...(origin.source ? { source: origin.source } : {}),
  }
}

function describeUnopened(order: AuthorizationOrder): PaymentMethodSummary {
  const type = order.paymentMethodType
  const method = findAlternativeMethod(type)?.name ?? type
  return { type, method, brand: null, masked: null, hash: null, token: null, expiry: null }
}
