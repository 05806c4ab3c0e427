import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { Kysely } from 'kysely'

import type { SigningKeySet } from '@sluice/types'
import type { Clock } from '@sluice/platform/kernel/clock'
import { createTimedCache, memoize } from '@sluice/platform/kernel/timed-cache'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { IdentityTables } from './identity.tables.ts'
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts'

/** NIST SP 800-131A: good until 2030; each doubling makes signing six times as slow. */
const MODULUS_BITS = 2048

/** The longest delay until this process reads a key that another one created. */
const MAX_AGE_MS = 5_000

/** Longer than others keep the published keys (ten minutes). */
const PUBLISHED_AHEAD_MS = 900_000

/** How long a key verifies after the next one signs: the longest lifetime of an access token, plus a margin. */
const OVERLAP_MS = 3_600_000

/** How long a key signs. */
export const SIGNS_FOR_MS = 90 * 86_400_000

/** One signs, and another follows it. */
const PRIVATE_KEYS_REMEMBERED = 2

type PublishedKey = SigningKeySet['keys'][number]

export interface SigningKeyStoreOptions {
  readonly db: Kysely<IdentityTables>
  readonly sealer: Sealer
  readonly clock: Clock
}

/**
 * Opens the signing keys, and creates the first one if there is none. Of processes that do so at once, one prevails.
 *
 * @throws When the keys are sealed under another master key than ours.
 */
export async function openSigningKeys(options: SigningKeyStoreOptions): Promise<SigningKeys> {
  const { clock } = options
  const found = await readKeys(options.db)
  if (found.every(({ revokedAtMs }) => revokedAtMs !== null)) await createKey(options, found, clock.now())
  const memory = { clock, maxEntries: 1, lifetimeMs: MAX_AGE_MS }
  const privateKeys = createTimedCache<CryptoKey>({ clock, maxEntries: PRIVATE_KEYS_REMEMBERED })
  const readLiveKeys = memoize(memory, () => readKeys(options.db))

  const openSigner = async (): Promise<{ readonly kid: string; readonly privateKey: CryptoKey }> => {
    const signer = findSigner(await readLiveKeys(), clock.now())
    if (signer === null) throw new Error('All signing keys are revoked')
    const known = privateKeys.get(signer.kid)
    const privateKey = known ?? (await openPrivateKey(options, signer))
    if (!known) privateKeys.set(signer.kid, privateKey, Infinity)
    return { kid: signer.kid, privateKey }
  }
  const findVerifying = async (kid: string) =>
    listVerifying(await readLiveKeys(), clock.now()).find((key) => key.kid === kid)
  await openSigner()

  return {
    async sign(claims) {
      const { kid, privateKey } = await openSigner()
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'JWT', kid })
        .sign(privateKey)
    },

    async findPublicKey(kid) {
      const key = await findVerifying(kid)
      return key ? importKey({ ...key.published }) : null
    },

    isLive: async (kid) => (await findVerifying(kid)) !== undefined,

    async publish() {
      return { keys: listVerifying(await readLiveKeys(), clock.now()).map(({ published }) => published) }
    },
  }
}

/**
 * Adds the next generation. It is published at once and signs a while later, when everyone who keeps a copy of the published
 * keys has it. A generation that waits already is not followed by another.
 *
 * @returns its `kid`.
 */
export async function rotateSigningKey(options: SigningKeyStoreOptions): Promise<string> {
  const nowMs = options.clock.now()
  const found = await readKeys(options.db)
  const waiting = found.find(({ signsFromMs, revokedAtMs }) => signsFromMs > nowMs && revokedAtMs === null)
  return waiting?.kid ?? createKey(options, found, nowMs + PUBLISHED_AHEAD_MS)
}

/**
 * Adds the next generation when the latest has signed for its maximum time, and destroys generations that no longer
 * verify anything. Returns how many it added and destroyed.
 */
export async function rotateDueSigningKey(options: SigningKeyStoreOptions): Promise<number> {
  const destroyed = await destroyOldKeys(options)
  const nowMs = options.clock.now()
  const latest = (await readKeys(options.db)).at(0)
  const isDue =
    latest !== undefined && nowMs - Math.max(latest.signsFromMs, latest.createdAtMs) >= SIGNS_FOR_MS
  if (isDue) await rotateSigningKey(options)
  return destroyed + (isDue ? 1 : 0)
}

