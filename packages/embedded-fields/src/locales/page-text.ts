import { LOCALES, type Locale } from '@sluice/types/vocabulary'
import { PAGE_TEXT_NAMES, PAGE_TEXTS, type PageTextName } from './page-texts.ts'

/** What the merchant's page says. What has no words of its own was refused. */
export function pageText(locale: Locale, name: string): string {
  const texts = PAGE_TEXTS[LOCALES.indexOf(locale)] ?? []
  const textOf = (known: PageTextName) => texts[PAGE_TEXT_NAMES.indexOf(known)]
  return textOf(name as PageTextName) ?? textOf('request_refused') ?? ''
}
