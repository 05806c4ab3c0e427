import { importVerifyingKey, type VerifyingKey } from '@sluice/shared/p256'

/** Makes a verifying key of SubjectPublicKeyInfo; null for other bytes. */
export type ImportKey = (spki: Uint8Array) => VerifyingKey | null

/** Importing a key takes longer than verifying with it: the last few are remembered. */
export function memoizeKeys(maxKeys: number): ImportKey {
  const known = new Map<string, VerifyingKey>()
  return (spki) => {
    const name = Buffer.from(spki).toString('base64')
    const key = known.get(name) ?? importVerifyingKey(spki)
    if (key !== null) keep(known, name, key, maxKeys)
    return key
  }
}

/**
 * Creates a key that caches its last few valid signatures, for keys whose signatures recur in many messages. Invalid
 * signatures are verified each time, so the cache cannot be filled without the private key.
 */
export function memoizeSignatures(key: VerifyingKey, maxSignatures: number): VerifyingKey {
  const known = new Map<string, true>()
  return {
    verifies(message, signature) {
      const name = `${Buffer.from(signature).toString('latin1')} ${Buffer.from(message).toString('latin1')}`
      const isRight = known.has(name) || key.verifies(message, signature)
      if (isRight) keep(known, name, true, maxSignatures)
      return isRight
    },
  }
}

/** A Map keeps the order in which keys were set, so its first key is the oldest. */
function keep<V>(known: Map<string, V>, name: string, value: V, max: number): void {
  known.delete(name)
  known.set(name, value)
  const [oldest] = known.keys()
  if (known.size > max && oldest !== undefined) known.delete(oldest)
}
