// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { ProviderTexts } from '../../areas/simulated-provider.ts'
import * as en from '../../en/simulated-provider.ts'
import * as bs from '../../bs/simulated-provider.ts'
import * as ro from '../../ro/simulated-provider.ts'
import * as sv from '../../sv/simulated-provider.ts'
import { withFurther } from '../../further-texts.ts'
import type { Locale } from '../languages.ts'

export type * from '../../areas/simulated-provider.ts'

export const PROVIDER_TEXTS: Readonly<Record<Locale, ProviderTexts>> =
  /* @__PURE__ */ withFurther<ProviderTexts>('providerTexts', {
    'en-US': en.providerTexts,
    'bs-BA': bs.providerTexts,
    'ro-RO': ro.providerTexts,
    'sv-SE': sv.providerTexts,
  })
