export type { ConfiguredMerchant } from './configured-merchant.ts'
export { type BrandingAsset, brandingAssetPath } from './branding-asset.ts'
export {
  type BrandingPorts,
  fetchBrandingAsset,
  findBrandingAsset,
  prepareBranding,
  storeBrandingAsset,
} from './branding-asset.store.ts'
export { registerBrandingAssets } from './branding-assets.routes.ts'
export { CLIENT_KEY, CLIENT_KEYS, makeClientKey } from './identifiers.ts'
export { removeSurplusBranding, removeUnusedBranding } from './unused-branding.store.ts'
export { configureMerchant, type ConfigureMerchantPorts } from './configure-merchant.store.ts'
export { claimSettings, findManagerIn, handOver } from './hand-over.store.ts'
export { readConfigured } from './read-configured.store.ts'
export { destroyExpiredEncryptionKeys } from './encryption-key.store.ts'
export { chooseKeysToPublish, type EncryptionKey } from './encryption-keys.ts'
export { registerEncryptionKeys } from './encryption-keys.routes.ts'
export { toKeySet } from './encryption-keys.wire.ts'
export type { ManagedBy, Merchant, ProviderAccount, Terminal } from './merchant.ts'
export type { MerchantStore } from './merchant-store.ts'
export { createMerchantStore } from './merchant.store.ts'
export {
  createMerchantOverviews,
  type MerchantOverview,
  type MerchantOverviews,
} from './merchant-overview.store.ts'
export { listMerchantIds } from './list-merchants.store.ts'
export { registerClock } from './clock.routes.ts'
export { findMeantSandbox } from './find-sandbox.ts'
export { describeSandbox } from './describe-sandbox.ts'
export { DEMO_SANDBOX, provisionSandbox, SANDBOX_ROLES, type SandboxAccounts } from './provision-sandbox.ts'
export { toSandboxCredentials } from './sandbox.wire.ts'
export type { SandboxFollowers } from './sandbox-store.ts'
export {
  eraseCardInSnapshots,
  eraseCustomerInSnapshots,
  type EraseInSnapshots,
} from './erase-in-snapshots.store.ts'
export { findFault, type SandboxFault } from './sandbox-faults.ts'
export { createSandboxFaults } from './sandbox-faults.store.ts'
export { registerSandboxFaults } from './sandbox-faults.routes.ts'
export type { SandboxSnapshots } from './sandbox-snapshots.ts'
export { createSandboxSnapshots } from './sandbox-snapshots.store.ts'
export { createSandboxStore } from './sandbox.store.ts'
export { registerSandboxSnapshots } from './sandbox-snapshots.routes.ts'
export { registerSandboxes } from './sandboxes.routes.ts'
export { createMerchantTables } from './merchants.migration.ts'
export { MERCHANT_TABLES, type MerchantTables } from './merchants.tables.ts'
