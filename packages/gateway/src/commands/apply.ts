import { describePlan } from '../configuration-file/index.ts'
import type { RunCommand } from './command.ts'

const MISUSED = 2

/** Applies the configuration file and says what changed. */
export const run: RunCommand = async ({ config, options }) => {
  if (config.configFile === null) {
    process.stderr.write('There is no configuration file: name one with --config or SLUICE_CONFIG_FILE.\n')
    return MISUSED
  }
  const { listBrandingWarnings, readConfigurationFile } = await import('../composition/configuration.ts')
  const file = await readConfigurationFile(config)
  if (file === null) return MISUSED
  // Loaded only now: an operator who corrects a file does not wait for databases and keys.
  const { applyConfigurationFile } = await import('../operator-tools/apply-configuration-file.ts')
  for (const line of await listBrandingWarnings(file.merchants)) process.stderr.write(`${line}\n`)
  const isDryRun = options['dry-run'] === true
  process.stdout.write(describePlan(await applyConfigurationFile(config, file, { isDryRun }), { isDryRun }))
  return 0
}
