import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'

import { TEXTS } from '../texts/texts.ts'

const EXAMPLE_MINOR = 1_250

/** What is wrong with a typed amount of a currency, with an example that has the currency's own decimals. */
export function notAnAmount(currency: string): string {
  return TEXTS.notAnAmount(currency, isCurrency(currency) ? fromMinorUnits(EXAMPLE_MINOR, currency) : '12.50')
}
