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
  /** A 422 response; nothing is stored. */
  | { readonly kind: 'refused'; readonly errors: readonly ErrorItem[] }

/** The name of the choice in requests of merchants' servers and in those of browsers. */
const MEMBERS = { server: 'options.installments', browser: 'installments' } as const

/** The sender of the choice, and the highest count that the merchant offers a browser; null for a merchant's server. */
interface Chooser {
  readonly sender: keyof typeof MEMBERS
  readonly maxCount: number | null
}

const SERVER: Chooser = { sender: 'server', maxCount: null }

/**
 * Checks a choice of installments against the plans of a terminal: currency, then method and brand, then count and
 * amount. An answer names no count above `maxCount`.
 */
export function evaluateInstallments(
  plans: readonly InstallmentPlan[],
  { count, currency, amountMinor, type, brand }: InstallmentPayment,
  { sender, maxCount: most }: Chooser = SERVER,
): InstallmentsVerdict {
  const unoffered = findUnofferedInstallments(plans, currency)
  if (unoffered !== null) return { kind: 'invalid', refusal: unoffered }
  const ofCard = plans.filter(
    (plan) =>
      plan.currency === currency &&
      plan.methods.includes(type) &&
      brand !== null &&
      plan.brands.includes(brand),
  )
  if (ofCard.length === 0) return { kind: 'invalid', refusal: notForCard(plans, currency) }
  const affordable = offerInstallments(ofCard, { currency, amountMinor, maxCount: most ?? Infinity })
  if (affordable.some(({ minCount, maxCount }) => count >= minCount && count <= maxCount))
    return { kind: 'allowed' }
  return outOfBounds(`${MEMBERS[sender]}.count`, count, affordable)
}

/** Returns the reason why a terminal offers no installments in a currency with any method; null if it does. */
export function findUnofferedInstallments(
  plans: readonly InstallmentPlan[],
  currency: string,
): OrderRefusal | null {
  if (plans.length === 0) return { processingCode: '2016', property: MEMBERS.server }
  const currencies = new Set<string>(plans.map((plan) => plan.currency))
  if (currencies.has(currency)) return null
  const message = `the terminal offers installments only in ${[...currencies].join(', ')}`
  return { processingCode: '2012', property: MEMBERS.server, message }
}

function notForCard(plans: readonly InstallmentPlan[], currency: string): OrderRefusal {
  const ofCurrency = plans.filter((plan) => plan.currency === currency)
  const brands = new Set(ofCurrency.flatMap((plan) => plan.brands))
  const types = new Set(ofCurrency.flatMap((plan) => plan.methods))
  const message = `the terminal offers installments in ${currency} only for ${[...brands].join(', ')}, paid by ${[...types].join(', ')}`
  return { processingCode: '2007', property: MEMBERS.server, message }
}

/** Returns the plans from which a shopper may choose in a checkout, without counts above `maxCount`. */
export function offerInstallments(
  plans: readonly InstallmentPlan[],
  {
    currency,
    amountMinor,
    maxCount: most,
  }: Pick<InstallmentPayment, 'currency' | 'amountMinor'> & {
    readonly maxCount: number | null
  },
): readonly InstallmentPlan[] {
  if (most === null) return []
  return plans
    .filter(
      (plan) => plan.currency === currency && amountMinor >= plan.minAmountMinor && plan.minCount <= most,
    )
    .map((plan) => ({ ...plan, maxCount: Math.min(plan.maxCount, most) }))
}

/** An amount below every plan's minimum is paid at once. A plan with gaps has each of its counts listed, or a count between them would be tried next. */
function outOfBounds(
  property: string,
  count: number,
  plans: readonly InstallmentPlan[],
): InstallmentsVerdict {
  const counts = plans.length === 0 ? [1] : listCounts(plans)
  const [min, max] = [Math.min(...counts), Math.max(...counts)]
  const error =
    counts.length === max - min + 1
      ? { message: `must be between ${min} and ${max}`, params: [property, String(min), String(max)] }
      : { message: `must be one of ${counts.join(', ')}`, params: [property, counts.join(',')] }
  return {
    kind: 'refused',
    errors: [{ property, message: error.message, params: [...error.params, String(count)] }],
  }
}

/** Returns every count of the plans once, the smallest first. */
function listCounts(plans: readonly InstallmentPlan[]): readonly number[] {
  const counts = plans.flatMap(({ minCount, maxCount }) =>
    Array.from({ length: maxCount - minCount + 1 }, (_, index) => minCount + index),
  )
  return [...new Set(counts)].toSorted((one, other) => one - other)
}
