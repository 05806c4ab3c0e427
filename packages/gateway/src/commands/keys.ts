import { rotateMasterKey } from '../composition/rotate-master-key.ts'
import type { RunCommand } from './command.ts'

/** Changes keys while gateways run. */
export const run: RunCommand = async ({ config }) => {
  const { keyId, isNew, resealed } = await rotateMasterKey(config)
  const made = isNew
    ? `Master key ${keyId} was added.`
    : `An earlier rotation to master key ${keyId} goes on.`
  const done =
    resealed === null
      ? 'The running gateway seals everything under it within two minutes; sluice-gateway check says what is left.'
      : `Sealed under it: ${resealed}. Keep the old key with the backups that were made under it, and take it out of the file.`
  process.stdout.write(`${made} ${done}\n`)
  return 0
}
