import { matchLocale, type Locale } from '@sluice/types/vocabulary'
import * as bosnian from './bs-BA.ts'
import * as english from './en-US.ts'
import * as romanian from './ro-RO.ts'
import * as swedish from './sv-SE.ts'
import type { FormTexts, PaymentTexts } from './texts.ts'

export const FORM_TEXTS: Readonly<Record<Locale, FormTexts>> = {
  'en-US': english.formTexts,
  'bs-BA': bosnian.formTexts,
  'ro-RO': romanian.formTexts,
  'sv-SE': swedish.formTexts,
}

export const PAYMENT_TEXTS: Readonly<Record<Locale, PaymentTexts>> = {
  'en-US': english.paymentTexts,
  'bs-BA': bosnian.paymentTexts,
  'ro-RO': romanian.paymentTexts,
  'sv-SE': swedish.paymentTexts,
}

/** The locale to speak: the wished one or its language, the browser's without a wish, English when there is neither. */
export function chooseLocale(wish: string | undefined, browserLanguages: readonly string[]): Locale {
  return matchLocale(wish === undefined ? browserLanguages : [wish])
}
