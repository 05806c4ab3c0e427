import type { Connector, ThreeDsConnector } from './kit/connector.ts'

/** The connectors to 3-D Secure servers by the `type` in the configuration. Each is loaded when its server is asked. */
export const THREE_DS_CONNECTORS = {
  '3dsecure-io': async () => (await import('./3dsecure-io/index.ts')).CONNECTOR,
} as const satisfies Readonly<Record<string, () => Promise<ThreeDsConnector>>>

/** The connectors to payment providers by the `type` in the configuration. Each is loaded when a configuration names it. */
export const CONNECTORS = {
  adyen: async (): Promise<Connector> => (await import('./adyen/index.ts')).adyen,
  stripe: async (): Promise<Connector> => (await import('./stripe/index.ts')).stripe,
} as const satisfies Readonly<Record<string, () => Promise<Connector>>>

/** The `type` of a connector. */
export type ConnectorType = keyof typeof CONNECTORS
