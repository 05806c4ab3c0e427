import type { SavedCard } from './saved-card.ts'
import type { SealedRecord } from './vault/vault.ts'

/** An event for the outbox. */
export interface CardEvent {
  readonly id: string
  readonly type: string
  readonly payload: string
}

/** A sealed number and whose it is. */
export interface StoredNumber {
  readonly merchantId: string
  readonly paymentMethodId: string
  readonly record: SealedRecord
}

/** Reads and erases saved cards. They come to be in the commits of their transactions. */
export interface SavedCardStore {
  /** Null for one that was never saved or was deleted. */
  find(merchantId: string, id: string): Promise<SavedCard | null>
  /** Of a customer, newest first. */
  listOf(merchantId: string, customerId: string): Promise<readonly SavedCard[]>
  /** Null once the card is deleted. */
  findNumber(merchantId: string, id: string): Promise<SealedRecord | null>
  /** Erases the number and tells of it, in one commit; false when another call was faster. */
  delete(card: SavedCard, event: CardEvent, nowMs: number): Promise<boolean>
  /** Numbers that are sealed under a key that seals no more, saved or about to be. */
  listRetired(limit: number): Promise<readonly StoredNumber[]>
  /** Puts a record in the place of another, if that one is still there. */
  replaceNumber(stored: StoredNumber, record: SealedRecord): Promise<void>
}
