import { OUTCOME_TEXTS, type ShopperSituation } from '@sluice/texts/outcomes'
import { type Language, LANGUAGES } from './locales.ts'

export type { ShopperSituation }

/** One sentence or two for the customer, in every language of the gateway. */
export type ShopperText = Readonly<Record<Language, string>>

/**
 * Messages about an outcome, by the customer's situation. They are plain, kind and true, and say what the customer
 * can do next; they reveal nothing about the shop's settings or how to bypass a risk rule.
 */
export const SHOPPER_TEXTS: Readonly<Record<ShopperSituation, ShopperText>> = /* @__PURE__ */ bySituation()

function bySituation(): Record<ShopperSituation, ShopperText> {
  const situations = Object.keys(OUTCOME_TEXTS['en-US']) as ShopperSituation[]
  // A program in a browser carries the languages of its document only.
  const languages = (Object.keys(LANGUAGES) as Language[]).filter(
    (language) => LANGUAGES[language].locale in OUTCOME_TEXTS,
  )
  const textsOf = (situation: ShopperSituation) =>
    languages.map((language) => [language, OUTCOME_TEXTS[LANGUAGES[language].locale][situation]])
  return Object.fromEntries(
    situations.map((situation) => [situation, Object.fromEntries(textsOf(situation)) as ShopperText]),
  ) as Record<ShopperSituation, ShopperText>
}
