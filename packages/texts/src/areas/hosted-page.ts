/** The state of a session once the shopper has paid or left. */
export type PageEnding = 'PENDING' | 'APPROVED' | 'DECLINED' | 'CANCELED' | 'SESSION_EXPIRED'

/** The page's own texts. The texts of card fields, banks and outcomes are in their own tables. */
export interface PageTexts {
  /** Title of the window; the shop's name follows. */
  readonly payment: string
  readonly amountToPay: string
  /** Shown once nothing is left to pay. */
  readonly amount: string
  /** The separator between a wallet's button and the other payment methods. */
  readonly or: string
  /** Shown in place of a wallet's button that did not load. */
  readonly noWallet: string
  /** Above the list of ways to pay. */
  readonly howToPay: string
  readonly cardPayment: string
  readonly card: string
  /** The card, if there are saved ones next to it. */
  readonly anotherCard: string
  readonly savedCards: string
  readonly otherWays: string
  /** `{last4}`: the last digits of a saved card. */
  readonly endingIn: string
  /** `{date}`: MM/YY. */
  readonly expires: string
  readonly expired: string
  /** The label of the button; `{amount}`. */
  readonly pay: string
  /** Shown in place of the amount when a card is only verified. */
  readonly verification: string
  readonly noCharge: string
  /** On the button. */
  readonly verify: string
  /** Shown at the end, in place of an accepted payment. */
  readonly verified: string
  readonly paying: string
  readonly cardWillBeSaved: string
  /** Label of the list of counts, which are written as digits. */
  readonly installments: string
  /** The first of that list. */
  readonly payInFull: string
  readonly installmentTerms: string
  /** Shown at a payment link whose last uses are currently reserved. */
  readonly linkInUse: string
  readonly removeCard: string
  readonly removeQuestion: string
  readonly remove: string
  readonly keepCard: string
  readonly cardRemoved: string
  readonly cardNotRemoved: string
  readonly cancel: string
  readonly canceling: string
  readonly secure: string
  readonly language: string
  readonly testMode: string
  /** `{time}`: minutes and seconds. */
  readonly timeLeft: string
  /** The announcement for screen readers; `{minutes}`. */
  readonly minutesLeft: string
  readonly offline: string
  /** Shown while a sent payment has no response. */
  readonly offlinePaying: string
  /** Cancel was pressed while a sent payment has no answer. */
  readonly cancelingLater: string
  readonly online: string
  readonly noScript: string
  readonly unavailable: string
  readonly unavailableNote: string
  readonly backToShop: string
  /** Shown after a decline that another card, or corrected data, may resolve. */
  readonly tryAgain: string
  /** The same, if there is no shop to return to. */
  readonly tryAgainByLink: string
  /** `{seconds}`. */
  readonly goingBack: string
  readonly stayHere: string
  readonly goingToProvider: string
  readonly unfinished: string
  readonly unfinishedNote: string
  readonly continuePayment: string
  readonly cancelPayment: string
  readonly cancelRefused: string
  /** Headings of the ends, and of a payment whose end is not known yet. */
  readonly endings: Readonly<Record<PageEnding, string>>
}
