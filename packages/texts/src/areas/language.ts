/** The name of a language, and the locale in which it is shown. */
export interface LanguageNames {
  /** BCP 47, with the country whose dates and amounts are meant: `sv-SE`. */
  readonly locale: `${string}-${string}`
  /** The language's name in itself. */
  readonly ownName: string
  /** `WHEN_ENABLED`: only where a merchant's setting `languages` names it. */
  readonly spoken: 'ALWAYS' | 'WHEN_ENABLED'
}
