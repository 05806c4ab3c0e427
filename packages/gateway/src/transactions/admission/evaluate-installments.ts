import type { ErrorItem } from '@sluice/types'
import type { CardBrand } from '@sluice/types/vocabulary'

import type { InstallmentPlan } from '../../merchants/index.ts'
import type { OrderRefusal } from './checks.ts'

/** A payment in installments. */
export interface InstallmentPayment {
  readonly count: number
  readonly currency: string
  readonly amountMinor: number
  /** `payment_method.type`. */
  readonly type: string
  /** Null for a payment without a card. */
  readonly brand: CardBrand | null
}

export type InstallmentsVerdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'invalid'; readonly refusal: OrderRefusal }
  /** 422: nothing is stored. */
  | { readonly kind: 'refused'; readonly errors: readonly ErrorItem[] }

const PROPERTY = 'options.installments.count'

/** Whether the plans of a terminal let a payment be paid in installments: by currency, then method and brand, then count and amount. */
export function evaluateInstallments(
  plans: readonly InstallmentPlan[],
  { count, currency, amountMinor, type, brand }: InstallmentPayment,
): InstallmentsVerdict {
  if (plans.length === 0) return invalid('2016')
  const ofCurrency = plans.filter((plan) => plan.currency === currency)
  if (ofCurrency.length === 0) return invalid('2012')
  const ofCard = ofCurrency.filter(
    ({ methods, brands }) => methods.includes(type) && brand !== null && brands.includes(brand),
  )
  if (ofCard.length === 0) return invalid('2007')
  const affordable = ofCard.filter(({ minAmountMinor }) => amountMinor >= minAmountMinor)
  if (affordable.some(({ minCount, maxCount }) => count >= minCount && count <= maxCount))
    return { kind: 'allowed' }
  return outOfBounds(count, affordable)
}

function invalid(processingCode: '2007' | '2012' | '2016'): InstallmentsVerdict {
  return { kind: 'invalid', refusal: { processingCode, property: 'options.installments' } }
}

/** An amount below every plan's is paid at once. */
function outOfBounds(count: number, plans: readonly InstallmentPlan[]): InstallmentsVerdict {
  const min = plans.length === 0 ? 1 : Math.min(...plans.map(({ minCount }) => minCount))
  const max = plans.length === 0 ? 1 : Math.max(...plans.map(({ maxCount }) => maxCount))
  const params = [PROPERTY, String(min), String(max), String(count)]
  return {
    kind: 'refused',
    errors: [{ property: PROPERTY, message: `must be between ${min} and ${max}`, params }],
  }
}
