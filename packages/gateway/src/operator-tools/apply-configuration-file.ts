import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DatabaseUnmadeError } from '@sluice/platform/database/database-open-error'

import { applyMerchants } from '../composition/configuration.ts'
import { openDatabaseToRead } from '../composition/database-of-config.ts'
import type { Config } from '../config.ts'
import type { ConfigurationFile, Plan } from '../configuration-file/index.ts'
import { withInfrastructure } from './with-infrastructure.ts'

/**
 * Applies a configuration file without serving requests. A dry run does not migrate tables either, because gateways of an
 * earlier version may be using them.
 *
 * @throws When the database cannot be used, or the file cannot be applied; the message says what to do.
 */
export async function applyConfigurationFile(
  config: Config,
  file: ConfigurationFile,
  options: { readonly isDryRun: boolean },
): Promise<Plan> {
  const apply = (place: Config) =>
    withInfrastructure(place, (infrastructure) =>
      applyMerchants(place, infrastructure, file, { ...options, appliesOlder: true }),
    )
  if (!options.isDryRun || (await isMade(config))) return apply(config)
  const folder = await mkdtemp(join(tmpdir(), 'sluice-dry-run-'))
  try {
    return await apply({ ...config, databaseUrl: null, dataDir: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws {@link DatabaseOpenError} when the tables belong to another version. */
async function isMade(config: Config): Promise<boolean> {
  try {
    const { close } = await openDatabaseToRead(config)
    await close()
    return true
  } catch (error) {
    if (error instanceof DatabaseUnmadeError) return false
    throw error
  }
}
