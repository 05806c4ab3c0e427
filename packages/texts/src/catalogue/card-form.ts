// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { FormTexts, FailureTexts, PaymentTexts, CustomerTexts } from '../areas/card-form.ts'
import * as en from '../en/card-form.ts'
import * as bs from '../bs/card-form.ts'
import * as ro from '../ro/card-form.ts'
import * as sv from '../sv/card-form.ts'
import * as de from '../de/card-form.ts'
import * as pl from '../pl/card-form.ts'
import type { Locale } from './languages.ts'

export type * from '../areas/card-form.ts'

export const FORM_TEXTS: Readonly<Record<Locale, FormTexts>> = {
  'en-US': en.formTexts,
  'bs-BA': bs.formTexts,
  'ro-RO': ro.formTexts,
  'sv-SE': sv.formTexts,
  'de-DE': de.formTexts,
  'pl-PL': pl.formTexts,
}

export const FAILURE_TEXTS: Readonly<Record<Locale, FailureTexts>> = {
  'en-US': en.failureTexts,
  'bs-BA': bs.failureTexts,
  'ro-RO': ro.failureTexts,
  'sv-SE': sv.failureTexts,
  'de-DE': de.failureTexts,
  'pl-PL': pl.failureTexts,
}

export const PAYMENT_TEXTS: Readonly<Record<Locale, PaymentTexts>> = {
  'en-US': en.paymentTexts,
  'bs-BA': bs.paymentTexts,
  'ro-RO': ro.paymentTexts,
  'sv-SE': sv.paymentTexts,
  'de-DE': de.paymentTexts,
  'pl-PL': pl.paymentTexts,
}

export const CUSTOMER_TEXTS: Readonly<Record<Locale, CustomerTexts>> = {
  'en-US': en.customerTexts,
  'bs-BA': bs.customerTexts,
  'ro-RO': ro.customerTexts,
  'sv-SE': sv.customerTexts,
  'de-DE': de.customerTexts,
  'pl-PL': pl.customerTexts,
}
