/**
 * The texts of the frames: their programs carry no language, so the gateway writes the texts of one into each document.
 *
 * @module
 */
import { FAILURE_TEXTS, FORM_TEXTS, PAYMENT_TEXTS } from '@sluice/texts/card-form'
import { FURTHER_TEXTS_ID } from '@sluice/texts/further-texts'
import { METHOD_TEXTS } from '@sluice/texts/methods'
import {
  ALWAYS_SPOKEN,
  DEFAULT_LOCALE,
  type Language,
  LANGUAGES,
  type Locale,
  LOCALES,
  matchLocale,
} from '@sluice/types/vocabulary'
import { pageTextsIn } from './locales/page-texts.ts'
import { SAID_BY_PAGE } from './locales/said-by-page.ts'

/** Frames with texts, and which texts. The other texts would only add weight. */
const TABLES_OF_FRAMES = {
  cardFrame: ['formTexts', 'failureTexts', SAID_BY_PAGE],
  methodsFrame: ['methodTexts', 'failureTexts', SAID_BY_PAGE],
  threeDsFrame: ['paymentTexts'],
} as const satisfies Readonly<Record<string, readonly TableName[]>>

type SpeakingFrame = keyof typeof TABLES_OF_FRAMES

/**
 * @param wishes - the shopper's languages, most preferred first.
 * @param languages - the merchant's languages in
 * addition to those of all merchants.
 */
export type FrameTexts = (
  frame: SpeakingFrame,
  wishes: readonly string[],
  languages: readonly Language[],
) => string

/**
 * Returns all texts of the frames in a locale, and the texts that the surrounding page shows in it without carrying
 * them.
 */
function tablesIn(locale: Locale) {
  return {
    formTexts: FORM_TEXTS[locale],
    failureTexts: FAILURE_TEXTS[locale],
    paymentTexts: PAYMENT_TEXTS[locale],
    methodTexts: METHOD_TEXTS[locale],
    [SAID_BY_PAGE]: locale === DEFAULT_LOCALE ? {} : pageTextsIn(locale),
  }
}

type TableName = keyof ReturnType<typeof tablesIn>

export const frameTexts: FrameTexts = (frame, wishes, languages) => {
  const locale = matchLocale(wishes, languages)
  const spoken = [...ALWAYS_SPOKEN, ...languages].map((language) => LANGUAGES[language].locale)
  const tables = tablesIn(locale)
  const said = Object.fromEntries(TABLES_OF_FRAMES[frame].map((name) => [name, tables[name]]))
  const json = JSON.stringify({ [locale]: said }).replaceAll('<', '\\u003c')
  const dearestFirst = [locale, ...spoken.filter((other) => other !== locale)]
  return `<script type="application/json" id="${FURTHER_TEXTS_ID}" data-spoken="${dearestFirst.join()}">${json}</script>`
}

/** Returns the texts of all frames in each locale as JSON, for frames whose page changes its language. */
export function textsByLocale(): ReadonlyMap<string, string> {
  return new Map(LOCALES.map((locale) => [locale, JSON.stringify({ [locale]: tablesIn(locale) })]))
}
