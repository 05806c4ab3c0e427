import type { Language } from '@sluice/types/vocabulary'
import { bosnian } from './bs.ts'
import { english } from './en.ts'
import { romanian } from './ro.ts'
import { swedish } from './sv.ts'
import type { PageTexts } from './texts.ts'

export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
  en: english,
  bs: bosnian,
  ro: romanian,
  sv: swedish,
}
