import type { Locale } from '@sluice/types/vocabulary'
import { PAGE_TEXT_NAMES, PAGE_TEXTS, type PageTextName } from './page-texts.ts'

/** Texts that the script does not contain, by locale and name. */
const told: Record<string, Readonly<Record<string, string>>> = {}

/** The locales that the page can speak itself. */
export function spokenByPage(): readonly Locale[] {
  return Object.keys({ ...PAGE_TEXTS, ...told }) as Locale[]
}

/** A frame speaks this locale: from now on the page can do so too. */
export function learnTexts(locale: string, texts: Readonly<Record<string, string>>): Locale {
  told[locale] = texts
  return locale as Locale
}

/** What the merchant's page says. */
export function pageText(locale: Locale, name: PageTextName): string {
  return textOf(locale, name) ?? ''
}

/** What is wrong with a member of a customer: its name and its rule. */
export function customerText(locale: Locale, member: string): string {
  const rule = textOf(locale, `rule_${member}`) ?? textOf(locale, 'rule_other')
  return `${textOf(locale, member) ?? member}: ${rule}`
}

function textOf(locale: Locale, name: string): string | undefined {
  const place = PAGE_TEXT_NAMES.indexOf(name as PageTextName)
  return PAGE_TEXTS[locale]?.[place] ?? told[locale]?.[name] ?? PAGE_TEXTS['en-US']?.[place]
}
