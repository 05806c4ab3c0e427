import type { Clock } from '@sluice/platform/kernel/clock'
import { encodeBase64Url, type Random } from '@sluice/platform/kernel/random'
import type { Secret } from '@sluice/platform/kernel/secret'

import type { CardEvent } from './saved-card.ts'
import type { SavedCardStore } from './saved-card.store.ts'
import type { PendingCard, SavedCard, SaveCardRequest } from './saved-card.ts'
import type { VaultKeys } from './vault/vault-keys.ts'
import type { Vault } from './vault/vault.ts'

/** The id of a saved card is enough to pay with it, so it tells nothing and cannot be guessed: 128 random bits. */
const ID_BYTES = 16

/** The cards that merchants have saved. */
export interface SavedCards extends Pick<SavedCardStore, 'find' | 'listOf'> {
  /** Opens the number for a payment; null when the card was deleted meanwhile. */
  openNumber(card: SavedCard): Promise<Secret<string> | null>
  /** Seals what saving the card will take, once its transaction is approved. */
  prepare(request: SaveCardRequest): Promise<PendingCard>
  /** Erases the number; false when the card was deleted already. */
  delete(card: SavedCard): Promise<boolean>
}

export interface SavedCardPorts {
  readonly store: SavedCardStore
  readonly vault: Vault
  readonly keys: VaultKeys
  readonly clock: Clock
  readonly random: Random
  readonly describeDeletion: (card: SavedCard) => CardEvent
  /** Writes down that a number is opened; rejects when that cannot be kept. */
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
