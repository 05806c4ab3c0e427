import type { Random } from '../../kernel/random.ts'
import { KEY_BYTES } from '../crypto/aead.ts'
import { loadOrCreateSecret, SecretFileError } from './secret-file.ts'

const MASTER_KEY_NAME = 'master-key'

/**
 * The master key of a test environment: 32 bytes, made at the first start and kept in the data directory in Base64, as
 * the configuration would have it.
 *
 * @throws When the file cannot be used or holds something else; the message does not repeat it. {@link SecretFileError}
 */
export function loadOrCreateMasterKey(dataDir: string, random: Random): Buffer {
  const text = loadOrCreateSecret(dataDir, MASTER_KEY_NAME, () =>
    Buffer.from(random.bytes(KEY_BYTES)).toString('base64'),
  )
  const key = Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES && key.toString('base64') === text) return key
  throw new SecretFileError(
    `The file ${dataDir}/secrets/${MASTER_KEY_NAME} must hold ${KEY_BYTES} bytes in Base64. ` +
      'Put the original back: without it, nothing that this database keeps sealed can be opened.',
  )
}
