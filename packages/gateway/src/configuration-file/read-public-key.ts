import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { ConfigProblem } from '../config-values.ts'

/** NIST SP 800-131A disallows new signatures with shorter RSA keys. */
const RSA_MIN_BITS = 2048

/**
 * Reads a public key in PEM.
 *
 * @returns null if it is invalid, with the reason among the problems.
 */
export function readPublicKey(place: string, path: string, problems: ConfigProblem[]): JsonWebKey | null {
  const refuse = (got: string, fix: string) => {
    problems.push({ name: place, got, fix })
    return null
  }
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    return refuse(`a file that cannot be read (${code})`, 'use a file that this process can read')
  }
  if (pem.includes('PRIVATE KEY'))
    return refuse(
      'a private key',
      'use its public key (openssl pkey -pubout); the private key stays with the client',
    )
  try {
    const key = createPublicKey(pem)
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
    const isUsable =
      (type === 'ec' && details?.namedCurve === 'prime256v1') ||
      (type === 'rsa' && (details?.modulusLength ?? 0) >= RSA_MIN_BITS) ||
      type === 'ed25519'
    if (isUsable) return key.export({ format: 'jwk' })
  } catch {
    // Text that is not a key has the same message as a key of the wrong kind.
  }
  return refuse(
    'a key that cannot verify assertions',
    'use a P-256, RSA (2048 bits or more) or Ed25519 key in PEM',
  )
}
