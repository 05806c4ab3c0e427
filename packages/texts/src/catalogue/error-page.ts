// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { ErrorPageTexts } from '../areas/error-page.ts'
import * as en from '../en/error-page.ts'
import * as bs from '../bs/error-page.ts'
import * as ro from '../ro/error-page.ts'
import * as sv from '../sv/error-page.ts'
import * as de from '../de/error-page.ts'
import * as pl from '../pl/error-page.ts'
import type { Locale } from './languages.ts'

export type * from '../areas/error-page.ts'

export const ERROR_PAGE_TEXTS: Readonly<Record<Locale, ErrorPageTexts>> = {
  'en-US': en.errorPageTexts,
  'bs-BA': bs.errorPageTexts,
  'ro-RO': ro.errorPageTexts,
  'sv-SE': sv.errorPageTexts,
  'de-DE': de.errorPageTexts,
  'pl-PL': pl.errorPageTexts,
}
