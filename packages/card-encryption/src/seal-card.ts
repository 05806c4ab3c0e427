import type { PublicEncryptionKey } from './key.ts'
import { refuseUnknown, sealField } from './seal-field.ts'

/** Options for `sealCard`. */
export interface SealCardOptions {
  /** The merchant's key, from {@link chooseKey} or pinned. */
  key: PublicEncryptionKey
  /**
   * Id of the browser session; absent or empty on the direct API.
   *
   * @defaultValue `''`
   */
  context?: string
  /** Now, in whole seconds since the epoch. */
  issuedAtSeconds: number
  /** The card data to seal. */
  card: {
    /** 12–19 digits without spaces. */
    number: string
    /** 3 digits, 4 for American Express. */
    cvv: string
    /** `1`–`12` without leading zero. */
    expirationMonth: string
    /** 2 or 4 digits. */
    expirationYear: string
  }
}

/** The card members of a payment method, named as they are sent. */
export interface SealedCard {
  /** The sealed number of the card. */
  encrypted_card_number: string
  /** The sealed security code. */
  encrypted_cvv: string
  /** The sealed month, 1 to 12. */
  encrypted_expiration_month: string
  /** The sealed year. */
  encrypted_expiration_year: string
}

/**
 * Seals the four fields of a card. They are equally long, for every card.
 *
 * @throws As {@link sealField} does.
 * @see docs/protocol/card-encryption.md#card-encryption
 */
export async function sealCard({ card, ...shared }: SealCardOptions): Promise<SealedCard> {
  const { number, cvv, expirationMonth, expirationYear, ...unknown } = card
  refuseUnknown(unknown, 'number, cvv, expirationMonth and expirationYear')
  const [sealedNumber, sealedCvv, month, year] = await Promise.all([
    sealField({ ...shared, field: 'encrypted_card_number', value: number }),
    sealField({ ...shared, field: 'encrypted_cvv', value: cvv }),
    sealField({ ...shared, field: 'encrypted_expiration_month', value: expirationMonth }),
    sealField({ ...shared, field: 'encrypted_expiration_year', value: expirationYear }),
  ])
  return {
    encrypted_card_number: sealedNumber,
    encrypted_cvv: sealedCvv,
    encrypted_expiration_month: month,
    encrypted_expiration_year: year,
  }
}
