import type { Config } from '../config.ts'
import type { ConfigurationFile, Plan } from '../configuration-file/index.ts'
import type { VaultRotationPorts } from '../payment-methods/index.ts'
import { applyMerchants } from './configuration.ts'
import { type Foundation, layFoundation } from './foundation.ts'
import { openCardKeeping } from './stores.ts'

/**
 * Applies a configuration file and serves nothing.
 *
 * @throws When the database cannot be used, or the file wants what it cannot have; the message says what to do.
 */
export function applyConfigurationFile(
  config: Config,
  file: ConfigurationFile,
  options: { readonly isDryRun: boolean },
): Promise<Plan> {
  return withFoundation(config, (foundation) => applyMerchants(config, foundation, file.merchants, options))
}

/**
 * Changes keys of the vault, beside running gateways or without any.
 *
 * @throws When the database cannot be used; the message says what to do.
 */
export function rotateVaultOf<T>(
  config: Config,
  rotate: (ports: VaultRotationPorts) => Promise<T>,
): Promise<T> {
  return withFoundation(config, (foundation) => rotate(openCardKeeping(foundation)))
}

/** Gives the database back, whatever happens. */
async function withFoundation<T>(config: Config, use: (foundation: Foundation) => Promise<T>): Promise<T> {
  const foundation = await layFoundation(config)
  try {
    return await use(foundation)
  } finally {
    await foundation.closeDatabase()
  }
}
