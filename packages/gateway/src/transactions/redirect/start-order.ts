import type { Terminal } from '../../merchants/index.ts'
import { METHOD_NOT_OFFERED, NO_PROVIDER, UNKNOWN_TERMINAL } from '../admission/checks.ts'
import { findAlternativeMethod, fits } from '../admission/method-table.ts'
import {
  describeOrder,
  findOrderRefusal,
  type MerchantRecords,
  NOTHING_REPORTED,
  type PaymentOrder,
  refuseOrder,
} from '../admission/payment-order.ts'
import { watchOrder } from '../admission/watch-order.ts'
import { execute } from '../execution/execute.ts'
import { callLeaseMs } from '../execution/open.ts'
import { answerOfOpening, type Started } from '../execution/started.ts'
import { submit } from '../execution/submit.ts'
import type { PaymentMethodSummary } from '../execution/transaction.ts'
import type { CompletedOrder } from './methods.ts'
import { createRedirectFlow, type OrderDetails, type RedirectPorts } from './redirect-flow.ts'

/** Where a continuation that nothing ends by itself is put: payouts wait for their provider, however long. */
const NO_END_MS = 400 * 86_400_000

/** Takes an order whose customer confirms it elsewhere, or refuses it by the merchant's settings. */
export async function startElsewhere(
  ports: RedirectPorts & Pick<MerchantRecords, 'findMerchant' | 'findTerminal'>,
  { order, details }: CompletedOrder,
): Promise<Started> {
  const terminal = await ports.findTerminal(order.merchantId, order.terminalId)
  const refusal = (await findOrderRefusal(ports, order, terminal)) ?? findMethodRefusal(order)
  return refusal !== null || terminal === null
    ? refuseOrder(ports, order, refusal ?? UNKNOWN_TERMINAL)
    : startOrder(ports, order, terminal, details)
}

/** Stores the transaction and its attempt, STARTED, and asks the provider that serves the method. */
async function startOrder(
  ports: RedirectPorts,
  order: PaymentOrder,
  terminal: Terminal,
  details: OrderDetails,
): Promise<Started> {
  const { paymentMethodType: type } = order
  const method = findAlternativeMethod(type)
  const account = terminal.alternativeAccounts.get(type)
  const provider = account && ports.providers.get(account.providerId)
  if (method === null || !account || !provider?.capabilities.methods.has(type))
    return refuseOrder(ports, order, NO_PROVIDER)

  const { transaction, watch } = await watchOrder(ports, order, account, {
    ...describeOrder(ports, order),
    status: 'PENDING',
    processingCode: '1002',
    paymentMethod: describeMethod(type, method.name, details),
    processing: { ...NOTHING_REPORTED, ...account },
    retryOptions: null,
  })
  const submitted = await submit(ports, {
    transaction,
    account,
    begins: {
      random: ports.random,
      nowMs: transaction.createdAtMs,
      status: 'STARTED',
      leaseMs: callLeaseMs(ports.providerTimeoutMs),
      lifetimeMs: method.lifetimeMs ?? NO_END_MS,
    },
    uses: [],
    isReported: true,
    requestKey: order.requestKey ?? null,
    corrects: order.session?.corrects ?? null,
    ...(watch && { watch }),
  })
  if (submitted.kind !== 'submitted') return answerOfOpening(submitted)
  const flow = createRedirectFlow(ports)
  const { movement } = submitted
  const envelope = await execute(ports, flow, movement, {
    sessionId: order.session?.id ?? null,
    first: () => flow.next(movement, { order, method, details }),
  })
  return { kind: 'envelope', envelope }
}

/** Requests of servers are checked by their schemas; a session is made before its method is known. */
function findMethodRefusal({ paymentMethodType, transactionType, currency, country }: PaymentOrder) {
  const method = findAlternativeMethod(paymentMethodType)
  // There is nothing to reserve at a bank or in a wallet.
  const isOffered =
    method !== null && transactionType !== 'AUTHORIZE' && fits(method, { currency, country: country ?? null })
  return isOffered ? null : METHOD_NOT_OFFERED
}

function describeMethod(type: string, name: string, { masked }: OrderDetails): PaymentMethodSummary {
  return { type, method: masked ?? name, brand: null, masked, hash: null, token: null, expiry: null }
}
