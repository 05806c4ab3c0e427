import type { Currency } from '@sluice/types/vocabulary'

import {
  type AmountLimits,
  type LimitsByCurrency,
  limitsIn,
  type MethodRules,
} from '../../method-catalogue/index.ts'
import type { OrderRefusal } from './checks.ts'

interface Amount {
  readonly amountMinor: number
  readonly currency: string
}

/** Returns the refusal of an amount outside the provider's limits, which names the limit; null if the amount is accepted. */
export function findAmountRefusal(tables: readonly LimitsByCurrency[], amount: Amount): OrderRefusal | null {
  const limits = tables.flatMap((table) => table.get(amount.currency as Currency) ?? [])
  return findOutside('the payment provider', limits, amount)
}

/** Returns the refusal of an amount outside the limits of a payment method; null if the amount is accepted. */
export function findMethodAmountRefusal(method: MethodRules, amount: Amount): OrderRefusal | null {
  return findOutside(method.type, limitsIn(method, amount.currency), amount)
}

/** Returns the refusal of an amount that the provider's units cannot express; null if they can, whatever the limits. */
export function findStepRefusal(table: LimitsByCurrency, amount: Amount): OrderRefusal | null {
  const limits = table.get(amount.currency as Currency)
  return limits ? findUneven('the payment provider', [limits], amount) : null
}

function findOutside(who: string, limits: readonly AmountLimits[], amount: Amount): OrderRefusal | null {
  if (limits.length === 0) return null
  const { amountMinor, currency } = amount
  const minMinor = Math.max(...limits.map((limit) => limit.minMinor))
  const maxMinor = Math.min(...limits.map((limit) => limit.maxMinor))
  if (amountMinor < minMinor) return outside(`${who} takes at least ${minMinor} ${currency}`)
  if (amountMinor > maxMinor) return outside(`${who} takes at most ${maxMinor} ${currency}`)
  return findUneven(who, limits, amount)
}

function findUneven(
  who: string,
  limits: readonly AmountLimits[],
  { amountMinor, currency }: Amount,
): OrderRefusal | null {
  const uneven = limits.find(({ stepMinor = 1 }) => amountMinor % stepMinor !== 0)
  return uneven ? outside(`${who} takes multiples of ${uneven.stepMinor} ${currency}`) : null
}

function outside(what: string): OrderRefusal {
  return { processingCode: '2011', property: 'amount', message: `${what} in minor units` }
}
