/**
 * The gateway as a library: build it, listen, close it. Programs use the command `sluice-gateway`; this is for tests
 * and tools that want one inside their own process. Slices and adapters are not exported: they change without notice.
 *
 * @module
 */
export { type Adapters, type App, buildApp } from './app.ts'
export {
  type Config,
  CONFIG_VARIABLES,
  type ConfigProblem,
  type ConfigReading,
  type ConfigVariable,
  type ConfigVariableName,
  type Environment,
  type HttpConfig,
  readConfig,
} from './config.ts'
