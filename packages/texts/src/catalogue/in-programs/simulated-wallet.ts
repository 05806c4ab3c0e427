// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { SheetTexts } from '../../areas/simulated-wallet.ts'
import * as en from '../../en/simulated-wallet.ts'
import * as bs from '../../bs/simulated-wallet.ts'
import * as ro from '../../ro/simulated-wallet.ts'
import * as sv from '../../sv/simulated-wallet.ts'
import { withFurther } from '../../further-texts.ts'
import type { Locale } from '../languages.ts'

export type * from '../../areas/simulated-wallet.ts'

export const SHEET_TEXTS: Readonly<Record<Locale, SheetTexts>> = /* @__PURE__ */ withFurther<SheetTexts>(
  'sheetTexts',
  {
    'en-US': en.sheetTexts,
    'bs-BA': bs.sheetTexts,
    'ro-RO': ro.sheetTexts,
    'sv-SE': sv.sheetTexts,
  },
)
