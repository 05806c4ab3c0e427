import type { ClientSession, OfferedSavedCard } from '@sluice/types'

/** One choice in the list of ways to pay; `id` is the value of its radio button and part of the ids around it. */
export type WayToPay =
  | { readonly kind: 'saved-card'; readonly id: string; readonly card: OfferedSavedCard }
  | { readonly kind: 'card'; readonly id: 'card' }
  | { readonly kind: 'other'; readonly id: 'other' }

/** A saved card is the quickest, so those come first. Wallets have buttons of their own and are no choice. */
export function listWaysToPay({
  payment_methods: methods,
  saved_cards: savedCards,
}: Pick<ClientSession, 'payment_methods' | 'saved_cards'>): readonly WayToPay[] {
  const takesCards = methods.some(({ type }) => type === 'card')
  return [
    ...(takesCards
      ? savedCards.map((card, index): WayToPay => ({ kind: 'saved-card', id: `saved-${index + 1}`, card }))
      : []),
    ...(takesCards ? [{ kind: 'card', id: 'card' } as const] : []),
    ...(listOtherMethods(methods).length > 0 ? [{ kind: 'other', id: 'other' } as const] : []),
  ]
}

/** Methods that the shopper confirms somewhere else. */
export function listOtherMethods(
  methods: ClientSession['payment_methods'],
): ClientSession['payment_methods'] {
  return methods.filter(({ type }) => type !== 'card' && !WALLETS.includes(type))
}

/** Their buttons come from the wallet's own script, which never runs on this page. */
const WALLETS: readonly string[] = ['gwallet-pay']

export function listWallets(methods: ClientSession['payment_methods']): ClientSession['payment_methods'] {
  return methods.filter(({ type }) => WALLETS.includes(type))
}
