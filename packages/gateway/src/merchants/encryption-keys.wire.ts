import type { EncryptionKeySet } from '@sluice/types'

import type { EncryptionKey } from './encryption-keys.ts'

/** Builds a JWK Set in the given order. */
export function toKeySet(keys: readonly EncryptionKey[]): EncryptionKeySet {
  return {
    keys: keys.map(({ alg, kid, x, y, notBeforeMs, expiresAtMs }) => ({
      kty: 'EC',
      crv: 'P-256',
      x,
      y,
      use: 'enc',
      alg,
      kid,
      nbf: notBeforeMs / 1000,
      exp: expiresAtMs / 1000,
    })),
  }
}
