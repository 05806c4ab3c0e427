/**
 * The gateway as a library: build it, listen, close it. Programs use the command `sluice-gateway`; this is for tests
 * and tools that want one inside their own process. Slices and adapters are not exported: they change without notice.
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
 * Puts a gateway together that can listen, or take requests in this process.
 *
 * @param config - what {@link readConfig} gives.
 * @param adapters - your own in place of some of the gateway's: a clock, a way to post webhooks.
 * @throws When the database or a secret cannot be used; the message says what to do.
 */
export function buildApp(config: Config, adapters: Partial<PublicAdapters> = {}): Promise<App> {
  return buildWhole(config, { documentationFolder: DOCUMENTATION_FOLDER, ...adapters })
}
export type { Environment, HttpConfig } from '@sluice/platform/http/http-config'
