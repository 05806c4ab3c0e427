import type { ProviderConnectorType } from './declarations.ts'
import type { ProviderConnector, ThreeDsConnector } from './kit/connector.ts'

/**
 * The connectors to 3-D Secure servers by the `type` in the configuration. Each is loaded when its server is first
 * called.
 */
export const THREE_DS_CONNECTORS = {
  '3dsecure-io': async () => (await import('./3dsecure-io/index.ts')).CONNECTOR,
} as const satisfies Readonly<Record<string, () => Promise<ThreeDsConnector>>>

/** Loads a connector to a payment provider by the `type` in the configuration. Its code is read when a configuration names it. */
export const LOAD_PROVIDER_CONNECTOR: Readonly<
  Record<ProviderConnectorType, () => Promise<ProviderConnector>>
> = {
  adyen: async () => (await import('./adyen/index.ts')).adyen,
  stripe: async () => (await import('./stripe/index.ts')).stripe,
}
