export { ExchangeError } from './http/exchange-error.ts'
export type { Send } from './http/send.ts'
export { askCapabilities, createProviders, createThreeDsServer, type ProviderSettings } from './registry.ts'
