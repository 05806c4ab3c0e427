import type { Locale } from '@sluice/types/vocabulary'

import type { ProviderTexts } from './provider-texts.ts'
import { BOSNIAN } from './texts.bs.ts'
import { ENGLISH } from './texts.en.ts'
import { ROMANIAN } from './texts.ro.ts'
import { SWEDISH } from './texts.sv.ts'

/** The providers in every locale that shoppers can have. */
export const TEXTS: Readonly<Record<Locale, ProviderTexts>> = {
  'en-US': ENGLISH,
  'bs-BA': BOSNIAN,
  'ro-RO': ROMANIAN,
  'sv-SE': SWEDISH,
}
