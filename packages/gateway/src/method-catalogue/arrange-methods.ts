import { ALTERNATIVE_TYPES } from '@sluice/types/vocabulary'

import type { DescribedMethod } from './describe-method.ts'
import { existsIn, isKnownIn, limitsIn, type PaidWhere } from './fits.ts'

/** A checkout in which the customer chooses a method. */
export interface Checkout extends PaidWhere {
  readonly amountMinor: number
}

/** Returns the methods for a customer in display order. */
export function arrangeMethods(
  methods: readonly DescribedMethod[],
  checkout: Checkout,
): readonly DescribedMethod[] {
  return methods
    .filter((method) => isShown(method, checkout))
    .toSorted((one, other) => compare(rankOf(one, checkout), rankOf(other, checkout)))
}

function isShown(method: DescribedMethod, checkout: Checkout): boolean {
  const { amountMinor, currency } = checkout
  return (
    method.isVisible &&
    method.name !== null &&
    existsIn(method, checkout) &&
    isKnownIn(method, checkout) &&
    limitsIn(method, currency).every(
      ({ minMinor, maxMinor, stepMinor = 1 }) =>
        minMinor <= amountMinor && amountMinor <= maxMinor && amountMinor % stepMinor === 0,
    )
  )
}

/**
 * Methods of the customer's country come first, then those of the currency; the configured order decides among them.
 */
function rankOf(method: DescribedMethod, { country }: Checkout): readonly number[] {
  const isOfCountry = country !== null && method.countries.includes(country)
  const isOfCurrency = method.currencies.length > 0
  const relevance = isOfCountry ? 0 : isOfCurrency ? 1 : 2
  const place = ALTERNATIVE_TYPES.findIndex((type) => type === method.type)
  return [relevance, method.order ?? Number.MAX_SAFE_INTEGER, place]
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((rank, index) => rank !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
