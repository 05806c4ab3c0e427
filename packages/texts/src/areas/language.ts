/** What a language is called and which locale it is shown in. */
export interface LanguageNames {
  /** BCP 47, with the country whose dates and amounts are meant: `sv-SE`. */
  readonly locale: `${string}-${string}`
  /** The language's name in itself. */
  readonly ownName: string
}
