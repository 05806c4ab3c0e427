import { rotateVaultOf } from '../operator-tools/rotate-vault.ts'
import { rotateVaultKek } from '../payment-methods/index.ts'
import type { RunCommand } from './command.ts'

/** Puts a new wrapping key in the place of the old one. */
export const run: RunCommand = async ({ config }) => {
  const { rewrapped, destroyed } = await rotateVaultOf(config, 'vault.rotate-kek', rotateVaultKek)
  process.stdout.write(`Data keys wrapped anew: ${rewrapped}. Wrapping keys destroyed: ${destroyed}.\n`)
  return 0
}
