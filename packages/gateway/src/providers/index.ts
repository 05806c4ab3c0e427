export { createConnectorProvider, openConnector } from './connected/connector-provider.ts'
export { type Unreached, whyUnreached } from './connected/why-unreached.ts'
export { describeFailure } from './http/describe-failure.ts'
export { ExchangeError } from './http/exchange-error.ts'
export { readHttpEvents } from './http/read-events.ts'
export type { Send } from './http/send.ts'
export {
  fetchCapabilities,
  type ConnectedProvider,
  createProviders,
  createThreeDsServer,
  connectThreeDsServers,
  type ThreeDsServerSettings,
  type ProviderSettings,
} from './registry.ts'
