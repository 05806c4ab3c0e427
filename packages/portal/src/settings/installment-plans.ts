import { CARD_METHOD_TYPES, cardBrandName } from '@sluice/types/vocabulary'

import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { formatAmount } from '../wording/format.ts'
import { methodTypeName } from '../wording/method-type-name.ts'
import type { InstallmentPlan, Settings, Terminal } from './settings.ts'

const { installments: texts } = SETTINGS_TEXTS

/** The plans that a terminal has now, which may no longer be those that a person sees. */
export function plansOf({ settings }: Settings, terminalId: string): readonly InstallmentPlan[] {
  return settings.terminals.find(({ terminal_id: id }) => id === terminalId)?.installments ?? []
}

/** The plans with one in the place of an old one; at the end where the old one is new or gone. */
export function withPlan(
  plans: readonly InstallmentPlan[],
  old: InstallmentPlan | null,
  plan: InstallmentPlan,
): { readonly plans: readonly InstallmentPlan[]; readonly index: number } {
  const place = placeOf(plans, old)
  const index = place === -1 ? plans.length : place
  return { plans: [...plans.slice(0, index), plan, ...plans.slice(index + 1)], index }
}

/** The plans without one. */
export function withoutPlan(
  plans: readonly InstallmentPlan[],
  old: InstallmentPlan,
): readonly InstallmentPlan[] {
  const place = placeOf(plans, old)
  return plans.filter((_, index) => index !== place)
}

/** Finds a plan by its content, because plans have no ids. */
function placeOf(plans: readonly InstallmentPlan[], plan: InstallmentPlan | null): number {
  const said = JSON.stringify(plan)
  return plans.findIndex((one) => JSON.stringify(one) === said)
}

/** `EUR: 2 to 12 from EUR 10.00 (Visa, Mastercard)`. */
export function describePlan(plan: InstallmentPlan, { brands }: Pick<Terminal, 'brands'>): string {
  const { currency, min_count: min, max_count: max, min_amount: least } = plan
  const taken = brands.filter((brand) => plan.brands.includes(brand))
  const ways = CARD_METHOD_TYPES.filter((type) => plan.payment_method_types.includes(type))
  const only = [
    ...(taken.length === brands.length ? [] : taken.map(cardBrandName)),
    ...(ways.length === CARD_METHOD_TYPES.length ? [] : ways.map(methodTypeName)),
  ]
  return [
    texts.range(currency, min, max),
    ...(least > 1 ? [texts.minimum(formatAmount(least, currency))] : []),
    ...(only.length > 0 ? [`(${only.join(', ')})`] : []),
  ].join(' ')
}
