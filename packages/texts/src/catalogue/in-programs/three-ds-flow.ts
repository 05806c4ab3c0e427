// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { FlowTexts } from '../../areas/three-ds-flow.ts'
import * as en from '../../en/three-ds-flow.ts'
import * as bs from '../../bs/three-ds-flow.ts'
import * as ro from '../../ro/three-ds-flow.ts'
import * as sv from '../../sv/three-ds-flow.ts'
import { withFurther } from '../../further-texts.ts'
import type { Locale } from '../languages.ts'

export type * from '../../areas/three-ds-flow.ts'

export const FLOW_TEXTS: Readonly<Record<Locale, FlowTexts>> = /* @__PURE__ */ withFurther<FlowTexts>(
  'flowTexts',
  {
    'en-US': en.flowTexts,
    'bs-BA': bs.flowTexts,
    'ro-RO': ro.flowTexts,
    'sv-SE': sv.flowTexts,
  },
)
