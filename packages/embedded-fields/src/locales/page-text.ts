import type { Locale } from '@sluice/types/vocabulary'
import { PAGE_TEXT_NAMES, PAGE_TEXTS, type PageTextName } from './page-texts.ts'

/** Texts that the script does not contain, by locale and name. */
const told: Record<string, Readonly<Record<string, string>>> = {}

/** Returns the locales that the page can speak itself. */
export function listPageLocales(): readonly Locale[] {
  return Object.keys({ ...PAGE_TEXTS, ...told }) as Locale[]
}

/** Adds the texts of a frame's locale, so that the page can show them, too. */
export function addTexts(locale: string, texts: Readonly<Record<string, string>>): Locale {
  told[locale] = texts
  return locale as Locale
}

/** Returns a text for the merchant's page. */
export function pageText(locale: Locale, name: PageTextName): string {
  return textOf(locale, name) ?? ''
}

/** Returns the error of a customer's member: its name and its rule. */
export function customerText(locale: Locale, member: string): string {
  const rule = textOf(locale, `rule_${member}`) ?? textOf(locale, 'rule_other')
  return `${textOf(locale, member) ?? member}: ${rule}`
}

function textOf(locale: Locale, name: string): string | undefined {
  const place = PAGE_TEXT_NAMES.indexOf(name as PageTextName)
  return PAGE_TEXTS[locale]?.[place] ?? told[locale]?.[name] ?? PAGE_TEXTS['en-US']?.[place]
}
