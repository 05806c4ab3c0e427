import type { Secret } from '../../kernel/secret.ts'
import type { OpeningPorts, PaymentOrder } from '../admission/payment-order.ts'
import type { AlternativeMethod } from '../admission/method-table.ts'
import type { ExecutePorts } from '../execution/execute.ts'
import type { Movement, TransactionStore } from '../execution/execution-records.ts'
import type { Flow } from '../execution/flow.ts'
import type {
  AlternativeSimulation,
  OrderAnswer,
  OrderBeneficiary,
  OrderRequest,
  Provider,
} from '../execution/provider.ts'
import type { Answer } from '../execution/settle.ts'
import type { Transaction } from '../execution/transaction.ts'

/** What methods that are confirmed elsewhere need from outside, besides what every movement needs. */
export interface RedirectPorts extends ExecutePorts, OpeningPorts {
  readonly store: TransactionStore
  readonly providers: ReadonlyMap<string, Provider>
  /** What the customer reads as the payee; null when the merchant has no name. */
  readonly findMerchantName: (merchantId: string) => Promise<string | null>
  /** The service's own public address, without a trailing slash. */
  readonly baseUrl: () => string
  /** Reads the simulators' metadata; gives null in production. */
  readonly readAlternativeSimulation: (transaction: Transaction) => AlternativeSimulation | null
}

/** What an order has besides who pays what: it goes to the provider and is not kept. */
export interface OrderDetails {
  readonly errorUrl: string | null
  readonly cancelUrl: string | null
  readonly blikCode: Secret<string> | null
  readonly vpa: string | null
  readonly beneficiary: OrderBeneficiary | null
  /** The account of a payout, masked; null when nothing has to be. */
  readonly masked: string | null
}

export const NO_DETAILS: OrderDetails = {
  errorUrl: null,
  cancelUrl: null,
  blikCode: null,
  vpa: null,
  beneficiary: null,
  masked: null,
}

/** What of an order lives in memory only. */
export interface OrderInMemory {
  readonly order: PaymentOrder
  readonly method: AlternativeMethod
  readonly details: OrderDetails
}

/** Methods that are confirmed elsewhere, and payouts: the provider is asked at once, and a person may be sent to it. */
export function createRedirectFlow(ports: RedirectPorts): Flow<OrderInMemory> {
  return {
    async next(movement, held) {
      const provider = ports.providers.get(movement.attempt.providerId)
      const merchantName = await ports.findMerchantName(movement.transaction.merchantId)
      const request = describeRequest(ports, movement, held, merchantName)
      return {
        kind: 'ask',
        movement,
        held,
        call: provider
          ? {
              operation: 'order',
              ask: async () => toAnswer(await provider.order(request), movement),
            }
          : null,
      }
    },
    // Another provider has another page.
    retry: () => null,
  }
}

function toAnswer(answer: OrderAnswer, { continuation }: Movement): Answer {
  if (answer.kind === 'outcome') return answer
  const account = answer.kind === 'instructions' ? answer.account : null
  return {
    kind: 'person',
    redirectUrl: answer.url,
    bankTransfer: account && { ...account, expiresAtMs: continuation.expiresAtMs },
  }
}

function describeRequest(
  { baseUrl, readAlternativeSimulation }: Pick<RedirectPorts, 'baseUrl' | 'readAlternativeSimulation'>,
  { transaction, attempt, continuation }: Movement,
  { order, method, details }: OrderInMemory,
  merchantName: string | null,
): OrderRequest {
  const { returnUrl } = order
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
    reference: order.reference,
    description: order.description,
    country: order.country ?? null,
    merchantName,
    blikCode: details.blikCode,
    vpa: details.vpa,
    beneficiary: details.beneficiary,
    returnUrls:
      returnUrl === null || !waitsForPerson
        ? null
        : {
            approved: returnUrl,
            declined: details.errorUrl ?? returnUrl,
            canceled: details.cancelUrl ?? returnUrl,
          },
    expiresAtMs: waitsForPerson ? continuation.expiresAtMs : null,
    callbackUrl: `${baseUrl()}/api/providers/${attempt.providerId}/callback`,
    simulation: readAlternativeSimulation(transaction),
  }
}
