import type { Random } from '../kernel/random.ts'
import { deriveKey, openBytes, sealBytes } from '../crypto/aead.ts'
import { createKeyring, KEY_ID_BYTES, type Keyring } from './keyring.ts'

/** Seals what the database keeps for us but must not be able to read. */
export interface Sealer {
  /**
   * Seals bytes for one purpose, under the current master key.
   *
   * @param purpose - what the bytes are and whose, for example `encryption-key/<merchant>/<kid>`: sealed bytes that
   *   are moved to another row do not open there.
   */
  seal(purpose: string, plaintext: Uint8Array): Buffer
  /**
   * Opens what was sealed for the same purpose, under any master key of the keyring.
   *
   * @throws When it was sealed under another master key. {@link WrongMasterKeyError}
   * @throws When the purpose or a bit differs. {@link Error}
   */
  open(purpose: string, sealed: Uint8Array): Buffer
}

/** The database was written under a master key that we were not given. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError'

  constructor(sealedUnder: string, given: readonly string[]) {
    super(
      `The database is encrypted under master key ${sealedUnder}, but this process has master key ${given.join(', ')}. ` +
        'Start it with the key of the database.',
    )
  }
}

/**
 * Makes a {@link Sealer} from the master keys.
 *
 * Layout: key id (4 bytes) ‖ nonce (12) ‖ ciphertext ‖ tag (16); AES-256-GCM under a key derived for the purpose alone,
 * with the purpose as associated data.
 *
 * @param keys - a keyring, or the only master key (32 bytes).
 */
export function createSealer(keys: Keyring | Uint8Array, random: Random): Sealer {
  const keyring =
    keys instanceof Uint8Array ? createKeyring([{ key: keys, notBeforeMs: 0 }], { now: () => 0 }) : keys
  const keyFor = (key: Uint8Array, purpose: string) => deriveKey(key, `sluice sealed data/${purpose}`)
  return {
    seal(purpose, plaintext) {
      const { id, key } = keyring.current()
      return Buffer.concat([
        Buffer.from(id, 'hex'),
        sealBytes(keyFor(key, purpose), plaintext, purpose, random),
      ])
    },
    open(purpose, sealed) {
      const sealedUnder = keyIdOf(sealed)
      const known = keyring.find(sealedUnder)
      if (known === null)
        throw new WrongMasterKeyError(
          sealedUnder,
          keyring.list().map(({ id }) => id),
        )
      return openBytes(keyFor(known.key, purpose), sealed.subarray(KEY_ID_BYTES), purpose)
    },
  }
}

/** Returns the id of the master key that something is sealed under. */
export function keyIdOf(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(0, KEY_ID_BYTES)).toString('hex')
}
