// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { ProviderTexts } from '../areas/simulated-provider.ts'
import * as en from '../en/simulated-provider.ts'
import * as bs from '../bs/simulated-provider.ts'
import * as ro from '../ro/simulated-provider.ts'
import * as sv from '../sv/simulated-provider.ts'
import * as de from '../de/simulated-provider.ts'
import * as pl from '../pl/simulated-provider.ts'
import type { Locale } from './languages.ts'

export type * from '../areas/simulated-provider.ts'

export const PROVIDER_TEXTS: Readonly<Record<Locale, ProviderTexts>> = {
  'en-US': en.providerTexts,
  'bs-BA': bs.providerTexts,
  'ro-RO': ro.providerTexts,
  'sv-SE': sv.providerTexts,
  'de-DE': de.providerTexts,
  'pl-PL': pl.providerTexts,
}
