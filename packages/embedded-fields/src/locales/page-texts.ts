/**
 * What the merchant's page itself has to say: titles of frames, and the messages of errors that no frame tells. The
 * build evaluates this module, so that the script carries these texts and not those of the forms.
 *
 * @module
 */
import {
  CUSTOMER_TEXTS,
  type CustomerMember,
  type CustomerRule,
  type FailureCode,
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
  | FailureCode
  | CustomerMember
  | `rule_${CustomerRule}`

export const PAGE_TEXT_NAMES = Object.keys(textsOf('en-US')) as readonly PageTextName[]

/** By language, in the order of `LOCALES`; then in the order of the names, which weigh as much as short texts. */
export const PAGE_TEXTS: readonly (readonly string[])[] = LOCALES.map((locale) => {
  const texts = textsOf(locale)
  return PAGE_TEXT_NAMES.map((name) => texts[name])
})

function textsOf(locale: Locale): Readonly<Record<PageTextName, string>> {
  const { bankPage, challengeTitle, failures } = PAYMENT_TEXTS[locale]
  const { members, rules } = CUSTOMER_TEXTS[locale]
  return {
    cardForm: FORM_TEXTS[locale].cardForm,
    methodList: METHOD_TEXTS[locale].methodList,
    bankPage,
    challengeTitle,
    ...failures,
    ...members,
    rule_phone: rules.phone,
    rule_email: rules.email,
    rule_country: rules.country,
    rule_other: rules.other,
  }
}
