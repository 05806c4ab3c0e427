import { LOCALES, type Locale } from '@sluice/types/vocabulary'
import { PAGE_TEXT_NAMES, PAGE_TEXTS, type PageTextName } from './page-texts.ts'

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
  return PAGE_TEXTS[LOCALES.indexOf(locale)]?.[PAGE_TEXT_NAMES.indexOf(name as PageTextName)]
}
