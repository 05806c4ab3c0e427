import { createHash } from 'node:crypto'

import { exportPublicKey, readPrivateKey } from '@sluice/shared/p256'
import { isSigningKey } from '@sluice/platform/crypto/standard-webhook'

/** The purposes of secrets. The purpose determines the form. */
export type SecretForm = 'random' | 'issued' | 'webhook' | 'signing-key' | 'wallet-key'

/** The form of a secret from somebody else, such as a key of a provider. */
export interface GivenSecret {
  readonly pattern: RegExp | null
  /** The published secrets, and where they are shown. */
  readonly description: string
}

/** A shorter secret could be guessed by brute force. */
const MIN_BYTES = 32

// A random text of 32 characters or more has more distinct characters; a placeholder or a typed text does not.
const DISTINCT_MIN = { hexadecimal: 8, any: 16 } as const

/** SHA-256 of secrets that are published in documents and tests, here or of the Standard Webhooks project. */
const PUBLISHED: ReadonlySet<string> = new Set([
  // Examples from the documentation of Standard Webhooks and of its best-known implementation.
  '96ad2ccd81462a766178ae09a71df55f548a3f66da11606f9cdf40b391e22dd0',
  '2dd745ff991276aed56826de4e41d9d81b006c671a1491c08e9fc74e9362d95a',
  // The public half of the recipient's key in the test suite of the wallet's own library.
  '64c2b436d7b1fa542f7bfdadfe76e406e251457f7e8d73373d3c8f74e4a86f77',
  // The master key of the configuration's tests.
  '83cbaf63ea2be69a01f5e0d9e791ea8f6818a05d50e180367e5d5a283047789d',
])

export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export function isPublished(secret: string): boolean {
  return PUBLISHED.has(digestOf(secret))
}

/** Returns the problem with a secret, with the fix; null if it is valid. */
export function validateSecret(
  secret: string,
  form: SecretForm | GivenSecret,
): { got: string; fix: string } | null {
  if (typeof form === 'object')
    return form.pattern?.test(secret) === false
      ? { got: 'a secret in another format', fix: `use this: ${form.description}` }
      : null
  const make = MAKE[form]
  if (isPublished(secret)) return { got: 'a secret that is published in a repository', fix: make }
  if (form === 'webhook') {
    const bytes = readWebhookSecret(secret)
    if (bytes === null) return { got: 'a value other than whsec_ and Base64', fix: make }
    if (bytes.length < MIN_BYTES || bytes.length > WEBHOOK_MAX_BYTES)
      return { got: `a secret of ${bytes.length} bytes`, fix: make }
    return new Set(bytes).size < DISTINCT_MIN.any ? { got: REPEATING, fix: make } : null
  }
  if (form === 'signing-key')
    return isSigningKey(secret) ? null : { got: 'a value other than whsk_ and an Ed25519 key', fix: make }
  if (form === 'wallet-key') return validateWalletKey(secret)
  if (form === 'issued')
    return /^[\x21-\x7e]{16,4096}$/.test(secret) ? null : { got: 'a value other than a key', fix: make }
  if (Buffer.byteLength(secret) < MIN_BYTES)
    return { got: `a secret of ${Buffer.byteLength(secret)} bytes`, fix: make }
  return looksRandom(secret) ? null : { got: REPEATING, fix: make }
}

/** A key has many encodings, so it is identified by its public half. */
function validateWalletKey(pem: string): { got: string; fix: string } | null {
  const key = readPrivateKey(pem)
  if (key === null) return { got: 'a value other than a private P-256 key in PEM', fix: MAKE['wallet-key'] }
  return isPublished(exportPublicKey(key).toString('base64'))
    ? { got: 'a key that is published in a repository', fix: MAKE['wallet-key'] }
    : null
}

const WEBHOOK_MAX_BYTES = 64

const REPEATING = 'a secret that is not random'

const MAKE: Readonly<Record<SecretForm, string>> = {
  issued: 'use the secret that the other side issued: at least 16 characters, without spaces',
  random: 'create one with openssl rand -base64 32',
  webhook: 'create one with echo "whsec_$(openssl rand -base64 32)"',
  'wallet-key': 'create one with openssl ecparam -name prime256v1 -genkey -noout',
  'signing-key': 'use Base64 of the 32 bytes of its seed and the 32 bytes of its public key',
}

function readWebhookSecret(secret: string): Buffer | null {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : null
  if (text === null || text === '') return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}

/**
 * Reports whether a text looks like hexadecimal, Base64 or similar. Text that people type has blanks, one case only,
 * or few distinct characters.
 */
function looksRandom(secret: string): boolean {
  const distinct = new Set(secret).size
  if (/^[0-9a-f]+$/i.test(secret)) return distinct >= DISTINCT_MIN.hexadecimal
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(secret)).length
  return /^[\x21-\x7e]+$/.test(secret) && kinds >= 2 && distinct >= DISTINCT_MIN.any
}
