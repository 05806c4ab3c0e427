import type { Metadata } from '@sluice/types'
import type { Secret } from '@sluice/platform/kernel/secret'

import type { OpeningPorts, PaymentOrder } from '../admission/payment-order.ts'
import type { AlternativeMethod } from '../admission/method-table.ts'
import type { BoundProvider } from '../execution/bound-provider.ts'
import type { CallResult } from '../execution/call-outside.ts'
import type { ExecutePorts } from '../execution/execute.ts'
import type { Execution, TransactionStore } from '../execution/execution-records.ts'
import type { OrderReturn } from '../execution/order-return.ts'
import { furtherKey } from '../execution/key-for.ts'
import { paymentContextOf } from '../execution/payment-context.ts'
import type { Flow } from '../execution/flow.ts'
import {
  type OrderAnswer,
  type OrderBeneficiary,
  type OrderRequest,
  type PreparationRequest,
  preparedPartOf,
  type ProviderCustomer,
} from '../execution/provider.ts'
import type { ProviderCallResult } from '../execution/apply-result.ts'
import type { Transaction } from '../execution/transaction.ts'

/** The dependencies of methods that are confirmed elsewhere, in addition to those of every execution. */
export interface RedirectPorts extends ExecutePorts, OpeningPorts {
  readonly store: TransactionStore
  readonly providers: ReadonlyMap<string, BoundProvider>
  /** The name of the payee for the customer; null if the merchant has no name. */
  readonly findMerchantName: (merchantId: string) => Promise<string | null>
  /** The service's own public address, without a trailing slash. */
  readonly baseUrl: () => string
  /** The metadata for outside parties; null in production. */
  readonly metadataFor: (transaction: Transaction) => Metadata | null
  /** Builds the address to which a provider redirects the customer's browser. */
  readonly returnAddressFor: (goal: OrderReturn) => string
  /** Builds the address of the gateway's page on which the customer pays. */
  readonly payAddressFor: (goal: OrderReturn) => string
}

/** The data of an order that goes to the provider and is not stored. */
export interface OrderDetails {
  readonly errorUrl: string | null
  readonly cancelUrl: string | null
  readonly blikCode: Secret<string> | null
  readonly vpa: string | null
  readonly beneficiary: OrderBeneficiary | null
  /** The payer's data from the method, which overrides the customer of the transaction. */
  readonly person: Partial<ProviderCustomer>
  /** The account of a payout, masked; null if there is none. */
  readonly masked: string | null
}

export const NO_DETAILS: OrderDetails = {
  errorUrl: null,
  cancelUrl: null,
  blikCode: null,
  vpa: null,
  beneficiary: null,
  person: {},
  masked: null,
}

/** The data of an order that exists only in memory. */
export interface OrderInMemory {
  readonly order: PaymentOrder
  readonly method: AlternativeMethod
  readonly details: OrderDetails
}

/**
 * Creates the flow of payouts and of methods that are confirmed elsewhere: the provider is called at once, and the
 * shopper may be redirected to it.
 */
export function createRedirectFlow(ports: RedirectPorts): Flow<OrderInMemory> {
  return {
    async next(execution, context) {
      const provider = ports.providers.get(execution.attempt.providerId)
      const merchantName = await ports.findMerchantName(execution.transaction.merchantId)
      const request = describeRequest(ports, execution, context, merchantName)
      return {
        kind: 'ask',
        execution,
        context,
        ...(execution.attempt.status === 'PREPARING' &&
          provider && { prepare: () => provider.prepare(describePreparation(request), null) }),
        ask: provider
          ? async (prepared) =>
              toAnswer(ports, await provider.order({ ...request, prepared }), execution, context)
          : null,
      }
    },
    // Another provider has another page.
    retry: () => null,
  }
}

function describePreparation(order: Omit<OrderRequest, 'prepared'>): PreparationRequest {
  return {
    ...preparedPartOf(order),
    idempotencyKey: furtherKey(order.idempotencyKey, 'preparation'),
    callKey: order.idempotencyKey,
    call: { kind: 'order', type: order.type },
  }
}

function toAnswer(
  ports: Pick<RedirectPorts, 'clock' | 'payAddressFor'>,
  result: CallResult<OrderAnswer>,
  { transaction, pendingAuthentication }: Execution,
  { details }: OrderInMemory,
): CallResult<ProviderCallResult> {
  if (result.kind === 'unanswered') return result
  const { kind, value: answer } = result
  if (answer.kind === 'outcome') return { kind, value: answer }
  const { names } = answer
  // A payout has no redirect, so it is unknown whether money moves.
  if (transaction.transactionType === 'PAYOUT')
    return {
      kind: 'unanswered',
      contradiction: { kind: 'TYPE_MISMATCH', detail: { result: answer.kind }, ...(names && { names }) },
    }
  if (answer.kind === 'redirect') {
    const { expiresAtMs } = pendingAuthentication
    const person = { redirectUrl: answer.url, bankTransfer: null, orderPage: null, expiresAtMs }
    return { kind, value: { kind: 'person', ...person, ...(names && { names }) } }
  }
  const { account, expiresAtMs: endsAtMs, ...orderPage } = answer.page
  const expiresAtMs = earlierEnd(pendingAuthentication.expiresAtMs, endsAtMs, ports.clock.now())
  const bankTransfer = account && { account, expiresAtMs }
  const redirectUrl = ports.payAddressFor(goalOf(transaction, details))
  return {
    kind,
    value: { kind: 'person', redirectUrl, bankTransfer, orderPage, expiresAtMs, ...(names && { names }) },
  }
}

/** A provider's deadline may be earlier than the gateway's but not in the past: a wrong clock must not end payments. */
function earlierEnd(ownMs: number, theirsMs: number | null, nowMs: number): number {
  return theirsMs === null || theirsMs <= nowMs ? ownMs : Math.min(ownMs, theirsMs)
}

function goalOf(
  { merchantId, id: transactionId }: Transaction,
  { errorUrl, cancelUrl }: OrderDetails,
): OrderReturn {
  return { merchantId, transactionId, errorUrl, cancelUrl }
}

function describeRequest(
  ports: Pick<RedirectPorts, 'baseUrl' | 'metadataFor' | 'returnAddressFor'>,
  { transaction, attempt, pendingAuthentication }: Execution,
  { order, method, details }: OrderInMemory,
  merchantName: string | null,
): Omit<OrderRequest, 'prepared'> {
  const waitsForPerson = method.lifetimeMs !== null
  return {
    idempotencyKey: attempt.id,
    merchantId: order.merchantId,
    transactionId: transaction.id,
    accountId: attempt.accountId,
    type: order.paymentMethodType,
    direction: method.transactionType === 'PAYOUT' ? 'WITHDRAWAL' : 'DEPOSIT',
    amountMinor: order.amountMinor,
    currency: order.currency,
    ...paymentContextOf(transaction, order.options ?? null, details.person),
    country: order.country ?? null,
    merchantName,
    blikCode: details.blikCode,
    vpa: details.vpa,
    beneficiary: details.beneficiary,
    returnUrl:
      order.returnUrl === null || !waitsForPerson
        ? null
        : ports.returnAddressFor(goalOf(transaction, details)),
    expiresAtMs: waitsForPerson ? pendingAuthentication.expiresAtMs : null,
    callbackUrl: `${ports.baseUrl()}/api/providers/${attempt.providerId}/callback`,
    metadata: ports.metadataFor(transaction),
  }
}
