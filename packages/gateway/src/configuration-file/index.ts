export type {
  ConfigurationFile,
  MerchantEntry,
  ProviderEntry,
  ThreeDsServerEntry,
} from './configuration-file.ts'
export { describePlan } from './describe-plan.ts'
export { describeFileSchema } from './json-schema.ts'
export { ConfigurationFileError, loadConfigurationFile } from './load-configuration-file.ts'
export { ConfigurationConflictError, type Plan } from './plan.ts'
