import { type Kysely, type Selectable, sql } from 'kysely'

import type { CardBrand, TokenizeFor } from '@sluice/types/vocabulary'
import type { Connection } from '@sluice/platform/database/connection'
import type { AddToOutbox } from '@sluice/platform/database/outbox-event'
import type { Transact } from '@sluice/platform/database/transact'

import type { PaymentMethodTable, PaymentMethodTables } from './payment-methods.tables.ts'
import type { CardEvent, SavedCard, StoredNumber } from './saved-card.ts'
import type { SealedRecord } from './vault/vault.ts'

/** Reads and erases saved cards. The commits of their transactions insert them. */
export type SavedCardStore = ReturnType<typeof createSavedCardStore>

export function createSavedCardStore(options: {
  readonly db: Kysely<PaymentMethodTables>
  readonly transact: Transact<PaymentMethodTables>
  readonly addToOutbox: AddToOutbox
  readonly eraseInSnapshots: (trx: Connection, merchantId: string, id: string) => Promise<void>
}) {
  const { db, transact, addToOutbox, eraseInSnapshots } = options
  const activeCards = (merchantId: string) =>
    db
      .selectFrom('payment_methods')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      // A literal, because SQLite uses the index of active cards only with one.
      .where('status', '=', sql.lit('ACTIVE'))

  return {
    /** Returns null for a card that was never saved, or was deleted. */
    async find(merchantId: string, id: string): Promise<SavedCard | null> {
      const row = await activeCards(merchantId).where('id', '=', id).executeTakeFirst()
      return row ? fromPaymentMethodRow(row) : null
    },

    /** Returns the customer's cards, newest first. */
    async listOf(merchantId: string, customerId: string): Promise<readonly SavedCard[]> {
      const rows = await activeCards(merchantId)
        .where('customer_id', '=', customerId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(fromPaymentMethodRow)
    },

    /** Returns the sealed number; null once the card is deleted. */
    async findNumber(merchantId: string, id: string): Promise<SealedRecord | null> {
      const row = await activeCards(merchantId).where('id', '=', id).executeTakeFirst()
      if (!row || row.dek_id === null || row.number_sealed === null) return null
      return { dekId: row.dek_id, sealed: row.number_sealed }
    },

    /** Erases the number and records the event in one commit. Returns false if another call was faster. */
    delete: (card: SavedCard, event: CardEvent, nowMs: number): Promise<boolean> =>
      transact(async (trx) => {
        const erased = await trx
          .deleteFrom('payment_methods')
          .where('merchant_id', '=', card.merchantId)
          .where('id', '=', card.id)
          .where('status', '=', 'ACTIVE')
          .executeTakeFirst()
        if (erased.numDeletedRows === 0n) return false
        await eraseInSnapshots(trx, card.merchantId, card.id)
        const { merchantId, transactionId } = card
        await addToOutbox(trx, { ...event, merchantId, transactionId, createdAtMs: nowMs })
        return true
      }),

    /** Returns numbers, saved or about to be saved, that are sealed under a retired key. */
    async listRetired(limit: number): Promise<readonly StoredNumber[]> {
      const rows = await db
        .selectFrom('vault_deks')
        .innerJoin('payment_methods', (join) =>
          join
            .onRef('payment_methods.merchant_id', '=', 'vault_deks.merchant_id')
            .onRef('payment_methods.dek_id', '=', 'vault_deks.id'),
        )
        .select([
          'payment_methods.merchant_id',
          'payment_methods.id',
          'payment_methods.dek_id',
          'payment_methods.number_sealed',
        ])
        .where('vault_deks.status', '=', sql.lit('DECRYPT_ONLY'))
        .limit(limit)
        .execute()
      return rows.flatMap(({ merchant_id: merchantId, id, dek_id: dekId, number_sealed: sealed }) =>
        dekId === null || sealed === null
          ? []
          : [{ merchantId, paymentMethodId: id, record: { dekId, sealed } }],
      )
    },

    /** Replaces a record, if it has not changed. */
    async replaceNumber(
      { merchantId, paymentMethodId, record: before }: StoredNumber,
      { dekId, sealed }: SealedRecord,
    ): Promise<void> {
      await db
        .updateTable('payment_methods')
        .set({ dek_id: dekId, number_sealed: sealed })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', paymentMethodId)
        .where('dek_id', '=', before.dekId)
        .execute()
    },
  }
}

export function fromPaymentMethodRow(row: Selectable<PaymentMethodTable>): SavedCard {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    customerId: row.customer_id,
    transactionId: row.transaction_id,
    tokenizeFor: row.tokenize_for as TokenizeFor,
    brand: row.brand as CardBrand,
    masked: row.masked,
    expirationMonth: row.expiration_month,
    expirationYear: row.expiration_year,
    authenticationStatus: row.authentication_status,
    networkTransactionId: row.network_transaction_id,
    firstAuthentication:
      row.first_authentication === null
        ? null
        : (JSON.parse(row.first_authentication) as SavedCard['firstAuthentication']),
    createdAtMs: row.created_at,
  }
}
