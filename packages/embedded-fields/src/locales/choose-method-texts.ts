import type { Locale } from '@sluice/types/vocabulary'

import type { MethodTexts } from './method-texts.ts'
import { methodTexts as bosnian } from './methods.bs-BA.ts'
import { methodTexts as english } from './methods.en-US.ts'
import { methodTexts as romanian } from './methods.ro-RO.ts'
import { methodTexts as swedish } from './methods.sv-SE.ts'

/** Apart from the texts of the card form, so that neither frame carries the other's. */
export const METHOD_TEXTS: Readonly<Record<Locale, MethodTexts>> = {
  'en-US': english,
  'bs-BA': bosnian,
  'ro-RO': romanian,
  'sv-SE': swedish,
}
