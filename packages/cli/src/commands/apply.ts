import { describePlan, listMethodWarnings } from '@sluice/gateway-core/configuration-file'

import type { RunCommand } from './command.ts'
import { writeError, writeOutput } from '../terminal.ts'

const MISUSED = 2

/** Applies the configuration file and reports the changes. */
export const run: RunCommand = async ({ config, options }) => {
  if (config.configFile === null) {
    writeError('No configuration file: set --config or SLUICE_CONFIG_FILE.\n')
    return MISUSED
  }
  const { listBrandingWarnings, readConfigurationFile } =
    await import('@sluice/gateway-core/composition/configuration')
  const file = await readConfigurationFile(config)
  if (file === null) return MISUSED
  // Loaded only now, so that an operator who corrects a file need not wait for databases and keys.
  const { applyConfigurationFile } =
    await import('@sluice/gateway-core/operator-tools/apply-configuration-file')
  for (const line of await listBrandingWarnings(file.merchants)) writeError(`${line}\n`)
  for (const line of listMethodWarnings(file, config.environment)) writeError(`${line}\n`)
  const isDryRun = options['dry-run'] === true
  writeOutput(describePlan(await applyConfigurationFile(config, file, { isDryRun }), { isDryRun }))
  return 0
}
