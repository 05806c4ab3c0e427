import { createHmac, createSecretKey } from 'node:crypto'
import type { Kysely } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import { Secret } from '@sluice/platform/kernel/secret'
import { createTimedCache } from '@sluice/platform/kernel/timed-cache'
import { KEY_BYTES, sealBytes } from '@sluice/platform/crypto/aead'
import type { Transact } from '@sluice/platform/database/transact'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { PaymentMethodTables } from '../payment-methods.tables.ts'
import type { DataKey, VaultKeys } from './vault-keys.ts'
import {
  dekAad,
  insertKek,
  openKek,
  selectWrappedDeks,
  unwrapDek,
  type WrappedDek,
} from './wrapped-keys.store.ts'

export interface VaultKeyOptions {
  readonly db: Kysely<PaymentMethodTables>
  readonly transact: Transact<PaymentMethodTables>
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: Random
}

/**
 * How long an unwrapped key is cached: long enough for a busy merchant, short enough that no process keeps a
 * destroyed key.
 */
const UNWRAPPED_LIFETIME_MS = 300_000
const MAX_UNWRAPPED = 1_000
/** The length of the hash that it keys. */
const DEDUPE_KEY_BYTES = 32

export function createVaultKeys(options: VaultKeyOptions): VaultKeys {
  const { db, sealer, clock, random } = options
  const unwrapped = createTimedCache<Secret<Buffer>>({ clock, maxEntries: MAX_UNWRAPPED })
  const dedupeKeys = createTimedCache<Secret<Buffer>>({ clock, maxEntries: MAX_UNWRAPPED })

  const open = (row: WrappedDek): DataKey => {
    const name = `${row.merchant_id} ${row.id}`
    const key = unwrapped.get(name) ?? new Secret(unwrapDek(sealer, row))
    unwrapped.set(name, key, clock.now() + UNWRAPPED_LIFETIME_MS)
    return { id: row.id, key }
  }

  return {
    async findCurrent(merchantId) {
      const period = new Date(clock.now()).toISOString().slice(0, 'YYYY-MM'.length)
      for (;;) {
        const row = await selectWrappedDeks(db)
          .where('vault_deks.merchant_id', '=', merchantId)
          .where('vault_deks.period', '=', period)
          .where('vault_deks.status', '=', 'ACTIVE')
          .executeTakeFirst()
        if (row) return open(row)
        await addDek(options, merchantId, period)
      }
    },

    async find(merchantId, id) {
      const known = unwrapped.get(`${merchantId} ${id}`)
      if (known) return { id, key: known }
      const row = await selectWrappedDeks(db)
        .where('vault_deks.merchant_id', '=', merchantId)
        .where('vault_deks.id', '=', id)
        .executeTakeFirst()
      if (!row) throw new Error(`The vault key ${id} no longer exists`)
      return open(row)
    },

    async fingerprint(merchantId, pan) {
      const key = dedupeKeys.get(merchantId) ?? (await loadDedupeKey(merchantId))
      dedupeKeys.set(merchantId, key, Infinity)
      return createHmac('sha256', createSecretKey(key.reveal())).update(pan.reveal()).digest('base64url')
    },
  }

  /** Created once and never changed, because with another key no saved card would be recognized. */
  async function loadDedupeKey(merchantId: string): Promise<Secret<Buffer>> {
    const purpose = dedupeKeyPurpose(merchantId)
    await db
      .insertInto('vault_dedupe_keys')
      .values({
        merchant_id: merchantId,
        key_sealed: sealer.seal(purpose, random.bytes(DEDUPE_KEY_BYTES)),
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { key_sealed } = await db
      .selectFrom('vault_dedupe_keys')
      .select('key_sealed')
      .where('merchant_id', '=', merchantId)
      .executeTakeFirstOrThrow()
    return new Secret(sealer.open(purpose, key_sealed))
  }
}

/** Adds the month's key of a merchant, unless another process has. */
async function addDek(
  { db, transact, sealer, clock, random }: VaultKeyOptions,
  merchantId: string,
  period: string,
): Promise<void> {
  const nowMs = clock.now()
  let kek = await findActiveKek(db)
  if (!kek) {
    await insertKek(db, { status: 'ACTIVE', sealer, random, nowMs })
    kek = await findActiveKek(db)
  }
  if (!kek) return
  const { kid, key_sealed } = kek
  const id = random.uuid()
  const wrapped = sealBytes(
    openKek(sealer, kid, key_sealed),
    random.bytes(KEY_BYTES),
    dekAad(merchantId, id, kid),
    random,
  )
  await transact(async (trx) => {
    // Locks the row, because a key that is being replaced must not wrap new keys.
    const held = await trx
      .updateTable('vault_keks')
      .set({ updated_at: nowMs })
      .where('kid', '=', kid)
      .where('status', '=', 'ACTIVE')
      .executeTakeFirst()
    if (held.numUpdatedRows === 0n) return
    await trx
      .insertInto('vault_deks')
      .values({
        merchant_id: merchantId,
        id,
        period,
        status: 'ACTIVE',
        kek_kid: kid,
        key_wrapped: wrapped,
        created_at: nowMs,
        retired_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

function findActiveKek(db: Kysely<PaymentMethodTables>) {
  return db
    .selectFrom('vault_keks')
    .select(['kid', 'key_sealed'])
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
}

/** Returns the sealing context of the key that recognizes a merchant's cards. */
export function dedupeKeyPurpose(merchantId: string): string {
  return `vault-dedupe-key/${merchantId}`
}
