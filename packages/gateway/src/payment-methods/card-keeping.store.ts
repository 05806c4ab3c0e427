import type { TokenizationEventName } from '@sluice/types/vocabulary'
import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import type { Connection } from '@sluice/platform/database/connection'
import type { AddToOutbox } from '@sluice/platform/database/outbox-event'

import type { CardEvent } from './saved-card.ts'
import { type CardSaving, type CountSavedCard, createCardSaving } from './card-saving.store.ts'
import type { SavedCard } from './saved-card.ts'
import { createSavedCardStore } from './saved-card.store.ts'
import { toTokenizationEvent } from './saved-card.wire.ts'
import { createSavedCards, type SavedCards } from './saved-cards.ts'
import type { VaultRotationPorts } from './vault/rotate-vault.ts'
import { createVaultKeyRotation } from './vault/vault-key-rotation.store.ts'
import { createVaultKeys, type VaultKeyOptions } from './vault/vault-keys.store.ts'
import { createVault } from './vault/vault.ts'

/** The vault, and the stores that save, open and erase cards. */
export interface CardKeeping extends VaultRotationPorts {
  readonly savedCards: SavedCards
  readonly saving: CardSaving
}

/** Assembles the vault on a database. */
export function createCardKeeping(
  options: VaultKeyOptions & {
    readonly makeEventId: () => string
    readonly addToOutbox: AddToOutbox
    /** Removes a deleted card from the snapshots of its sandbox, in the commit that deletes it. */
    readonly eraseInSnapshots: (trx: Connection, merchantId: string, id: string) => Promise<void>
    readonly countSavedCard: CountSavedCard
    readonly audit: Pick<AuditTrail, 'write'>
  },
): CardKeeping {
  const { db, clock, random, makeEventId, audit, countSavedCard } = options
  const describe = (type: TokenizationEventName, card: SavedCard, transactionId: string): CardEvent => ({
    id: makeEventId(),
    ...toTokenizationEvent(type, card, transactionId),
  })
  const store = createSavedCardStore(options)
  const keys = createVaultKeys(options)
  const vault = createVault(keys, random)
  return {
    store,
    vault,
    clock,
    rotation: createVaultKeyRotation(options),
    savedCards: createSavedCards({
      store,
      vault,
      keys,
      clock,
      random,
      writeOpening: ({ merchantId, id }) =>
        audit.write(db, { merchantId, actor: 'merchant', action: 'card.open', subject: id, detail: {} }),
      describeDeletion: (card) =>
        describe('tokenization-webhook:payment-method:deleted', card, card.transactionId),
    }),
    saving: createCardSaving({
      describeEvent: (card, transactionId) =>
        describe('tokenization-webhook:payment-method:tokenized', card, transactionId),
      countSavedCard,
    }),
  }
}
