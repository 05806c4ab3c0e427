// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { BankTexts } from '../../areas/simulated-bank.ts'
import * as en from '../../en/simulated-bank.ts'
import * as bs from '../../bs/simulated-bank.ts'
import * as ro from '../../ro/simulated-bank.ts'
import * as sv from '../../sv/simulated-bank.ts'
import { withFurther } from '../../further-texts.ts'
import type { Locale } from '../languages.ts'

export type * from '../../areas/simulated-bank.ts'

export const BANK_TEXTS: Readonly<Record<Locale, BankTexts>> = /* @__PURE__ */ withFurther<BankTexts>(
  'bankTexts',
  {
    'en-US': en.bankTexts,
    'bs-BA': bs.bankTexts,
    'ro-RO': ro.bankTexts,
    'sv-SE': sv.bankTexts,
  },
)
