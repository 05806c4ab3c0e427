// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { PassageTexts } from '../areas/bank-passage.ts'
import * as en from '../en/bank-passage.ts'
import * as bs from '../bs/bank-passage.ts'
import * as ro from '../ro/bank-passage.ts'
import * as sv from '../sv/bank-passage.ts'
import * as de from '../de/bank-passage.ts'
import * as pl from '../pl/bank-passage.ts'
import type { Locale } from './languages.ts'

export type * from '../areas/bank-passage.ts'

export const PASSAGE_TEXTS: Readonly<Record<Locale, PassageTexts>> = {
  'en-US': en.passageTexts,
  'bs-BA': bs.passageTexts,
  'ro-RO': ro.passageTexts,
  'sv-SE': sv.passageTexts,
  'de-DE': de.passageTexts,
  'pl-PL': pl.passageTexts,
}
