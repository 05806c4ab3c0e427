import type { OneTimeUse } from '../../payment-methods/index.ts'
import { execute, type ExecutePorts } from '../execution/execute.ts'
import type { BoundProvider } from '../execution/bound-provider.ts'
import type { Flow } from '../execution/flow.ts'
import { newKey } from '../execution/status-query.ts'
import type { BeginOptions } from '../execution/open.ts'
import type { ProviderAccount } from '../../merchants/index.ts'
import { answerOfOpening, type Started } from '../execution/started.ts'
import { submit, type SubmitPorts } from '../execution/submit.ts'
import type { PaymentMethodSummary, Transaction } from '../execution/transaction.ts'
import { describeOrder, NOTHING_REPORTED, type OpeningPorts, type PaymentOrder } from './payment-order.ts'
import { watchOrder } from './watch-order.ts'

/** The payment method of an order, and the beginning of its first attempt. */
export interface OrderOpening {
  readonly account: ProviderAccount
  readonly paymentMethod: PaymentMethodSummary
  readonly retryOptions: Transaction['retryOptions']
  readonly begins: Omit<BeginOptions, 'key' | 'nowMs'>
  /** The sealed fields that the order uses up. */
  readonly uses: readonly OneTimeUse[]
  /** Whether the provider sends reports on it. */
  readonly isReported: boolean
}

/**
 * Stores the transaction of an order and its first attempt, and processes it until the shopper has to act or it ends.
 *
 * @param hold - creates the data that the flow keeps in memory, once the order is stored.
 */
export async function openOrder<Context>(
  ports: OpeningPorts &
    ExecutePorts &
    SubmitPorts & { readonly providers: ReadonlyMap<string, BoundProvider> },
  order: PaymentOrder,
  { account, paymentMethod, retryOptions, begins, uses, isReported }: OrderOpening,
  flow: Flow<Context>,
  hold: () => Context,
): Promise<Started> {
  const { transaction, watch } = await watchOrder(ports, order, account, {
    ...describeOrder(ports, order),
    status: 'PENDING',
    processingCode: '1002',
    paymentMethod,
    processing: { ...NOTHING_REPORTED, ...account },
    retryOptions,
  })
  const submitted = await submit(ports, {
    transaction,
    account,
    begins: {
      ...begins,
      key: newKey(ports.random, ports.providers.get(account.providerId), transaction),
      nowMs: transaction.createdAtMs,
    },
    uses,
    isReported,
    requestKey: order.requestKey ?? null,
    corrects: order.session?.corrects ?? null,
    ...(watch && { watch }),
  })
  if (submitted.kind !== 'submitted') return answerOfOpening(submitted)
  const { execution } = submitted
  const context = hold()
  const sessionId = order.session?.id ?? null
  const envelope = await execute(ports, flow, execution, {
    sessionId,
    first: () => flow.next(execution, context),
  })
  return { kind: 'envelope', envelope }
}
