import type { Currency } from '@sluice/types/vocabulary'

import type { Declarations } from '../execution/declarations.ts'
import type { OrderRefusal } from './checks.ts'

/** Returns the refusal of an amount outside the provider's limits, which names the limit; null if the amount is accepted. */
export function findAmountRefusal(
  limits: Declarations['amounts'],
  { amountMinor, currency }: { readonly amountMinor: number; readonly currency: string },
): OrderRefusal | null {
  const limit = limits.get(currency as Currency)
  if (limit === undefined) return null
  const { minMinor, maxMinor } = limit
  if (amountMinor < minMinor) return outside(`takes at least ${minMinor} ${currency}`)
  return amountMinor > maxMinor ? outside(`takes at most ${maxMinor} ${currency}`) : null
}

function outside(what: string): OrderRefusal {
  return {
    processingCode: '2011',
    property: 'amount',
    message: `the payment provider ${what} in minor units`,
  }
}
