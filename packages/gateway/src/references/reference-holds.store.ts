import type { Insertable, Kysely } from 'kysely'

import { addToCommit } from '@sluice/platform/database/add-to-commit'
import { prepareWrite } from '@sluice/platform/database/prepare-write'
import { type Connection, withTables } from '@sluice/platform/database/connection'

import type { HoldKind, ReferenceHold, ReferenceKey } from './reference-hold.ts'
import type { ReferenceHoldTable, ReferenceTables } from './references.tables.ts'

/** Takes and frees references within the commits of sessions and transactions. */
export interface ReferenceHolds {
  /** Returns the current holder; null if the reference is free. */
  find(key: ReferenceKey): Promise<ReferenceHold | null>
  isHeld(trx: Connection, key: ReferenceKey): Promise<boolean>
  /** Takes the reference; returns false if it is already used. */
  hold(trx: Connection, key: ReferenceKey, hold: ReferenceHold, nowMs: number): Promise<boolean>
  /** Takes the reference, or fails the commit with the error of `taken`. */
  mustHold(
    trx: Connection,
    key: ReferenceKey,
    hold: ReferenceHold,
    nowMs: number,
    taken: () => Error,
  ): Promise<void>
  /** Returns the holder that the request with this key created; null if another request, or none, created it. */
  findHolderByRequest(trx: Connection, key: ReferenceKey, requestKey: string): Promise<string | null>
  /** Replaces the current holder. */
  passOn(trx: Connection, key: ReferenceKey, holderId: string): Promise<void>
  /** Changes the amount of the order if `holderId` holds the reference. */
  changeAmount(trx: Connection, key: ReferenceKey, holderId: string, amountMinor: number): Promise<void>
  /** Frees the reference if `holderId` holds it. */
  release(trx: Connection, key: ReferenceKey, holderId: string): Promise<void>
}

export function createReferenceHolds(db: Kysely<ReferenceTables>): ReferenceHolds {
  return {
    async find(key) {
      const row = await select(db, key).selectAll().executeTakeFirst()
      return row
        ? {
            kind: row.kind as HoldKind,
            holderId: row.holder_id,
            currency: row.currency,
            amountMinor: row.amount,
            requestKey: row.request_key,
          }
        : null
    },

    async isHeld(trx, key) {
      return (await select(withTables(trx), key).select('holder_id').executeTakeFirst()) !== undefined
    },

    async hold(trx, key, hold, nowMs) {
      const inserted = await withTables<ReferenceTables>(trx).executeQuery(insert(trx, key, hold, nowMs))
      return Boolean(inserted.numAffectedRows)
    },

    mustHold: (trx, key, hold, nowMs, taken) =>
      addToCommit(trx, insert(trx, key, hold, nowMs), { rows: 1, otherwise: taken }),

    async findHolderByRequest(trx, key, requestKey) {
      const row = await select(withTables(trx), key)
        .select('holder_id')
        .where('request_key', '=', requestKey)
        .executeTakeFirst()
      return row?.holder_id ?? null
    },

    async passOn(trx, { merchantId, terminalId, reference }, holderId) {
      const passed = withTables<ReferenceTables>(trx)
        .updateTable('reference_holds')
        .set({ holder_id: holderId })
        .where('merchant_id', '=', merchantId)
        .where('terminal_id', '=', terminalId)
        .where('reference', '=', reference)
      await addToCommit(trx, passed)
    },

    async changeAmount(trx, { merchantId, terminalId, reference }, holderId, amountMinor) {
      const changed = withTables<ReferenceTables>(trx)
        .updateTable('reference_holds')
        .set({ amount: amountMinor })
        .where('merchant_id', '=', merchantId)
        .where('terminal_id', '=', terminalId)
        .where('reference', '=', reference)
        .where('holder_id', '=', holderId)
      await addToCommit(trx, changed)
    },

    async release(trx, { merchantId, terminalId, reference }, holderId) {
      const released = withTables<ReferenceTables>(trx)
        .deleteFrom('reference_holds')
        .where('merchant_id', '=', merchantId)
        .where('terminal_id', '=', terminalId)
        .where('reference', '=', reference)
        .where('holder_id', '=', holderId)
      await addToCommit(trx, released)
    },
  }
}

function insert(
  trx: Connection,
  { merchantId, terminalId, reference }: ReferenceKey,
  hold: ReferenceHold,
  nowMs: number,
) {
  return insertHold(trx, {
    merchant_id: merchantId,
    terminal_id: terminalId,
    reference,
    kind: hold.kind,
    holder_id: hold.holderId,
    amount: hold.amountMinor,
    currency: hold.currency,
    request_key: hold.requestKey,
    created_at: nowMs,
  })
}

const insertHold = prepareWrite<ReferenceTables, Insertable<ReferenceHoldTable>>((db, row) =>
  db
    .insertInto('reference_holds')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
)

function select(db: Kysely<ReferenceTables>, { merchantId, terminalId, reference }: ReferenceKey) {
  return db
    .selectFrom('reference_holds')
    .where('merchant_id', '=', merchantId)
    .where('terminal_id', '=', terminalId)
    .where('reference', '=', reference)
}
