// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { OutcomeTexts } from '../../areas/outcomes.ts'
import * as en from '../../en/outcomes.ts'
import * as bs from '../../bs/outcomes.ts'
import * as ro from '../../ro/outcomes.ts'
import * as sv from '../../sv/outcomes.ts'
import { withFurther } from '../../further-texts.ts'
import type { Locale } from '../languages.ts'

export type * from '../../areas/outcomes.ts'

export const OUTCOME_TEXTS: Readonly<Record<Locale, OutcomeTexts>> =
  /* @__PURE__ */ withFurther<OutcomeTexts>('outcomeTexts', {
    'en-US': en.outcomeTexts,
    'bs-BA': bs.outcomeTexts,
    'ro-RO': ro.outcomeTexts,
    'sv-SE': sv.outcomeTexts,
  })
