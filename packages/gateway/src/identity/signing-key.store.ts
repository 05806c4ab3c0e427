import type { SigningKeySet } from '@sluice/types'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { Kysely } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import { rememberAnswers } from '../kernel/timed-cache.ts'
import type { IdentityTables } from './identity.tables.ts'
import type { Sealer } from '../platform/secrets/sealer.ts'
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts'

/** NIST SP 800-131A: good until 2030; each doubling makes signing six times as slow. */
const MODULUS_BITS = 2048

/** How soon a key that another process made is known here. */
const MAX_AGE_MS = 5_000

type PublishedKey = SigningKeySet['keys'][number]

export interface SigningKeyStoreOptions {
  readonly db: Kysely<IdentityTables>
  readonly sealer: Sealer
  readonly clock: Clock
}

/**
 * Opens the signing keys, and makes the first one when there is none. Of processes that do so at once, one prevails.
 *
 * @throws When the keys are sealed under another master key than ours.
 */
export async function openSigningKeys(options: SigningKeyStoreOptions): Promise<SigningKeys> {
  const { db, clock } = options
  const signer = (await openLatestKey(options)) ?? (await createFirstKey(options))
  const readPublicKeys = rememberAnswers({ clock, maxEntries: 1, lifetimeMs: MAX_AGE_MS }, () =>
    loadPublicKeys(db),
  )
  return {
    sign: (claims) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'JWT', kid: signer.kid })
        .sign(signer.privateKey),

    findPublicKey: async (kid) =>
      (await readPublicKeys()).find((key) => key.published.kid === kid)?.key ?? null,

    publish: async () => ({ keys: (await readPublicKeys()).map(({ published }) => published) }),
  }
}

interface Signer {
  readonly kid: string
  readonly privateKey: CryptoKey
}

async function openLatestKey({ db, sealer }: SigningKeyStoreOptions): Promise<Signer | null> {
  const row = await db
    .selectFrom('signing_keys')
    .select(['kid', 'private_sealed'])
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const jwk = JSON.parse(sealer.open(keyPurpose(row.kid), row.private_sealed).toString('utf8')) as JWK
  return { kid: row.kid, privateKey: await importKey(jwk) }
}

async function createFirstKey(options: SigningKeyStoreOptions): Promise<Signer> {
  const { db, sealer, clock } = options
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
      generation: 1,
      alg: SIGNING_ALGORITHM,
      public_jwk: JSON.stringify(publicJwk),
      private_sealed: sealer.seal(keyPurpose(kid), secret),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const signer = await openLatestKey(options)
  if (signer === null) throw new Error('The signing key is gone at once')
  return signer
}

interface PublicKey {
  readonly published: PublishedKey
  readonly key: CryptoKey
}

async function loadPublicKeys(db: Kysely<IdentityTables>): Promise<readonly PublicKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'public_jwk'])
    .orderBy('generation', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ kid, public_jwk: json }) => {
      const { n, e } = JSON.parse(json) as { readonly n: string; readonly e: string }
      const published: PublishedKey = { kty: 'RSA', n, e, use: 'sig', alg: SIGNING_ALGORITHM, kid }
      return { published, key: await importKey({ ...published }) }
    }),
  )
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM)
  if (key instanceof Uint8Array) throw new TypeError('a signing key must be an RSA key')
  return key
}

/** What a private key is sealed for. */
export function keyPurpose(kid: string): string {
  return `signing-key/${kid}`
}
