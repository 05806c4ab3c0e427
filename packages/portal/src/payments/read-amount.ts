import { isCurrency, toMinorUnits } from '@sluice/types/vocabulary'

/** Returns a typed amount in minor units; null if it is invalid, also for this currency. */
export function readAmount(text: string, currency: string): number | null {
  if (!isCurrency(currency)) return null
  try {
    return toMinorUnits(text.trim().replace(',', '.'), currency)
  } catch {
    return null
  }
}
