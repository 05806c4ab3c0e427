import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'

import type { Filters, PanelReading } from '../filters/filter-list.ts'
import { PAYMENT_FILTER_TEXTS } from '../texts/filter-texts.ts'
import { readAmount } from './read-amount.ts'

const { problems: texts } = PAYMENT_FILTER_TEXTS

/** Amounts without a currency have two decimals, as most have. */
const USUAL_CURRENCY = 'EUR'

/** Reads the amount and the digits of the panel's fields; all others are as typed. */
export function readPanel(given: Filters): PanelReading {
  const { amount = '', currency = '', last4 = '' } = given
  const minor = amount === '' ? null : readAmount(amount, currency || USUAL_CURRENCY)
  return {
    filters: { ...given, amount: minor === null ? '' : String(minor) },
    problems: {
      ...(amount !== '' && minor === null && { amount: texts.amount }),
      ...(last4 !== '' && !/^[0-9]{4}$/.test(last4) && { last4: texts.last4 }),
    },
  }
}

/** Returns the amount of a filter, as a person would type it. */
export function showAmount({ amount, currency = USUAL_CURRENCY }: Filters): string {
  if (amount === undefined) return ''
  return isCurrency(currency) ? fromMinorUnits(Number(amount), currency) : amount
}
