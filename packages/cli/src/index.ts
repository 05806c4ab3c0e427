/**
 * The gateway as a library: build it, listen, close it. It is for tests and tools that run a gateway in their own process; to
 * run one as a service, use the command `sluice-gateway`. Slices and adapters are not exported, because they change without notice.
 *
 * @module
 */
import { type App, buildApp as buildWhole, type Config, type PublicAdapters } from '@sluice/gateway-core'

import { DOCUMENTATION_FOLDER } from './documentation-folder.ts'

export {
  type App,
  type Config,
  CONFIG_VARIABLES,
  type ConfigProblem,
  type ConfigReading,
  type ConfigVariable,
  type ConfigVariableName,
  type PublicAdapters as Adapters,
  readConfig,
} from '@sluice/gateway-core'

/**
 * Builds a gateway, which can listen or handle requests in this process.
 *
 * @param config - the result of {@link readConfig}.
 * @param adapters - replace some of the gateway's adapters, such as the clock or the sender of webhooks.
 * @throws When the database or a secret cannot be used; the message says what to do.
 */
export function buildApp(config: Config, adapters: Partial<PublicAdapters> = {}): Promise<App> {
  return buildWhole(config, { documentationFolder: DOCUMENTATION_FOLDER, ...adapters })
}
export type { Environment, HttpConfig } from '@sluice/platform/http/http-config'
