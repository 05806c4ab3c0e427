import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'

import { TEXTS } from '../texts/texts.ts'

const EXAMPLE_MINOR = 1_250

/** Returns the message about an invalid amount, with an example that has the decimals of the currency. */
export function notAnAmount(currency: string): string {
  return TEXTS.notAnAmount(currency, isCurrency(currency) ? fromMinorUnits(EXAMPLE_MINOR, currency) : '12.50')
}