/** Destroys old keys once the overlap with their successors is over: a leaked one could forge signatures for ever. */
async function destroyOldKeys({ db, clock }: SigningKeyStoreOptions): Promise<number> {
  const signer = findSigner(await readKeys(db), clock.now())
  // Other processes may cache the keys for this long.
  if (signer === null || clock.now() - signer.signsFromMs < OVERLAP_MS + MAX_AGE_MS) return 0
  const { numDeletedRows } = await db
    .deleteFrom('signing_keys')
    .where('generation', '<', signer.generation)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Revokes a key: within five seconds no process accepts a token that it signed. If none is left to sign, a new one does at
 * once.
 *
 * @returns false for a key that is not there, or was revoked before.
 */
export async function revokeSigningKey(options: SigningKeyStoreOptions, kid: string): Promise<boolean> {
  const { db, clock } = options
  const nowMs = clock.now()
  const { numUpdatedRows } = await db
    .updateTable('signing_keys')
    .set({ revoked_at: nowMs })
    .where('kid', '=', kid)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const found = await readKeys(db)
  if (findSigner(found, nowMs) === null) await createKey(options, found, nowMs)
  return true
}

interface StoredSigningKey {
  readonly kid: string
  readonly generation: number
  readonly signsFromMs: number
  readonly revokedAtMs: number | null
  readonly createdAtMs: number
  readonly published: PublishedKey
}

/** Returns the keys, newest first. */
async function readKeys(db: Kysely<IdentityTables>): Promise<readonly StoredSigningKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'generation', 'public_jwk', 'signs_from', 'revoked_at', 'created_at'])
    .orderBy('generation', 'desc')
    .execute()
  return rows.map(({ kid, generation, public_jwk: json, signs_from, revoked_at, created_at }) => {
    const { n, e } = JSON.parse(json) as { readonly n: string; readonly e: string }
    return {
      kid,
      generation,
      signsFromMs: signs_from ?? 0,
      revokedAtMs: revoked_at,
      createdAtMs: created_at,
      published: { kty: 'RSA', n, e, use: 'sig', alg: SIGNING_ALGORITHM, kid },
    }
  })
}

/** The latest valid one. */
function findSigner(keys: readonly StoredSigningKey[], nowMs: number): StoredSigningKey | null {
  return keys.find(({ signsFromMs, revokedAtMs }) => revokedAtMs === null && signsFromMs <= nowMs) ?? null
}

/** Lists the keys that sign, will sign, or signed tokens that may still be in use. */
function listVerifying(keys: readonly StoredSigningKey[], nowMs: number): readonly StoredSigningKey[] {
  const signer = findSigner(keys, nowMs)
  return keys.filter(
    ({ generation, revokedAtMs }) =>
      revokedAtMs === null &&
      (signer === null || generation >= signer.generation || nowMs - signer.signsFromMs < OVERLAP_MS),
  )
}

async function openPrivateKey(
  { db, sealer }: SigningKeyStoreOptions,
  { kid }: StoredSigningKey,
): Promise<CryptoKey> {
  const { private_sealed: sealed } = await db
    .selectFrom('signing_keys')
    .select('private_sealed')
    .where('kid', '=', kid)
    .executeTakeFirstOrThrow()
  return importKey(JSON.parse(sealer.open(keyPurpose(kid), sealed).toString('utf8')) as JWK)
}

/**
 * If several processes create the same generation at once, one prevails.
 *
 * @param found - the keys that were read when a new one was found to be needed. Reading them again could include a
 *   key that another process created for the same reason, and a generation after that one would sign before others know
 *   it.
 */
async function createKey(
  options: SigningKeyStoreOptions,
  found: readonly StoredSigningKey[],
  signsFromMs: number,
): Promise<string> {
  const { db, sealer, clock } = options
  const generation = (found.at(0)?.generation ?? 0) + 1
  const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, {
    modulusLength: MODULUS_BITS,
    extractable: true,
  })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const secret = Buffer.from(JSON.stringify(await exportJWK(privateKey)), 'utf8')
  await db
    .insertInto('signing_keys')
    .values({
      kid,
      generation,
      alg: SIGNING_ALGORITHM,
      public_jwk: JSON.stringify(publicJwk),
      private_sealed: sealer.seal(keyPurpose(kid), secret),
      signs_from: generation === 1 ? null : signsFromMs,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = (await readKeys(db)).find((key) => key.generation === generation)
  if (made === undefined) throw new Error('The signing key disappeared right after it was created')
  return made.kid
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM)
  if (key instanceof Uint8Array) throw new TypeError('a signing key must be an RSA key')
  return key
}

/** Returns the purpose for which a private key is sealed. */
export function keyPurpose(kid: string): string {
  return `signing-key/${kid}`
}
