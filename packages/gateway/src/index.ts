/**
 * The gateway, put together. Programs that start one use this; `@sluice/gateway` publishes its library part. Code that runs one
 * command imports the part it needs by path, so that nothing else is loaded.
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
