import type { Clock } from '@sluice/platform/kernel/clock'
import { encodeBase64Url, type Random } from '@sluice/platform/kernel/random'
import type { Secret } from '@sluice/platform/kernel/secret'

import type { CardEvent } from './saved-card.ts'
import type { SavedCardStore } from './saved-card.store.ts'
import type { PendingCard, SavedCard, SaveCardRequest } from './saved-card.ts'
import type { VaultKeys } from './vault/vault-keys.ts'
import type { Vault } from './vault/vault.ts'

/** The id of a saved card is sufficient to pay with it, so it has 128 random bits and contains no data. */
const ID_BYTES = 16

/** The saved cards of merchants. */
export interface SavedCards extends Pick<SavedCardStore, 'find' | 'listOf'> {
  /** Decrypts the number for a payment; null if the card was deleted in the meantime. */
  openNumber(card: SavedCard): Promise<Secret<string> | null>
  /** Seals the data for saving the card once its transaction is approved. */
  prepare(request: SaveCardRequest): Promise<PendingCard>
  /** Erases the number; returns false if the card was already deleted. */
  delete(card: SavedCard): Promise<boolean>
}

export interface SavedCardPorts {
  readonly store: SavedCardStore
  readonly vault: Vault
  readonly keys: VaultKeys
  readonly clock: Clock
  readonly random: Random
  readonly describeDeletion: (card: SavedCard) => CardEvent
  /** Records that a number is decrypted; rejects if that cannot be stored. */
  readonly writeOpening: (card: SavedCard) => Promise<void>
}

export function createSavedCards({
  store,
  vault,
  keys,
  clock,
  random,
  describeDeletion,
  writeOpening,
}: SavedCardPorts): SavedCards {
  return {
    find: (merchantId, id) => store.find(merchantId, id),
    listOf: (merchantId, customerId) => store.listOf(merchantId, customerId),

    async openNumber(card) {
      const { merchantId, id } = card
      const record = await store.findNumber(merchantId, id)
      if (!record) return null
      await writeOpening(card)
      return vault.open({ merchantId, paymentMethodId: id, field: 'number' }, record)
    },

    async prepare({ pan, ...card }) {
      const id = encodeBase64Url(random.bytes(ID_BYTES))
      return {
        ...card,
        id,
        createdAtMs: clock.now(),
        number: await vault.seal({ merchantId: card.merchantId, paymentMethodId: id, field: 'number' }, pan),
        dedupeHash: await keys.fingerprint(card.merchantId, pan),
      }
    },

    delete: (card) => store.delete(card, describeDeletion(card), clock.now()),
  }
}
