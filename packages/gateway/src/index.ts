/**
 * The gateway as a library: build it, listen, close it. Programs use the command `sluice-gateway`; this is for tests
 * and tools that want one inside their own process. Slices and adapters are not exported: they change without notice.
 *
 * @module
 */
import { type App, buildApp as buildWhole } from './app.ts'
import type { PublicAdapters } from './composition/adapters.ts'
import type { Config } from './config.ts'

export type { App } from './app.ts'
export type { PublicAdapters as Adapters } from './composition/adapters.ts'
export {
  type Config,
  CONFIG_VARIABLES,
  type ConfigProblem,
  type ConfigReading,
  type ConfigVariable,
  type ConfigVariableName,
  readConfig,
} from './config.ts'

/**
 * Puts a gateway together that can listen, or take requests in this process.
 *
 * @param config - what {@link readConfig} gives.
 * @param adapters - your own in place of some of the gateway's: a clock, a way to post webhooks.
 * @throws When the database or a secret cannot be used; the message says what to do.
 */
export function buildApp(config: Config, adapters: Partial<PublicAdapters> = {}): Promise<App> {
  return buildWhole(config, adapters)
}
export type { Environment, HttpConfig } from '@sluice/platform/http/http-config'
