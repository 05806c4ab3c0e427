export {
  createProviders,
  createThreeDsServer,
  type ProviderSettings,
  type ThreeDsServerSettings,
} from './registry.ts'
