// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { FormTexts, FailureTexts, PaymentTexts, CustomerTexts } from '../../areas/card-form.ts'
import * as en from '../../en/card-form.ts'
import * as bs from '../../bs/card-form.ts'
import * as ro from '../../ro/card-form.ts'
import * as sv from '../../sv/card-form.ts'
import { withFurther } from '../../further-texts.ts'
import type { Locale } from '../languages.ts'

export type * from '../../areas/card-form.ts'

export const FORM_TEXTS: Readonly<Record<Locale, FormTexts>> = /* @__PURE__ */ withFurther<FormTexts>(
  'formTexts',
  {
    'en-US': en.formTexts,
    'bs-BA': bs.formTexts,
    'ro-RO': ro.formTexts,
    'sv-SE': sv.formTexts,
  },
)

export const FAILURE_TEXTS: Readonly<Record<Locale, FailureTexts>> =
  /* @__PURE__ */ withFurther<FailureTexts>('failureTexts', {
    'en-US': en.failureTexts,
    'bs-BA': bs.failureTexts,
    'ro-RO': ro.failureTexts,
    'sv-SE': sv.failureTexts,
  })

export const PAYMENT_TEXTS: Readonly<Record<Locale, PaymentTexts>> =
  /* @__PURE__ */ withFurther<PaymentTexts>('paymentTexts', {
    'en-US': en.paymentTexts,
    'bs-BA': bs.paymentTexts,
    'ro-RO': ro.paymentTexts,
    'sv-SE': sv.paymentTexts,
  })

export const CUSTOMER_TEXTS: Readonly<Record<Locale, CustomerTexts>> =
  /* @__PURE__ */ withFurther<CustomerTexts>('customerTexts', {
    'en-US': en.customerTexts,
    'bs-BA': bs.customerTexts,
    'ro-RO': ro.customerTexts,
    'sv-SE': sv.customerTexts,
  })
