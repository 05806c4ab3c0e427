import type { ClientSession, OfferedMethod, OfferedSavedCard } from '@sluice/types'

/** One choice in the list of ways to pay; `id` is the value of its radio button and part of the ids around it. */
export type PaymentOption =
  | { readonly kind: 'saved-card'; readonly id: string; readonly card: OfferedSavedCard }
  | { readonly kind: 'card'; readonly id: 'card' }
  /** `id` is its type. */
  | { readonly kind: 'method'; readonly id: string; readonly method: OfferedMethod }
  | { readonly kind: 'other'; readonly id: 'other' }

/** A saved card is the quickest, so those come first. Wallets have buttons of their own and are no choice. */
export function listPaymentOptions({
  payment_methods: methods,
  saved_cards: savedCards,
}: Pick<ClientSession, 'payment_methods' | 'saved_cards'>): readonly PaymentOption[] {
  const takesCards = methods.some(({ type }) => type === 'card')
  const others = listOtherMethods(methods)
  const rows = listRows(methods)
  return [
    ...(takesCards
      ? savedCards.map((card, index): PaymentOption => ({
          kind: 'saved-card',
          id: `saved-${index + 1}`,
          card,
        }))
      : []),
    ...(takesCards ? [{ kind: 'card', id: 'card' } as const] : []),
    ...rows.map((method): PaymentOption => ({ kind: 'method', id: method.type, method })),
    ...(others.length > rows.length ? [{ kind: 'other', id: 'other' } as const] : []),
  ]
}

/** More would be a list to search, which is the last row. A single method that would remain gets a row as well. */
const ROWS_MAX = 5

/** The methods that have a row of their own: the first, which are those of the shopper's country and currency. */
export function listRows(methods: ClientSession['payment_methods']): ClientSession['payment_methods'] {
  const named = listOtherMethods(methods).filter(({ name }) => name !== undefined)
  return named.slice(0, named.length > ROWS_MAX + 1 ? ROWS_MAX : named.length)
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
