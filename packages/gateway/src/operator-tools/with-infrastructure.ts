import { DatabaseOpenError, DataDirectoryInUseError } from '@sluice/platform/database/database-open-error'

import { createInfrastructure, type Infrastructure } from '../composition/infrastructure.ts'
import type { Config } from '../config.ts'

/**
 * Opens the database for a tool, and always closes it again, also after an error.
 *
 * @param instead - what the operator can do while a gateway uses the embedded database, as a sentence; by default, stop it.
 * @throws When the database cannot be used. {@link DatabaseOpenError}
 */
export async function withInfrastructure<T>(
  config: Config,
  use: (infrastructure: Infrastructure) => Promise<T>,
  instead: string | null = null,
): Promise<T> {
  const infrastructure = await createInfrastructure(config).catch((error: unknown) => {
    if (!(error instanceof DataDirectoryInUseError) || instead === null) throw error
    throw new DatabaseOpenError(`A gateway is using the data directory ${error.directory}. ${instead}`, {
      cause: error,
    })
  })
  try {
    return await use(infrastructure)
  } finally {
    await infrastructure.closeDatabase()
  }
}
