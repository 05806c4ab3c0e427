/** The expiry of a card, as printed. */
export interface CardExpiry {
  /** `1` to `12`, no leading zero. */
  readonly expirationMonth: string
  /** 2 or 4 digits. */
  readonly expirationYear: string
}

/** A card as the customer gave it. Exists in memory only: never log or store it. */
export interface Card extends CardExpiry {
  /** 12 to 19 digits, no spaces. */
  readonly number: string
  /** 3 digits, 4 for American Express. */
  readonly cvv: string
}
