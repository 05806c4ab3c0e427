// Written by `npm run contract` from the folders of the languages beside this one; change those.

import type { SignInTexts } from '../areas/sign-in.ts'
import * as en from '../en/sign-in.ts'
import * as bs from '../bs/sign-in.ts'
import * as ro from '../ro/sign-in.ts'
import * as sv from '../sv/sign-in.ts'
import * as de from '../de/sign-in.ts'
import * as pl from '../pl/sign-in.ts'
import type { Locale } from './languages.ts'

export type * from '../areas/sign-in.ts'

export const SIGN_IN_TEXTS: Readonly<Record<Locale, SignInTexts>> = {
  'en-US': en.signInTexts,
  'bs-BA': bs.signInTexts,
  'ro-RO': ro.signInTexts,
  'sv-SE': sv.signInTexts,
  'de-DE': de.signInTexts,
  'pl-PL': pl.signInTexts,
}
