import { rotateVaultOf } from '@sluice/gateway-core/operator-tools/rotate-vault'
import { rotateVaultKek } from '@sluice/gateway-core/payment-methods'

import type { RunCommand } from './command.ts'
import { writeOutput } from '../terminal.ts'

/** Replaces the key that encrypts the vault's data keys. */
export const run: RunCommand = async ({ config }) => {
  const { rewrapped, destroyed } = await rotateVaultOf(config, 'vault.rotate-kek', rotateVaultKek)
  writeOutput(`Data keys wrapped again: ${rewrapped}. Wrapping keys destroyed: ${destroyed}.\n`)
  return 0
}
