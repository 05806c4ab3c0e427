/**
 * Builds a complete gateway. Programs that start a gateway import this; `@sluice/gateway` publishes its library part. Commands that
 * need only one part import it by path, so that nothing else is loaded.
 */
export { type App, buildApp } from './app.ts'
export type { PublicAdapters } from './composition/adapters.ts'
export {
  type Config,
  CONFIG_VARIABLES,
  type ConfigProblem,
  type ConfigReading,
  type ConfigVariable,
  type ConfigVariableName,
  readConfig,
} from './config.ts'
