import type { Currency } from '@sluice/types/vocabulary'

import type { DescribedMethod } from './describe-method.ts'
import type { AmountLimits } from './method-settings.ts'

/** The known facts about a payment before its method is chosen. */
export interface PaidWhere {
  readonly currency: string
  /** ISO 3166-1 alpha-2; null if unknown. */
  readonly country: string | null
}

/** Reports whether a method exists in the currency of a payment. */
export function existsIn(
  { currencies }: Pick<DescribedMethod, 'currencies'>,
  { currency }: Pick<PaidWhere, 'currency'>,
): boolean {
  return currencies.length === 0 || currencies.some((one) => one === currency)
}

/** Reports whether customers in a country have a method; an unknown country excludes none. */
export function isKnownIn(
  { countries }: Pick<DescribedMethod, 'countries'>,
  { country }: Pick<PaidWhere, 'country'>,
): boolean {
  return countries.length === 0 || country === null || countries.includes(country)
}

/** Returns the limits that apply to a currency; all of them bind. */
export function limitsIn(
  { limits }: Pick<DescribedMethod, 'limits'>,
  currency: string,
): readonly AmountLimits[] {
  return limits.flatMap((table) => table.get(currency as Currency) ?? [])
}
