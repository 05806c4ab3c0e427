import type { Kysely } from 'kysely'

import { LIMITS } from '@sluice/types/vocabulary'
import type { Keyring } from '@sluice/platform/secrets/keyring'
import type { SecretsTables } from '@sluice/platform/secrets/secrets.tables'
import { type IdentityTables, SIGNS_FOR_MS } from '@sluice/identity'

import type { MerchantTables } from '../merchants/index.ts'
import type { PaymentMethodTables } from '../payment-methods/index.ts'
import type { AgedKey } from './invariant.ts'

type KeyTables = IdentityTables & MerchantTables & PaymentMethodTables & SecretsTables

/** A secret file of the configuration. */
interface SecretFile {
  readonly place: string
  readonly writtenAtMs: number
}

const DAY_MS = 86_400_000

/** Automatic rotation may be late because of a restart, a holiday or an idle merchant; after that it does not work. */
const LATE_DAYS = 7

/**
 * Cryptoperiods in days, as in docs/operations/storage.md; a test compares them. NIST SP 800-57 part 1 §5.3.6 permits
 * one or two years for keys that seal, and each of these protects little data.
 */
export const KEY_LIMITS_DAYS = {
  'master key': 365,
  'vault wrapping key': 365,
  'vault data keys': 730,
  "access tokens' signing key": SIGNS_FOR_MS / DAY_MS,
  "merchants' encryption keys": LIMITS.ENCRYPTION_KEY_ROTATION_DAYS,
  'secrets of clients, webhooks, providers, programs': 365,
} as const

/** Lists the keys and secrets that are in use, with their ages. */
export async function listAgedKeys({
  db,
  keyring,
  secretFiles,
}: {
  readonly db: Kysely<KeyTables>
  readonly keyring: Pick<Keyring, 'current'>
  readonly secretFiles: readonly SecretFile[]
}): Promise<readonly AgedKey[]> {
  return [
    await readMasterKey(db, keyring),
    ...(await readSigningKey(db)),
    ...(await readVaultKeys(db)),
    ...(await readEncryptionKeys(db)),
    ...secretFiles.map(({ place, writtenAtMs }) => ({
      name: `the secret at ${place}`,
      usedSinceMs: writtenAtMs,
      limitDays: KEY_LIMITS_DAYS['secrets of clients, webhooks, providers, programs'],
      remedy: 'create a new one, list both, and remove the old one once the other side has switched',
    })),
  ]
}

/** A key without its own time has sealed since the service's first start. */
async function readMasterKey(db: Kysely<KeyTables>, keyring: Pick<Keyring, 'current'>): Promise<AgedKey> {
  const { id, notBeforeMs } = keyring.current()
  const { since } = await db
    .selectFrom('service_keys')
    .select(({ fn }) => fn.min('created_at').as('since'))
    .executeTakeFirstOrThrow()
  return {
    name: `master key ${id}`,
    usedSinceMs: notBeforeMs > 0 ? notBeforeMs : Number(since ?? Date.now()),
    limitDays: KEY_LIMITS_DAYS['master key'],
    remedy: 'run sluice-gateway keys rotate-master',
  }
}

async function readSigningKey(db: Kysely<KeyTables>): Promise<readonly AgedKey[]> {
  const latest = await db
    .selectFrom('signing_keys')
    .select(['kid', 'created_at', 'signs_from'])
    .where('revoked_at', 'is', null)
    .orderBy('generation', 'desc')
    .executeTakeFirst()
  if (latest === undefined) return []
  return [
    {
      name: `signing key ${latest.kid}`,
      usedSinceMs: Math.max(latest.created_at, latest.signs_from ?? 0),
      limitDays: KEY_LIMITS_DAYS["access tokens' signing key"] + LATE_DAYS,
      remedy:
        'start a gateway with the role janitor, which rotates it automatically, or run sluice-gateway keys rotate-signing',
    },
  ]
}

async function readVaultKeys(db: Kysely<KeyTables>): Promise<readonly AgedKey[]> {
  const keks = await db
    .selectFrom('vault_keks')
    .select(['kid', 'created_at'])
    .where('status', 'in', ['ACTIVE', 'DECRYPT_ONLY'])
    .execute()
  const { since } = await db
    .selectFrom('vault_deks')
    .select(({ fn }) => fn.min('created_at').as('since'))
    .executeTakeFirstOrThrow()
  return [
    ...keks.map(({ kid, created_at: usedSinceMs }) => ({
      name: `vault wrapping key ${kid}`,
      usedSinceMs,
      limitDays: KEY_LIMITS_DAYS['vault wrapping key'],
      remedy: 'run sluice-gateway rotate-vault-kek',
    })),
    ...(since === null
      ? []
      : [
          {
            name: 'the oldest data key of the vault',
            usedSinceMs: Number(since),
            limitDays: KEY_LIMITS_DAYS['vault data keys'],
            remedy: 'run sluice-gateway rotate-vault-keys',
          },
        ]),
  ]
}

/** One line for all merchants, because the same job destroys all of their keys. */
async function readEncryptionKeys(db: Kysely<KeyTables>): Promise<readonly AgedKey[]> {
  const { since } = await db
    .selectFrom('encryption_keys')
    .select(({ fn }) => fn.min('not_before').as('since'))
    .executeTakeFirstOrThrow()
  if (since === null) return []
  return [
    {
      name: 'the oldest encryption key of a merchant',
      usedSinceMs: Number(since),
      limitDays: KEY_LIMITS_DAYS["merchants' encryption keys"] + LATE_DAYS,
      remedy: 'start a gateway with the role janitor, which destroys it; its successor already exists',
    },
  ]
}
