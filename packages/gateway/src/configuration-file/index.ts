export type {
  ConfigurationFile,
  GwalletPayEntry,
  MerchantEntry,
  ProviderEntry,
} from './configuration-file.ts'
export { describePlan } from './describe-plan.ts'
export { describeFileSchema } from './json-schema.ts'
export { ConfigurationFileError, loadConfigurationFile } from './load-configuration-file.ts'
export type { MerchantDocument } from './merchant-document.ts'
export { type Plan } from './plan.ts'
