/**
 * What the merchant's page itself has to say: titles of frames, and the errors that no frame can tell. The
 * build evaluates this module, so that the script carries these texts and not those of the forms.
 *
 * @module
 */
import {
  CUSTOMER_TEXTS,
  type CustomerMember,
  type CustomerRule,
  FAILURE_TEXTS,
  FORM_TEXTS,
  PAYMENT_TEXTS,
} from '@sluice/texts/card-form'
import { type Locale, LOCALES } from '@sluice/texts/languages'
import { METHOD_TEXTS } from '@sluice/texts/methods'

export type PageTextName =
  | 'cardForm'
  | 'methodList'
  | 'bankPage'
  | 'challengeTitle'
  // What no frame is there to say: it did not load, or has said nothing yet.
  | 'network_error'
  | 'service_unavailable'
  | 'request_refused'
  | CustomerMember
  | `rule_${CustomerRule}`

export const PAGE_TEXT_NAMES = Object.keys(textsOf('en-US')) as readonly PageTextName[]

/** By language, in the order of `LOCALES`; then in the order of the names, which weigh as much as short texts. */
export const PAGE_TEXTS: readonly (readonly string[])[] = LOCALES.map((locale) => {
  const texts = textsOf(locale)
  return PAGE_TEXT_NAMES.map((name) => texts[name])
})

function textsOf(locale: Locale): Readonly<Record<PageTextName, string>> {
  const { bankPage, challengeTitle } = PAYMENT_TEXTS[locale]
  const { network_error, service_unavailable, request_refused } = FAILURE_TEXTS[locale]
  const { members, rules } = CUSTOMER_TEXTS[locale]
  return {
    cardForm: FORM_TEXTS[locale].cardForm,
    methodList: METHOD_TEXTS[locale].methodList,
    bankPage,
    challengeTitle,
    network_error,
    service_unavailable,
    request_refused,
    ...members,
    rule_phone: rules.phone,
    rule_email: rules.email,
    rule_country: rules.country,
    rule_other: rules.other,
  }
}
