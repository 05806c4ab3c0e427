import { rotateVaultOf } from '@sluice/gateway-core/operator-tools/rotate-vault'
import { rotateVaultKeys } from '@sluice/gateway-core/payment-methods'

import type { RunCommand } from './command.ts'
import { writeOutput } from '../terminal.ts'

/** Encrypts every saved card with a new data key. */
export const run: RunCommand = async ({ config }) => {
  const { retired, sealed, destroyed } = await rotateVaultOf(config, 'vault.rotate-keys', rotateVaultKeys)
  writeOutput(
    `Data keys retired: ${retired}. Cards encrypted again: ${sealed}. Data keys destroyed: ${destroyed}.\n`,
  )
  return 0
}
