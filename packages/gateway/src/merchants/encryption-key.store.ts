import type { Kysely, Selectable } from 'kysely'

import {
  generateKeyPair,
  importPrivateKey,
  type PrivateEncryptionJwk,
  type PrivateEncryptionKey,
} from '@sluice/card-encryption/decrypt'
import type { Clock } from '@sluice/platform/kernel/clock'
import { createTimedCache, memoize } from '@sluice/platform/kernel/timed-cache'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { EncryptionKeyTable, MerchantTables } from './merchants.tables.ts'
import {
  destructionLimitMs,
  ENCRYPTION_ALGORITHMS,
  type EncryptionAlgorithm,
  type EncryptionKey,
  type KeyPeriod,
  mayOpen,
  openingEndMs,
  planNextKey,
} from './encryption-keys.ts'

interface StoredKey extends EncryptionKey {
  readonly merchantId: string
  readonly privateSealed: Buffer
}

export interface EncryptionKeyStoreOptions {
  readonly db: Kysely<MerchantTables>
  readonly sealer: Sealer
  readonly clock: Clock
}

/** @param memory - the sizes of the caches, and how long a list of keys is cached. */
export function createEncryptionKeyStore(
  options: EncryptionKeyStoreOptions,
  memory: { readonly clock: Clock; readonly maxEntries: number; readonly lifetimeMs: number },
) {
  const { clock, sealer } = options
  const handles = createTimedCache<PrivateEncryptionKey>(memory)
  const loadKeys = memoize(memory, async (merchantId: string) => {
    const keys = await loadDueKeys(options, merchantId)
    return keys.filter((key) => mayOpen(key, clock.now()))
  })

  const openKey = (key: StoredKey): PrivateEncryptionKey => {
    const purpose = privateKeyPurpose(key.merchantId, key.kid)
    const known = handles.get(purpose)
    if (known) return known
    const jwk = sealer.open(purpose, key.privateSealed).toString('utf8')
    const handle = importPrivateKey(JSON.parse(jwk) as PrivateEncryptionJwk)
    handles.set(purpose, handle, openingEndMs(key))
    return handle
  }

  return {
    /** Returns all keys that may still decrypt. Creates missing keys and destroys old ones first. */
    listEncryptionKeys: (merchantId: string): Promise<readonly EncryptionKey[]> => loadKeys(merchantId),

    /** Returns the private keys that may still decrypt, by `kid`. */
    loadPrivateKeys: async (merchantId: string): Promise<ReadonlyMap<string, PrivateEncryptionKey>> =>
      new Map((await loadKeys(merchantId)).map((key) => [key.kid, openKey(key)])),
  }
}

/** Returns the merchant's keys, after creating those that are due. */
async function loadDueKeys(
  options: EncryptionKeyStoreOptions,
  merchantId: string,
): Promise<readonly StoredKey[]> {
  const { db, clock } = options
  const keys = await readKeys(db, merchantId)
  const nowMs = clock.now()
  const due = ENCRYPTION_ALGORITHMS.flatMap((alg) => {
    const period = planNextKey(keys.findLast((key) => key.alg === alg) ?? null, nowMs)
    return period ? [{ alg, period }] : []
  })
  if (due.length === 0) return keys

  for (const { alg, period } of due) await insertKey(options, merchantId, alg, period)
  return readKeys(db, merchantId)
}

/** Destroys the keys of all merchants that may no longer decrypt, and returns their number. */
export async function destroyExpiredEncryptionKeys({
  db,
  clock,
}: Pick<EncryptionKeyStoreOptions, 'db' | 'clock'>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('encryption_keys')
    .where('expires_at', '<=', destructionLimitMs(clock.now()))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** If several processes create it at once, one key is kept. */
async function insertKey(
  { db, sealer, clock }: EncryptionKeyStoreOptions,
  merchantId: string,
  alg: EncryptionAlgorithm,
  period: KeyPeriod,
): Promise<void> {
  const { publicJwk, privateJwk } = generateKeyPair(alg)
  const { kid } = publicJwk
  await db
    .insertInto('encryption_keys')
    .values({
      merchant_id: merchantId,
      kid,
      alg,
      generation: period.generation,
      public_jwk: JSON.stringify(publicJwk),
      private_sealed: sealer.seal(
        privateKeyPurpose(merchantId, kid),
        Buffer.from(JSON.stringify(privateJwk)),
      ),
      not_before: period.notBeforeMs,
      expires_at: period.expiresAtMs,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function readKeys(db: Kysely<MerchantTables>, merchantId: string): Promise<readonly StoredKey[]> {
  const rows = await db
    .selectFrom('encryption_keys')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('generation')
    .execute()
  return rows.map(toStoredKey)
}

function toStoredKey(row: Selectable<EncryptionKeyTable>): StoredKey {
  const { x, y } = JSON.parse(row.public_jwk) as { readonly x: string; readonly y: string }
  return {
    merchantId: row.merchant_id,
    kid: row.kid,
    alg: row.alg as EncryptionAlgorithm,
    generation: row.generation,
    notBeforeMs: row.not_before,
    expiresAtMs: row.expires_at,
    x,
    y,
    privateSealed: row.private_sealed,
  }
}

/** Returns the sealing context of a private key. */
export function privateKeyPurpose(merchantId: string, kid: string): string {
  return `encryption-key/${merchantId}/${kid}`
}
