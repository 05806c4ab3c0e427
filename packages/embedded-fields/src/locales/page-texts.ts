/**
 * What the merchant's page itself has to say: titles of frames, and the messages of errors that no frame tells. The
 * build evaluates this module, so that the script carries these texts and not those of the forms.
 *
 * @module
 */
import type { CUSTOMER_MEMBERS } from '../protocol/messages.ts'
import * as bosnian from './bs-BA.ts'
import * as english from './en-US.ts'
import { methodTexts as bosnianMethods } from './methods.bs-BA.ts'
import { methodTexts as englishMethods } from './methods.en-US.ts'
import { methodTexts as romanianMethods } from './methods.ro-RO.ts'
import { methodTexts as swedishMethods } from './methods.sv-SE.ts'
import type { MethodTexts } from './method-texts.ts'
import * as romanian from './ro-RO.ts'
import * as swedish from './sv-SE.ts'
import type { CustomerRule, CustomerTexts, FailureCode, FormTexts, PaymentTexts } from './texts.ts'

export type PageTextName =
  | 'cardForm'
  | 'methodList'
  | 'bankPage'
  | 'challengeTitle'
  | FailureCode
  | (typeof CUSTOMER_MEMBERS)[number]
  | `rule_${CustomerRule}`

const ENGLISH = pick(english, englishMethods)

export const PAGE_TEXT_NAMES = Object.keys(ENGLISH) as readonly PageTextName[]

/** By language, in the order of `LOCALES`; then in the order of the names, which weigh as much as short texts. */
export const PAGE_TEXTS: readonly (readonly string[])[] = [
  ENGLISH,
  pick(bosnian, bosnianMethods),
  pick(romanian, romanianMethods),
  pick(swedish, swedishMethods),
].map((texts) => PAGE_TEXT_NAMES.map((name) => texts[name]))

interface CardTexts {
  readonly formTexts: FormTexts
  readonly paymentTexts: PaymentTexts
  readonly customerTexts: CustomerTexts
}

function pick(
  { formTexts, paymentTexts, customerTexts }: CardTexts,
  { methodList }: MethodTexts,
): Readonly<Record<PageTextName, string>> {
  const { bankPage, challengeTitle, failures } = paymentTexts
  const { members, rules } = customerTexts
  return {
    cardForm: formTexts.cardForm,
    methodList,
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
