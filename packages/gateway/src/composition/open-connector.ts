import type { ProviderConnector } from '@sluice/connectors/kit'
import type { ProviderRuntime } from '@sluice/connectors/runtime'

import type { Config } from '../config.ts'
import type { ProviderEntry } from '../configuration-file/index.ts'
import { readConfigurationFile } from './configuration.ts'
import { openRuntime } from './open-runtime.ts'

/** A connector of the configuration, ready to be called without a gateway. */
export interface OpenedConnector {
  readonly entry: ProviderEntry
  readonly connector: ProviderConnector
  readonly runtime: ProviderRuntime
}

/** Opens the connector of a provider; null if the configuration file has no provider of this id with a connector. */
export async function openConnectorOf(config: Config, providerId: string): Promise<OpenedConnector | null> {
  const file = await readConfigurationFile(config)
  const entry = file?.providers.find(({ id }) => id === providerId)
  if (entry?.connector === undefined) return null
  const { connector } = entry
  return { entry, connector, runtime: openRuntime(entry, connector) }
}
