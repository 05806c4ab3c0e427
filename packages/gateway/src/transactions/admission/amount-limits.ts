import type { Currency } from '@sluice/types/vocabulary'

import { type DescribedMethod, type LimitsByCurrency, limitsIn } from '../../method-catalogue/index.ts'
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
export function findMethodAmountRefusal(method: DescribedMethod, amount: Amount): OrderRefusal | null {
  return findOutside(method.type, limitsIn(method, amount.currency), amount)
}

function findOutside(
  who: string,
  limits: readonly { readonly minMinor: number; readonly maxMinor: number }[],
  { amountMinor, currency }: Amount,
): OrderRefusal | null {
  if (limits.length === 0) return null
  const minMinor = Math.max(...limits.map((limit) => limit.minMinor))
  const maxMinor = Math.min(...limits.map((limit) => limit.maxMinor))
  if (amountMinor < minMinor) return outside(`${who} takes at least ${minMinor} ${currency}`)
  return amountMinor > maxMinor ? outside(`${who} takes at most ${maxMinor} ${currency}`) : null
}

function outside(what: string): OrderRefusal {
  return { processingCode: '2011', property: 'amount', message: `${what} in minor units` }
}
