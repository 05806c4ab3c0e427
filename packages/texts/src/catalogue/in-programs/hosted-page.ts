// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { PageTexts } from '../../areas/hosted-page.ts'
import * as en from '../../en/hosted-page.ts'
import * as bs from '../../bs/hosted-page.ts'
import * as ro from '../../ro/hosted-page.ts'
import * as sv from '../../sv/hosted-page.ts'
import { withFurther } from '../../further-texts.ts'
import type { Locale } from '../languages.ts'

export type * from '../../areas/hosted-page.ts'

export const PAGE_TEXTS: Readonly<Record<Locale, PageTexts>> = /* @__PURE__ */ withFurther<PageTexts>(
  'pageTexts',
  {
    'en-US': en.pageTexts,
    'bs-BA': bs.pageTexts,
    'ro-RO': ro.pageTexts,
    'sv-SE': sv.pageTexts,
  },
)
