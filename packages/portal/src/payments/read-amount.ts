import { isCurrency, toMinorUnits } from '@sluice/types/vocabulary'

/** Returns an amount as a person writes it, in minor units; null when it is none, or none of this currency. */
export function readAmount(text: string, currency: string): number | null {
  if (!isCurrency(currency)) return null
  try {
    return toMinorUnits(text.trim().replace(',', '.'), currency)
  } catch {
    return null
  }
}
