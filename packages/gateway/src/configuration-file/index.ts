export type { ApplyOptions } from './apply-configuration.store.ts'
export { findAppliedFile } from './applied-files.store.ts'
export type {
  ConfigurationFile,
  MerchantEntry,
  ProviderEntry,
  ThreeDsServerEntry,
} from './configuration-file.ts'
export { describePlan } from './describe-plan.ts'
export { describeFileSchema } from './json-schema.ts'
export { nameRoute, nameThreeDsServer } from './hold-back.ts'
export { type FileMethod, listFileMethods } from './list-file-methods.ts'
export { ConfigurationFileError, loadConfigurationFile } from './load-configuration-file.ts'
export { listMethodWarnings } from './method-warnings.ts'
export type { MerchantDocument } from './merchant-document.ts'
export { type Plan } from './plan.ts'
