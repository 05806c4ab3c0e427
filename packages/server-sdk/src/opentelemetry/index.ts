/**
 * Traces for OpenTelemetry. Needs `@opentelemetry/api`, which the main entry does not.
 *
 * @module
 */
export { openTelemetryHooks, type OpenTelemetryOptions } from './open-telemetry-hooks.ts'
