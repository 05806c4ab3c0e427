import type { Random } from '../../kernel/random.ts'
import { deriveKey, KEY_BYTES, openBytes, sealBytes } from '../crypto/aead.ts'

/** Seals what the database keeps for us but must not be able to read. */
export interface Sealer {
  /**
   * Seals bytes for one purpose.
   *
   * @param purpose - what the bytes are and whose, for example `encryption-key/<merchant>/<kid>`: sealed bytes that
   *   are moved to another row do not open there.
   */
  seal(purpose: string, plaintext: Uint8Array): Buffer
  /**
   * Opens what was sealed for the same purpose.
   *
   * @throws When it was sealed under another master key. {@link WrongMasterKeyError}
   * @throws When the purpose or a bit differs. {@link Error}
   */
  open(purpose: string, sealed: Uint8Array): Buffer
}

/** The database was written under another master key than the one we were started with. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError'

  constructor(sealedUnder: string, given: string) {
    super(
      `The database is sealed under master key ${sealedUnder}, but this process was given master key ${given}. ` +
        'Start it with the key that the database was made with.',
    )
  }
}

/** Enough to tell two keys apart, and says nothing about them. */
const KEY_ID_BYTES = 4

/**
 * Makes a {@link Sealer} from the master key.
 *
 * Layout: key id (4 bytes) ‖ nonce (12) ‖ ciphertext ‖ tag (16); AES-256-GCM under a key derived for the purpose alone,
 * with the purpose as associated data.
 *
 * @param masterKey - 32 bytes.
 */
export function createSealer(masterKey: Uint8Array, random: Random): Sealer {
  if (masterKey.length !== KEY_BYTES) {
    throw new TypeError(`a master key must be ${KEY_BYTES} bytes long, not ${masterKey.length}`)
  }
  const keyId = deriveKey(masterKey, 'sluice master key id').subarray(0, KEY_ID_BYTES)
  const keyFor = (purpose: string) => deriveKey(masterKey, `sluice sealed data/${purpose}`)
  return {
    seal: (purpose, plaintext) =>
      Buffer.concat([keyId, sealBytes(keyFor(purpose), plaintext, purpose, random)]),
    open: (purpose, sealed) => {
      const sealedUnder = Buffer.from(sealed.subarray(0, KEY_ID_BYTES))
      if (!sealedUnder.equals(keyId)) {
        throw new WrongMasterKeyError(sealedUnder.toString('hex'), keyId.toString('hex'))
      }
      return openBytes(keyFor(purpose), sealed.subarray(KEY_ID_BYTES), purpose)
    },
  }
}
