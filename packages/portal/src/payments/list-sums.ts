import type { Transaction } from '@sluice/types'

import { netMinor, volumeMinor } from './money-state.ts'

/** The sums of one currency, in minor units. */
export interface ListSum {
  readonly currency: string
  readonly volume: number
  readonly net: number
}

/** Types that take money from a customer. Their follow-ups are in their sums already. */
const TAKING: ReadonlySet<string> = new Set(['PURCHASE', 'AUTHORIZE', 'PAYMENT'])

/** Adds up the payments of a list by currency, the one of the most payments first. Without captured money there are no sums. */
export function listSums(payments: readonly Transaction[]): readonly ListSum[] {
  const sums = new Map<string, ListSum & { readonly count: number }>()
  for (const payment of payments) {
    const volume = TAKING.has(payment.transaction_type) ? volumeMinor(payment) : 0
    if (volume === 0) continue
    const { currency } = payment
    const before = sums.get(currency) ?? { currency, volume: 0, net: 0, count: 0 }
    sums.set(currency, {
      currency,
      volume: before.volume + volume,
      net: before.net + (netMinor(payment) ?? 0),
      count: before.count + 1,
    })
  }
  return [...sums.values()]
    .toSorted((one, other) => other.count - one.count)
    .map(({ currency, volume, net }) => ({ currency, volume, net }))
}
