/**
 * Texts of the script on the merchant's page: titles of frames, and errors that no frame can show. The build
 * evaluates this module, so that the script contains these texts and not those of the forms.
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
import { ALWAYS_SPOKEN_LOCALES, type Locale } from '@sluice/texts/languages'
import { METHOD_TEXTS } from '@sluice/texts/methods'

export type PageTextName =
  | 'cardForm'
  | 'methodList'
  // The texts for a frame that did not load, or has sent nothing yet.
  | 'network_error'
  | 'service_unavailable'
  | 'request_refused'
  | 'bankPage'
  | 'challengeTitle'
  | CustomerMember
  | `rule_${CustomerRule}`

export const PAGE_TEXT_NAMES = Object.keys(pageTextsIn('en-US')) as readonly PageTextName[]

/** The texts after a frame has responded, and has brought the page's texts in its language. */
const FIRST_OF_LATER: PageTextName = 'request_refused'

/**
 * The texts by locale, in the order of the names, which weigh as much as short texts. Contains only the languages of
 * every merchant, and of those other than English only the texts that may appear before a frame has loaded: the frames
 * send the rest.
 */
export const PAGE_TEXTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ALWAYS_SPOKEN_LOCALES.map((locale) => {
    const texts = pageTextsIn(locale)
    const end = locale === 'en-US' ? PAGE_TEXT_NAMES.length : PAGE_TEXT_NAMES.indexOf(FIRST_OF_LATER)
    return [locale, PAGE_TEXT_NAMES.slice(0, end).map((name) => texts[name])]
  }),
)

/** Returns the texts by name, in any language. */
export function pageTextsIn(locale: Locale): Readonly<Record<PageTextName, string>> {
  const { bankPage, challengeTitle } = PAYMENT_TEXTS[locale]
  const { network_error, service_unavailable, request_refused } = FAILURE_TEXTS[locale]
  const { members, rules } = CUSTOMER_TEXTS[locale]
  return {
    cardForm: FORM_TEXTS[locale].cardForm,
    methodList: METHOD_TEXTS[locale].methodList,
    network_error,
    service_unavailable,
    request_refused,
    bankPage,
    challengeTitle,
    ...members,
    rule_phone: rules.phone,
    rule_email: rules.email,
    rule_country: rules.country,
    rule_other: rules.other,
  }
}
