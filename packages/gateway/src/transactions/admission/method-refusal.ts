import { type DescribedMethod, existsIn, isKnownIn } from '../../method-catalogue/index.ts'
import { findMethodAmountRefusal } from './amount-limits.ts'
import { METHOD_NOT_OFFERED, type OrderRefusal } from './checks.ts'

/** The part of a payment that a method can refuse. */
export interface RefusableOrder {
  readonly currency: string
  readonly amountMinor: number
  readonly country?: string | null
}

type Rule = (method: DescribedMethod, order: RefusableOrder) => OrderRefusal | null

/** In this order; the first refusal decides. */
const RULES: readonly Rule[] = [
  ({ closed }) => (closed === null ? null : { ...METHOD_NOT_OFFERED, message: closed }),
  (method, order) =>
    existsIn(method, order)
      ? null
      : {
          processingCode: '2004',
          property: 'currency',
          message: `${method.type} takes ${method.currencies.join(', ')} only`,
        },
  (method, { country = null }) =>
    isKnownIn(method, { country })
      ? null
      : {
          processingCode: '2004',
          property: 'country',
          message: `${method.type} exists in ${method.countries.join(', ')} only`,
        },
  findMethodAmountRefusal,
]

/** Returns why a method takes no such payment, with the member of the request that has to change; null if it does. */
export function findMethodRefusal(method: DescribedMethod, order: RefusableOrder): OrderRefusal | null {
  for (const rule of RULES) {
    const refusal = rule(method, order)
    if (refusal !== null) return refusal
  }
  return null
}
