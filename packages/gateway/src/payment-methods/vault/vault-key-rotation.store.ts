import { type Kysely, sql } from 'kysely'

import { sealBytes } from '@sluice/platform/crypto/aead'

import type { PaymentMethodTables } from '../payment-methods.tables.ts'
import type { VaultKeyOptions } from './vault-keys.store.ts'
import type { VaultKeyRotation } from './vault-keys.ts'
import { dekAad, insertKek, openKek, selectWrappedDeks, unwrapDek } from './wrapped-keys.store.ts'

export function createVaultKeyRotation({
  db,
  transact,
  sealer,
  clock,
  random,
}: VaultKeyOptions): VaultKeyRotation {
  return {
    async prepareKek() {
      const unfinished = await findKek(db, 'DECRYPT_ONLY')
      if (!unfinished) await insertKek(db, { status: 'PENDING', sealer, random, nowMs: clock.now() })
    },

    activateKek: () =>
      transact(async (trx) => {
        const pending = await findKek(trx, 'PENDING')
        if (!pending) return
        const updated_at = clock.now()
        await trx
          .updateTable('vault_keks')
          .set({ status: 'DECRYPT_ONLY', updated_at })
          .where('status', '=', 'ACTIVE')
          .execute()
        await trx
          .updateTable('vault_keks')
          .set({ status: 'ACTIVE', updated_at })
          .where('kid', '=', pending.kid)
          .where('status', '=', 'PENDING')
          .execute()
      }),

    async rewrapDeks(limit) {
      const active = await findKek(db, 'ACTIVE')
      if (!active) return 0
      const kek = openKek(sealer, active.kid, active.key_sealed)
      const rows = await selectWrappedDeks(db)
        .where('vault_deks.kek_kid', '<>', active.kid)
        .limit(limit)
        .execute()
      for (const row of rows) {
        const dek = unwrapDek(sealer, row)
        await db
          .updateTable('vault_deks')
          .set({
            kek_kid: active.kid,
            key_wrapped: sealBytes(kek, dek, dekAad(row.merchant_id, row.id, active.kid), random),
          })
          .where('merchant_id', '=', row.merchant_id)
          .where('id', '=', row.id)
          .where('kek_kid', '=', row.kek_kid)
          .execute()
      }
      return rows.length
    },

    async destroyKeks() {
      const { numUpdatedRows } = await db
        .updateTable('vault_keks')
        .set({ status: 'DESTROYED', key_sealed: null, updated_at: clock.now() })
        .where('status', '=', 'DECRYPT_ONLY')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('vault_deks')
                .select('vault_deks.id')
                .whereRef('vault_deks.kek_kid', '=', 'vault_keks.kid'),
            ),
          ),
        )
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    async retireDeks() {
      const waiting = await db
        .selectFrom('vault_deks')
        .innerJoin('payment_methods', (join) =>
          join
            .onRef('payment_methods.merchant_id', '=', 'vault_deks.merchant_id')
            .onRef('payment_methods.dek_id', '=', 'vault_deks.id'),
        )
        .select('vault_deks.id')
        .where('vault_deks.status', '=', sql.lit('DECRYPT_ONLY'))
        .limit(1)
        .executeTakeFirst()
      if (waiting) return 0
      const { numUpdatedRows } = await db
        .updateTable('vault_deks')
        .set({ status: 'DECRYPT_ONLY', retired_at: clock.now() })
        .where('status', '=', 'ACTIVE')
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    async destroyDeks(retiredBeforeMs) {
      const { numDeletedRows } = await db
        .deleteFrom('vault_deks')
        .where('status', '=', sql.lit('DECRYPT_ONLY'))
        .where('retired_at', '<=', retiredBeforeMs)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('payment_methods')
                .select('payment_methods.id')
                .whereRef('payment_methods.merchant_id', '=', 'vault_deks.merchant_id')
                .whereRef('payment_methods.dek_id', '=', 'vault_deks.id'),
            ),
          ),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function findKek(db: Kysely<PaymentMethodTables>, status: 'PENDING' | 'ACTIVE' | 'DECRYPT_ONLY') {
  return db
    .selectFrom('vault_keks')
    .select(['kid', 'key_sealed'])
    .where('status', '=', status)
    .limit(1)
    .executeTakeFirst()
}
