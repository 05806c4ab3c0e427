import { existsIn, isKnownIn, type MethodRules } from '../../method-catalogue/index.ts'
import { findMethodAmountRefusal } from './amount-limits.ts'
import type { OrderRefusal } from './checks.ts'

/** The part of a payment that can violate a method's limits. */
export interface RefusableOrder {
  readonly currency: string
  readonly amountMinor: number
  readonly country?: string | null
}

type Rule = (method: MethodRules, order: RefusableOrder) => OrderRefusal | null

/**
 * The checks in their order; the first refusal decides. The catalogue is not applied to requests, because the
 * provider knows its methods better and the specification lists every code without a currency.
 */
const RULES: readonly Rule[] = [
  ({ type, requests }, order) =>
    existsIn(requests, order)
      ? null
      : {
          processingCode: '2004',
          property: 'currency',
          message: `${type} takes ${requests.currencies.join(', ')} only`,
        },
  ({ type, requests }, { country = null }) =>
    isKnownIn(requests, { country })
      ? null
      : {
          processingCode: '2004',
          property: 'country',
          message: `${type} exists in ${requests.countries.join(', ')} only`,
        },
  findMethodAmountRefusal,
]

/**
 * Returns the reason why a method refuses the payment, with the member of the request that has to change; null if it
 * accepts it.
 */
export function findMethodRefusal(method: MethodRules, order: RefusableOrder): OrderRefusal | null {
  for (const rule of RULES) {
    const refusal = rule(method, order)
    if (refusal !== null) return refusal
  }
  return null
}
