import { rotateVaultOf } from '../operator-tools/rotate-vault.ts'
import { rotateVaultKeys } from '../payment-methods/index.ts'
import type { RunCommand } from './command.ts'

/** Seals every saved card under a new data key. */
export const run: RunCommand = async ({ config }) => {
  const { retired, sealed, destroyed } = await rotateVaultOf(config, 'vault.rotate-keys', rotateVaultKeys)
  process.stdout.write(
    `Data keys retired: ${retired}. Cards sealed anew: ${sealed}. Data keys destroyed: ${destroyed}.\n`,
  )
  return 0
}
