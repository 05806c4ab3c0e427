import { join } from 'node:path'

import type { Random } from '../kernel/random.ts'
import { KEY_BYTES } from '../crypto/aead.ts'
import { parseMasterKeys } from './parse-master-keys.ts'
import { loadOrCreateSecret, SecretFileError } from './secret-file.ts'

const MASTER_KEY_NAME = 'master-key'

/**
 * Returns the file of master keys of a test environment, with one key from the first start on, as the configuration would have it.
 *
 * @returns its path.
 * @throws When the file cannot be used or holds something else; the message does not repeat it. {@link SecretFileError}
 */
export function prepareMasterKeyFile(dataDir: string, random: Random): string {
  const file = join(dataDir, 'secrets', MASTER_KEY_NAME)
  const text = loadOrCreateSecret(dataDir, MASTER_KEY_NAME, () =>
    Buffer.from(random.bytes(KEY_BYTES)).toString('base64'),
  )
  if (parseMasterKeys(text).ok) return file
  throw new SecretFileError(
    `The file ${file} must contain ${KEY_BYTES} bytes in Base64. ` +
      'Restore the original: without it, nothing that this database has encrypted can be decrypted.',
  )
}
