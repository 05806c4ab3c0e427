import { createECDH } from 'node:crypto'

import type { NamedRandom } from './named-random.ts'

const SCALAR_BYTES = 32

/** Derives the keys with which browsers seal cards from the seed, until the returned function is called. */
export function seedKeys(randomness: NamedRandom): () => void {
  const random = randomness.of('keys of the shop')
  const { subtle } = globalThis.crypto
  const generateKey = async (algorithm: EcKeyImportParams, _: boolean, uses: KeyUsage[]) => {
    const pair = createECDH('prime256v1')
    // Below 2^255, every number is valid for the curve. The first byte is not 0, so that all have the same length.
    pair.setPrivateKey(
      Buffer.from(
        Array.from({ length: SCALAR_BYTES }, (_item, place) =>
          place === 0 ? 1 + random.whole(127) : random.whole(256),
        ),
      ),
    )
    const point = pair.getPublicKey()
    const publicKey = await subtle.importKey('raw', point, algorithm, true, [])
    const coordinates = {
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const jwk = { kty: 'EC', crv: 'P-256', ...coordinates, d: pair.getPrivateKey().toString('base64url') }
    return { publicKey, privateKey: await subtle.importKey('jwk', jwk, algorithm, false, uses) }
  }
  Object.defineProperty(subtle, 'generateKey', { configurable: true, value: generateKey })
  return () => void Reflect.deleteProperty(subtle, 'generateKey')
}
