import type { ClientSession } from '@sluice/types'

/** A card that the shopper may pay with. */
export interface PayingCard {
  /** The `payment_method.type`. */
  readonly type: 'card' | 'saved_card'
  /** The brand; null if unknown. */
  readonly brand: string | null
}

/** Returns the numbers of installments that a session offers for a card, ascending; none for a card that is paid in full. */
export function countInstallments(
  offered: ClientSession['installments'],
  { type, brand }: PayingCard,
): readonly number[] {
  const fitting = (offered ?? []).filter(
    ({ payment_method_types: types, brands }) =>
      types.includes(type) && (brand === null || brands.includes(brand)),
  )
  const counts = fitting.flatMap(({ min_count: min, max_count: max }) =>
    Array.from({ length: max - min + 1 }, (_, place) => min + place),
  )
  return [...new Set(counts)].sort((one, other) => one - other)
}
