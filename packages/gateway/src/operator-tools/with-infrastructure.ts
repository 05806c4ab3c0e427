import { createInfrastructure, type Infrastructure } from '../composition/infrastructure.ts'
import type { Config } from '../config.ts'

/** Opens the database for a tool, and always closes it again, also after an error. */
export async function withInfrastructure<T>(
  config: Config,
  use: (infrastructure: Infrastructure) => Promise<T>,
): Promise<T> {
  const infrastructure = await createInfrastructure(config)
  try {
    return await use(infrastructure)
  } finally {
    await infrastructure.closeDatabase()
  }
}
