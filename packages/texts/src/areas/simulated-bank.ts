/** The outcome of a round, in the shopper's eyes. */
export type Ending = 'confirmed' | 'refused' | 'unavailable' | 'more' | 'canceled' | 'failed' | 'locked'

/** Letters that a one-time password can bring. */
export type PasswordMeaning = 'Y' | 'N' | 'R' | 'U' | 'A' | 'C'

/** The bank's texts in one language. */
export interface BankTexts {
  readonly language: string
  readonly title: string
  readonly additionalTitle: string
  readonly shop: string
  readonly amount: string
  readonly card: string
  readonly passwordLabel: string
  readonly keepSecret: string
  readonly submit: string
  readonly cancel: string
  readonly errorPrefix: string
  readonly passwordEmpty: string
  /** Texts by the number of tries that are left. */
  readonly passwordWrong: { readonly 1: string; readonly 2: string }
  readonly hints: string
  readonly noMessage: string
  readonly anyPassword: string
  readonly meanings: Readonly<Record<PasswordMeaning, string>>
  readonly endings: Readonly<Record<Ending, string>>
  readonly returning: string
  readonly proceed: string
  readonly silentTitle: string
  readonly silentText: string
  readonly unreadableTitle: string
  readonly unreadableText: string
}
