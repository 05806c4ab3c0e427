import type { ErrorItem } from '@sluice/types'

import type { InstallmentPlan, Terminal } from '../../merchants/index.ts'
import { limitsOfSettings } from '../../method-catalogue/index.ts'
import { findAmountRefusal } from '../admission/amount-limits.ts'
import type { OrderRefusal } from '../admission/checks.ts'
import { canDivide, dividePlans } from '../admission/divide-plans.ts'
import { findMissingMembers } from '../admission/requirements.ts'
import type { BoundProvider } from '../execution/bound-provider.ts'
import { CARD_METHOD, type ProviderOptions } from '../execution/provider.ts'
import type { Transaction } from '../execution/transaction.ts'

/** The data of a card payment that a provider receives besides the card. */
export type CardPayment = Pick<Transaction, 'customer' | 'amountMinor' | 'currency' | 'transactionType'> & {
  readonly country?: string | null
  readonly installmentCount?: number | null
  readonly options?: ProviderOptions | null
}

/** Returns the members that a provider requires for cards and a payment lacks. */
export function findMissingCardMembers(
  { capabilities }: Pick<BoundProvider, 'capabilities'>,
  { customer, country, options = null }: CardPayment,
): readonly ErrorItem[] {
  return findMissingMembers(capabilities.requires, {
    method: CARD_METHOD,
    country: country ?? customer?.country ?? null,
    customer,
    options,
  })
}

/** Returns the refusal of an amount outside the provider's limits, for all methods and for cards; null if it is accepted. */
export function findCardAmountRefusal(
  { capabilities }: Pick<BoundProvider, 'capabilities'>,
  payment: Pick<CardPayment, 'amountMinor' | 'currency' | 'transactionType'>,
): OrderRefusal | null {
  // A verification has no amount.
  if (payment.transactionType === 'VERIFY') return null
  const ofCards = capabilities.methodSettings.get(CARD_METHOD) ?? {}
  return findAmountRefusal([capabilities.amounts, ...limitsOfSettings(ofCards)], payment)
}

/** Returns the refusal of a verification that the provider is not declared to offer; null for payments. */
export function findUnverified(
  { capabilities }: Pick<BoundProvider, 'capabilities'>,
  { transactionType }: Pick<CardPayment, 'transactionType'>,
): OrderRefusal | null {
  return transactionType === 'VERIFY' && !capabilities.operations.verify ? UNVERIFIED : null
}

const UNVERIFIED: OrderRefusal = {
  processingCode: '2010',
  property: 'transaction_type',
  message: 'the payment provider verifies no cards',
}

/** Returns the refusal of installments that the provider is not declared to offer; null for payments at once. */
export function findUndividable(
  { capabilities }: Pick<BoundProvider, 'capabilities'>,
  { installmentCount = null, currency }: Pick<CardPayment, 'installmentCount' | 'currency'>,
): OrderRefusal | null {
  if (installmentCount === null) return null
  return canDivide(capabilities.operations.installments, currency, installmentCount) ? null : UNDIVIDABLE
}

/**
 * Limits the plans of a terminal to the counts that at least one provider offers which would charge the payment at once. If there is
 * none, the plans stay as they are, because the payment is refused for another reason.
 */
export function plansOfProviders(
  providers: ReadonlyMap<string, Pick<BoundProvider, 'capabilities'>>,
  { routing, installments }: Pick<Terminal, 'routing' | 'installments'>,
  payment: CardPayment,
): readonly InstallmentPlan[] {
  const atOnce = { ...payment, installmentCount: null }
  const declared = routing.flatMap(({ providerId }) => {
    const provider = providers.get(providerId)
    return provider && chargesCard(provider, atOnce) ? [provider.capabilities.operations.installments] : []
  })
  const plans = installments.filter(({ currency }) => currency === payment.currency)
  const divided = dividePlans(plans, declared)
  return divided.length === 0 ? installments : divided
}

const UNDIVIDABLE: OrderRefusal = {
  processingCode: '2012',
  property: 'options.installments',
  message: 'the payment provider does not charge cards in these installments',
}

/**
 * Returns whether a provider accepts a card payment after another provider was tried; a removed provider refuses it
 * when called.
 */
export function takesPayment(
  provider: Pick<BoundProvider, 'capabilities'> | undefined,
  payment: CardPayment,
): boolean {
  return (
    provider === undefined ||
    (findUnverified(provider, payment) === null &&
      findUndividable(provider, payment) === null &&
      findMissingCardMembers(provider, payment).length === 0 &&
      findCardAmountRefusal(provider, payment) === null)
  )
}

/** Returns whether a provider can make the first attempt of a card payment: it is configured and accepts cards. */
export function chargesCard(
  provider: Pick<BoundProvider, 'capabilities'> | undefined,
  payment: CardPayment,
): boolean {
  return provider?.capabilities.methods.has(CARD_METHOD) === true && takesPayment(provider, payment)
}
