export {
  type AccountState,
  type KnownAccount,
  nameOfAccount,
  type SkippedAccount,
  THREE_DS_PARTY,
  threeDsAccount,
  whyNotPausable,
} from './account-state.ts'
export { endOfError, isOfAnswer } from './call-end.ts'
export { type OverseenAccounts, overseeAccounts } from './oversee-accounts.ts'
export { createPauses } from './pauses.store.ts'
export { createProceedLimit, type MayProceed } from './proceed-limit.store.ts'
export { createProviderHealth, type ProbeAccount, type ProviderHealth } from './provider-health.ts'
export { createProviderHealthTables } from './provider-health.migration.ts'
export { createHealthStore, PROBE_LIMIT_MS } from './provider-health.store.ts'
export { toWireAccount } from './provider-health.wire.ts'
export { registerProviderAccounts } from './provider-health.routes.ts'
export { PROVIDER_HEALTH_TABLES, type ProviderHealthTables } from './provider-health.tables.ts'
