import type { Terminal } from '../../merchants/index.ts'
import type { CardValidation, OneTimeUse } from '../../payment-methods/index.ts'
import { findRequestedRefusal, NO_THREE_DS, UNKNOWN_TERMINAL } from '../admission/checks.ts'
import { evaluateInstallments } from '../admission/evaluate-installments.ts'
import { fillFromRecord } from '../admission/fill-customer.ts'
import {
  findOrderRefusal,
  type MerchantRecords,
  type PaymentOrder,
  refuseOrder,
} from '../admission/payment-order.ts'
import type { Authorized } from '../execution/started.ts'
import type { CardPorts, TerminalRules } from './card-context.ts'
import { plansOfProviders } from './card-needs.ts'
import { NOTHING_REQUESTED } from '../../three-ds/index.ts'
import { type CardOrigin, startCard } from './start-card.ts'

/** The keys that open the sealed fields of a request. */
export async function openingOf(
  ports: Pick<CardPorts & MerchantRecords, 'loadPrivateKeys' | 'clock'>,
  { merchantId, session }: PaymentOrder,
) {
  const keys = await ports.loadPrivateKeys(merchantId)
  return { context: session?.id ?? '', keys, nowMs: ports.clock.now() }
}

/** Charges a card that was opened, unless the merchant's settings or a rule of cards refuse it. */
export async function chargeCard(
  ports: CardPorts & MerchantRecords,
  order: PaymentOrder,
  opened: { readonly uses: readonly OneTimeUse[]; readonly origin: CardOrigin },
  check: (terminal: Terminal, nowMs: number) => CardValidation,
): Promise<Authorized> {
  const terminal = await ports.findTerminal(order.merchantId, order.terminalId)
  const refusal = await findOrderRefusal(ports, order, terminal)
  if (refusal !== null || terminal === null) {
    return refuseOrder(ports, order, refusal ?? UNKNOWN_TERMINAL, opened.uses)
  }
  const unrequested = findRequestedRefusal(terminal, order.requested ?? NOTHING_REQUESTED)
  if (unrequested !== null) return refuseOrder(ports, order, unrequested, opened.uses)
  const checked = check(terminal, ports.clock.now())
  if (!checked.ok) {
    const { processingCode, property, message } = checked
    return refuseOrder(ports, order, { processingCode, property, message }, opened.uses)
  }
  const { installmentCount: count = null, currency, amountMinor, paymentMethodType: type } = order
  if (count !== null) {
    const { brand } = checked.card
    const payment = { count, currency, amountMinor, type, brand }
    const { session } = order
    const customer = fillFromRecord(order.customer, order.customerRecord ?? null)
    const plans = plansOfProviders(ports.providers, terminal, { ...order, customer })
    const browser = session && ({ sender: 'browser', maxCount: session.maxInstallments } as const)
    const verdict = evaluateInstallments(plans, payment, browser ?? undefined)
    if (verdict.kind === 'refused') return { kind: 'unreadable', errors: verdict.errors }
    if (verdict.kind === 'invalid') return refuseOrder(ports, order, verdict.refusal, opened.uses)
  }
  const { proof = null, initiator } = opened.origin
  // The cardholder is absent and cannot be authenticated.
  const needsThreeDs = proof === null && initiator !== 'MERCHANT'
  if (needsThreeDs && !terminal.features.has('THREE_DS'))
    return refuseOrder(ports, order, NO_THREE_DS, opened.uses)
  const hash = await ports.fingerprintCard(order.merchantId, checked.card.pan)
  const charge = { card: checked.card, summary: checked.summary, hash, ...opened }
  const keepsPartialApproval =
    order.acceptsPartialApproval === true && terminal.features.has('PARTIAL_APPROVALS')
  return startCard(ports, { ...order, keepsPartialApproval }, charge, rulesOf(terminal))
}

/** Returns the terminal's settings for card payments. */
export function rulesOf(terminal: Terminal): TerminalRules {
  const maxRetries = terminal.features.has('FALLBACK_ROUTING') ? terminal.maxRetries : 0
  return {
    routing: { accounts: terminal.routing, maxRetries },
    onUnavailable: terminal.onUnavailable,
    usesThreeDs: terminal.features.has('THREE_DS'),
  }
}
