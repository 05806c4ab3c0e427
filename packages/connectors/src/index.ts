import type { Connector } from './kit/connector.ts'

/** The connectors by the `type` in the configuration. Each is loaded when a configuration names it. */
export const CONNECTORS: Readonly<Record<string, () => Promise<Connector>>> = {}
