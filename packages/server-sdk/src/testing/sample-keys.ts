import type { EncryptionKeySet } from '@sluice/types'

/** Long enough for any test, and short enough that a copy of an answer is not taken for a merchant’s own key. */
const LIFETIME_SECONDS = 86_400

/**
 * Returns a key that cards can be sealed for and that opens nothing: its private half was thrown away.
 *
 * @param nowMs - milliseconds since the epoch.
 */
export function sampleKeys(nowMs: number): EncryptionKeySet {
  const nowSeconds = Math.floor(nowMs / 1_000)
  return {
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        x: 'PX0wUDbrvRGIxRjzU7z-Lq8uG_045eq7NjLU4LNP2Ps',
        y: '6pNmqUVqu4O4s9D8hHNr4sJ_0JUoNhUnW0DarMEEkRE',
        alg: 'HPKE-7',
        use: 'enc',
        kid: 'KenvKh3eiBl1y-t5ncZHHlUzqQDSyHktraGFp8T4e1c',
        nbf: nowSeconds - LIFETIME_SECONDS,
        exp: nowSeconds + LIFETIME_SECONDS,
      },
    ],
  }
}
