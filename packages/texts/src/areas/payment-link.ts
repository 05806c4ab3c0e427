/** The reason why a payment link cannot be paid now. */
export type LinkHindrance = 'ended' | 'busy' | 'unknown' | 'unavailable'

/** The texts of a payment link's page before the payment begins, and where it cannot begin. */
export interface PaymentLinkTexts {
  /** Title of the window; the shop's name follows. */
  readonly title: string
  readonly amountToPay: string
  /** Label of the field; `{currency}`. */
  readonly yourAmount: string
  /** `{min}` and `{max}`: amounts with their currency. */
  readonly between: string
  /** `{example}`: how an amount is written. */
  readonly notAnAmount: string
  /** An amount below the smallest or above the largest; `{min}` and `{max}` with their currency. */
  readonly outOfRange: string
  /** Leads to the ways to pay. */
  readonly begin: string
  /** The same where a card is verified, and nothing is paid. */
  readonly verify: string
  /** The label of the charged amount, which is nothing. */
  readonly verification: string
  readonly nothingCharged: string
  readonly tryAgain: string
  readonly testMode: string
  readonly language: string
  /** `{code}`: what the shop finds in the documentation. */
  readonly code: string
  readonly hindrances: Readonly<Record<LinkHindrance, { readonly title: string; readonly text: string }>>
  /** Shown to a shopper who returns from a bank's page to a link that leads to no shop. */
  readonly returned: { readonly title: string; readonly text: string }
}
