import type { Kysely } from 'kysely'

import { encodeBase64Url, type Random } from '@sluice/platform/kernel/random'
import { KEY_BYTES, openBytes } from '@sluice/platform/crypto/aead'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { PaymentMethodTables } from '../payment-methods.tables.ts'

/** Short enough to read aloud, long enough to be unique. */
const KID_BYTES = 9

/** Returns the context to which a wrapped data key is bound. */
export function dekAad(merchantId: string, dekId: string, kid: string): string {
  return ['vault dek', merchantId, dekId, kid].join('|')
}

/** Returns the sealing context of a wrapping key. */
export function kekPurpose(kid: string): string {
  return `vault-kek/${kid}`
}

export function openKek(sealer: Sealer, kid: string, sealed: Buffer | null): Buffer {
  if (sealed === null) throw new Error(`The vault's wrapping key ${kid} was destroyed`)
  return sealer.open(kekPurpose(kid), sealed)
}

/** Reads data keys with their wrapping key in one statement, because it may be destroyed between two. */
export function selectWrappedDeks(db: Kysely<PaymentMethodTables>) {
  return db
    .selectFrom('vault_deks')
    .innerJoin('vault_keks', 'vault_keks.kid', 'vault_deks.kek_kid')
    .select([
      'vault_deks.merchant_id',
      'vault_deks.id',
      'vault_deks.kek_kid',
      'vault_deks.key_wrapped',
      'vault_keks.key_sealed',
    ])
}

export type WrappedDek = Awaited<ReturnType<ReturnType<typeof selectWrappedDeks>['executeTakeFirstOrThrow']>>

export function unwrapDek(sealer: Sealer, dek: WrappedDek): Buffer {
  const kek = openKek(sealer, dek.kek_kid, dek.key_sealed)
  return openBytes(kek, dek.key_wrapped, dekAad(dek.merchant_id, dek.id, dek.kek_kid))
}

/** Creates a wrapping key, unless one in that state exists. */
export async function insertKek(
  db: Kysely<PaymentMethodTables>,
  options: {
    readonly status: 'PENDING' | 'ACTIVE'
    readonly sealer: Sealer
    readonly random: Random
    readonly nowMs: number
  },
): Promise<void> {
  const { status, sealer, random, nowMs } = options
  const kid = encodeBase64Url(random.bytes(KID_BYTES))
  await db
    .insertInto('vault_keks')
    .values({
      kid,
      status,
      key_sealed: sealer.seal(kekPurpose(kid), random.bytes(KEY_BYTES)),
      created_at: nowMs,
      updated_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
