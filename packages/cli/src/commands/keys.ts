import { changeSigningKey } from '@sluice/gateway-core/operator-tools/change-signing-key'
import { rotateMasterKeyOf } from '@sluice/gateway-core/operator-tools/rotate-master-key'
import type { Config } from '@sluice/gateway-core/config'

import type { CommandCall, RunCommand } from './command.ts'
import { writeError, writeOutput } from '../terminal.ts'

const FAILED = 1

type Options = CommandCall['options']

/** The actions. Each prints what it did; null is a failure that was already reported. */
const ACTIONS: Readonly<Record<string, (config: Config, options: Options) => Promise<string | null>>> = {
  async 'rotate-master'(config) {
    const { keyId, isNew, resealed, behind } = await rotateMasterKeyOf(config)
    const made = isNew
      ? `Master key ${keyId} was added.`
      : `An earlier rotation to master key ${keyId} continues.`
    if (behind.length > 0) {
      writeError(
        `${made} Everything is encrypted under it once all processes have read it. Waiting for: ${behind.join(', ')}. ` +
          'Give these processes the same master keys (SLUICE_MASTER_KEY_FILE or SLUICE_MASTER_KEY_COMMAND), or end them; ' +
          'then run this again. Leave the old key where it is.\n',
      )
      return null
    }
    const done =
      resealed === null
        ? 'The running gateway encrypts everything under it within two minutes.'
        : `Encrypted under it: ${resealed}. Keep the old key with the backups that were made under it, and remove it from the file.`
    return `${made} ${done}`
  },
  async 'rotate-signing'(config) {
    const kid = await changeSigningKey(config, null)
    return `Signing key ${kid} is published, and signs in 15 minutes.`
  },
  async 'revoke-signing'(config, { kid }) {
    if (typeof kid !== 'string')
      throw new Error('Set --kid to the key to revoke; the JWKS endpoint lists them.')
    if ((await changeSigningKey(config, kid)) !== null) return `Signing key ${kid} is revoked.`
    writeError('The signing key does not exist, or is already revoked.\n')
    return null
  },
}

/** Changes keys while gateways run. */
export const run: RunCommand = async ({ config, action, options }) => {
  const text = await ACTIONS[action ?? '']?.(config, options)
  if (text === null || text === undefined) return FAILED
  writeOutput(`${text}\n`)
  return 0
}
