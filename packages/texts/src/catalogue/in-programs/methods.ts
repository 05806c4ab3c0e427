// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { MethodTexts } from '../../areas/methods.ts'
import * as en from '../../en/methods.ts'
import * as bs from '../../bs/methods.ts'
import * as ro from '../../ro/methods.ts'
import * as sv from '../../sv/methods.ts'
import { withFurther } from '../../further-texts.ts'
import type { Locale } from '../languages.ts'

export type * from '../../areas/methods.ts'

export const METHOD_TEXTS: Readonly<Record<Locale, MethodTexts>> = /* @__PURE__ */ withFurther<MethodTexts>(
  'methodTexts',
  {
    'en-US': en.methodTexts,
    'bs-BA': bs.methodTexts,
    'ro-RO': ro.methodTexts,
    'sv-SE': sv.methodTexts,
  },
)
