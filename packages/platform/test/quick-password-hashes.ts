import { createPasswordHashes, type PasswordHashes } from '../src/crypto/password-hash.ts'
import { createSystemRandom, systemClock } from '../src/system.ts'

/** The cheapest that scrypt has: what is tested is not how slow it is. */
export function createQuickPasswordHashes(): PasswordHashes {
  return createPasswordHashes(createSystemRandom(systemClock), {
    costLog2: 4,
    blockSize: 1,
    parallelization: 1,
  })
}
