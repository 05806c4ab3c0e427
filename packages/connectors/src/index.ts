import type { Connector } from './kit/connector.ts'

/** The connectors by the `type` in the configuration. Each is loaded when a configuration names it. */
export const CONNECTORS = {
  stripe: async (): Promise<Connector> => (await import('./stripe/index.ts')).stripe,
} as const satisfies Readonly<Record<string, () => Promise<Connector>>>

/** The `type` of a connector. */
export type ConnectorType = keyof typeof CONNECTORS
