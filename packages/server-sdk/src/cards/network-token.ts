import type { Eci, NetworkTokenSource } from '@sluice/types/vocabulary'
import type { CardExpiry } from './card.ts'

interface TokenNumber extends CardExpiry {
  /** 12 to 19 digits, no spaces: the token, not the card behind it. */
  readonly number: string
  /**
   * The source of the token.
   *
   * @defaultValue `network-token`
   */
  readonly source?: NetworkTokenSource
}

/** Proves that the wallet authenticated the customer, and how; without it, 3-D Secure runs as for a card. */
interface Cryptogram {
  /** 19 to 40 bytes in Base64, as the wallet gave it. */
  readonly cryptogram: string
  readonly eci: Eci
}

/** A network token as a wallet or a token service gave it; a cryptogram and its ECI come together. */
export type NetworkToken = TokenNumber &
  (Cryptogram | { readonly cryptogram?: undefined; readonly eci?: undefined })

/** `payment_method.data` of a `network-token`, with the names of the API. */
export interface SealedNetworkToken {
  /** The sealed number of the token, which is no card number. */
  encrypted_token_number: string
  /** The sealed month of the token, 1 to 12. */
  encrypted_expiration_month: string
  /** The sealed year of the token. */
  encrypted_expiration_year: string
  /** The sealed cryptogram; absent where the wallet gave none. */
  encrypted_cryptogram?: string
  /** The ECI with which the wallet authenticated the customer; present with the cryptogram. */
  eci?: Eci
  /** The issuer of the token; absent: the network. */
  source?: NetworkTokenSource
}
