import { type SealedCard, sealField } from '@sluice/card-encryption/encrypt'
import type { Card } from './card.ts'
import { checkCard, checkCvv, checkNetworkToken } from './card-rules.ts'
import type { EncryptionKeyCache } from './encryption-key-cache.ts'
import type { NetworkToken, SealedNetworkToken } from './network-token.ts'
import type { SealField } from './sealing.ts'

/** Sealing for the gateway: what the client offers under the same names. */
export interface CardSealing {
  /**
   * Encrypts ("seals") a card for one authorize request. Seal again for every transaction: the gateway accepts a
   * sealed field once.
   *
   * It validates the card first: digits and check digit, month, year, the security code's length by brand. It fetches
   * the merchant's keys when needed and caches them as long as the gateway allows.
   *
   * @returns `payment_method.data` of a `card`.
   * @throws When a member breaks a rule: `errors[].property` names it (`card.cvv`), and nothing repeats it.
   *   {@link ValidationError}
   * @throws When the gateway publishes no key that is valid now. {@link ContractError}
   * @throws When it publishes none of `acceptedEncryptionKeys`. {@link ConfigurationError}
   * @see docs/protocol/card-encryption.md#card-encryption
   *
   * @example
   * ```ts
   * const data = await client.encryptCard({ number: '4242424242424242', cvv: '123', expirationMonth: '12', expirationYear: '30' })
   * await client.transactions.authorize({ ...order, payment_method: { type: 'card', data } })
   * ```
   */
  encryptCard(card: Card): Promise<SealedCard>
  /**
   * Seals a network token for one authorize request, with its cryptogram if there is one. ECI and source travel plain.
   *
   * @returns `payment_method.data` of a `network-token`.
   * @throws As {@link CardSealing.encryptCard} does; properties begin with `token.`.
   * @see docs/protocol/card-encryption.md#card-encryption
   */
  encryptNetworkToken(token: NetworkToken): Promise<SealedNetworkToken>
  /**
   * Seals the security code that a customer typed for a saved card.
   *
   * @param cvv - 3 digits, 4 for American Express.
   * @returns `payment_method.data.encrypted_cvv` of a `saved_card`.
   * @throws As {@link CardSealing.encryptCard} does.
   */
  encryptCvv(cvv: string): Promise<string>
}

/**
 * @param startSealing - returns the function that seals the members of one card.
 * @param now - milliseconds since the
 * epoch.
 */
export function createCardSealing(startSealing: () => Promise<SealField>, now: () => number): CardSealing {
  return {
    async encryptCard(card) {
      checkCard(card, now())
      const { number, cvv, expirationMonth, expirationYear } = card
      const seal = await startSealing()
      return {
        encrypted_card_number: await seal(number, 'encrypted_card_number'),
        encrypted_cvv: await seal(cvv, 'encrypted_cvv'),
        encrypted_expiration_month: await seal(expirationMonth, 'encrypted_expiration_month'),
        encrypted_expiration_year: await seal(expirationYear, 'encrypted_expiration_year'),
      }
    },
    async encryptNetworkToken(token) {
      checkNetworkToken(token, now())
      const seal = await startSealing()
      const { number, expirationMonth, expirationYear, cryptogram, eci, source } = token
      return {
        encrypted_token_number: await seal(number, 'encrypted_token_number'),
        encrypted_expiration_month: await seal(expirationMonth, 'encrypted_expiration_month'),
        encrypted_expiration_year: await seal(expirationYear, 'encrypted_expiration_year'),
        ...(cryptogram !== undefined && {
          encrypted_cryptogram: await seal(cryptogram, 'encrypted_cryptogram'),
        }),
        ...(eci !== undefined && { eci }),
        ...(source !== undefined && { source }),
      }
    },
    async encryptCvv(cvv) {
      checkCvv(cvv)
      return (await startSealing())(cvv, 'encrypted_cvv')
    },
  }
}

/** Seals for a Sluice gateway: every member of a card for the same key, at the same time. */
export async function sealForGateway(keys: EncryptionKeyCache, now: () => number): Promise<SealField> {
  const key = await keys.currentKey()
  const issuedAtSeconds = Math.floor(now() / 1_000)
  return (value, field) => sealField({ key, issuedAtSeconds, field, value })
}
