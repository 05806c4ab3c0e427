import { createPasswordHashes, type PasswordHashes } from '../src/crypto/password-hash.ts'
import { createSystemRandom, systemClock } from '../src/system.ts'

/** The lowest cost that scrypt accepts: these tests do not depend on the cost. */
export function createQuickPasswordHashes(): PasswordHashes {
  return createPasswordHashes(createSystemRandom(systemClock), {
    costLog2: 4,
    blockSize: 1,
    parallelization: 1,
  })
}
