import type { ErrorItem } from '@sluice/types'

import { findAmountRefusal } from '../admission/amount-limits.ts'
import { findMissingMembers } from '../admission/requirements.ts'
import type { BoundProvider } from '../execution/bound-provider.ts'
import { CARD_METHOD, type ProviderOptions } from '../execution/provider.ts'
import type { Transaction } from '../execution/transaction.ts'

/** What a provider is told of a card payment besides the card. */
export type CardPayment = Pick<Transaction, 'customer' | 'amountMinor' | 'currency'> & {
  readonly country?: string | null
  readonly options?: ProviderOptions | null
}

/** The members that a provider needs for cards, and that a payment lacks. */
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

/** Whether a provider takes a card payment of which another one was asked before; one that is gone refuses it when it is asked. */
export function takesPayment(
  provider: Pick<BoundProvider, 'capabilities'> | undefined,
  payment: CardPayment,
): boolean {
  return (
    provider === undefined ||
    (findMissingCardMembers(provider, payment).length === 0 &&
      findAmountRefusal(provider.capabilities.amounts, payment) === null)
  )
}

/** Whether a provider takes a card payment of which no one was asked before: it is configured, and takes cards. */
export function chargesCard(
  provider: Pick<BoundProvider, 'capabilities'> | undefined,
  payment: CardPayment,
): boolean {
  return provider?.capabilities.methods.has(CARD_METHOD) === true && takesPayment(provider, payment)
}
