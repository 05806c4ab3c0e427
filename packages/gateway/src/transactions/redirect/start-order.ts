import { findMethodRules } from '../../method-catalogue/index.ts'
import type { Terminal } from '../../merchants/index.ts'
import { findAmountRefusal } from '../admission/amount-limits.ts'
import {
  METHOD_NOT_OFFERED,
  NO_PROVIDER,
  type OrderRefusal,
  refusalOfPaused,
  UNKNOWN_TERMINAL,
} from '../admission/checks.ts'
import { evaluateInstallments } from '../admission/evaluate-installments.ts'
import { findMethodRefusal } from '../admission/method-refusal.ts'
import { findAlternativeMethod } from '../admission/method-table.ts'
import { fillFromRecord } from '../admission/fill-customer.ts'
import { openOrder } from '../admission/open-order.ts'
import {
  findOrderRefusal,
  type MerchantRecords,
  type PaymentOrder,
  refuseOrder,
} from '../admission/payment-order.ts'
import { findMissingMembers, type RequiredOf } from '../admission/requirements.ts'
import { callLeaseMs } from '../execution/open.ts'
import type { Authorized } from '../execution/started.ts'
import type { PaymentMethodSummary } from '../execution/transaction.ts'
import type { CompletedOrder } from './methods.ts'
import { createRedirectFlow, type OrderDetails, type RedirectPorts } from './redirect-flow.ts'

/** The deadline of a flow that never expires, because payouts wait for their provider however long it takes. */
const NO_END_MS = 400 * 86_400_000

/** Accepts an order that its customer confirms elsewhere, or refuses it because of the merchant's settings. */
export async function startElsewhere(
  ports: RedirectPorts & Pick<MerchantRecords, 'findMerchant' | 'findTerminal'>,
  { order, details }: CompletedOrder,
): Promise<Authorized> {
  const terminal = await ports.findTerminal(order.merchantId, order.terminalId)
  const refusal = (await findOrderRefusal(ports, order, terminal)) ?? findTypeRefusal(order)
  if (refusal !== null || terminal === null) return refuseOrder(ports, order, refusal ?? UNKNOWN_TERMINAL)
  const undividable = findInstallmentsRefusal(terminal, order)
  return undividable === null
    ? startOrder(ports, order, terminal, details)
    : refuseOrder(ports, order, undividable)
}

/** Only cards offer installments. */
function findInstallmentsRefusal(
  { installments }: Terminal,
  { installmentCount: count = null, currency, amountMinor, paymentMethodType: type }: PaymentOrder,
): OrderRefusal | null {
  if (count === null) return null
  const verdict = evaluateInstallments(installments, { count, currency, amountMinor, type, brand: null })
  return verdict.kind === 'invalid' ? verdict.refusal : null
}

/** Stores the transaction and its attempt, STARTED or PREPARING, and calls the provider of the method. */
async function startOrder(
  ports: RedirectPorts,
  order: PaymentOrder,
  terminal: Terminal,
  details: OrderDetails,
): Promise<Authorized> {
  const { paymentMethodType: type } = order
  const method = findAlternativeMethod(type)
  const account = terminal.alternativeAccounts.get(type)
  const provider = account && ports.providers.get(account.providerId)
  if (method === null || !account || !provider?.capabilities.methods.has(type))
    return refuseOrder(ports, order, NO_PROVIDER)
  if (ports.stateOfAccount(account) === 'PAUSED') return refuseOrder(ports, order, refusalOfPaused([account]))
  const { methodSettings, requires, amounts, calls, takesUpiAddress } = provider.capabilities
  const refusal = findMethodRefusal(findMethodRules(type, methodSettings, terminal.methodSettings), order)
  if (refusal !== null) return refuseOrder(ports, order, refusal)
  const { fence } = calls[method.transactionType === 'PAYOUT' ? 'payout' : 'order']
  const errors = findMissingMembers(requires, describeRequired(order, details))
  if (errors.length > 0) return { kind: 'unreadable', errors }
  if (details.vpa !== null && !takesUpiAddress) return UPI_ADDRESS_NOT_TAKEN
  const outside = findAmountRefusal([amounts], order)
  if (outside !== null) return refuseOrder(ports, order, outside)

  const opening = {
    account,
    paymentMethod: describeMethod(type, method.name, details),
    retryOptions: null,
    begins: {
      status: fence === 'cancel-prepared' ? 'PREPARING' : 'STARTED',
      leaseMs: callLeaseMs(ports.providerTimeoutMs),
      lifetimeMs: method.lifetimeMs ?? NO_END_MS,
    },
    uses: [],
    isReported: true,
  } as const
  return openOrder(ports, order, opening, createRedirectFlow(ports), () => ({ order, method, details }))
}

const ADDRESS_PROPERTY = 'options.vpa'
const UPI_ADDRESS_NOT_TAKEN: Authorized = {
  kind: 'unreadable',
  errors: [{ property: ADDRESS_PROPERTY, message: 'is not supported', params: [ADDRESS_PROPERTY] }],
}

function describeRequired(order: PaymentOrder, { person }: OrderDetails): RequiredOf {
  const customer = fillFromRecord(order.customer, order.customerRecord ?? null)
  const { email, phone, address, city, state, postalCode } = person
  const told = { email, phone, address, city, state, postal_code: postalCode }
  const given = Object.entries(told).filter(([, value]) => value !== undefined && value !== null)
  return {
    method: order.paymentMethodType,
    country: order.country ?? customer?.country ?? null,
    customer: { ...customer, ...Object.fromEntries(given) },
    options: order.options ?? null,
  }
}

/** Banks and wallets can neither reserve money nor verify a card. */
const OF_CARDS_ALONE: ReadonlySet<string> = new Set(['AUTHORIZE', 'VERIFY'])

/** Schemas check the requests of servers, but sessions are created before their method is known. */
function findTypeRefusal({ paymentMethodType, transactionType }: PaymentOrder) {
  const isPossible = findAlternativeMethod(paymentMethodType) !== null && !OF_CARDS_ALONE.has(transactionType)
  return isPossible ? null : METHOD_NOT_OFFERED
}

function describeMethod(type: string, name: string, { masked }: OrderDetails): PaymentMethodSummary {
  return { type, method: masked ?? name, brand: null, masked, hash: null, token: null, expiry: null }
}
