export { LET_THROUGH, type RiskMatch } from './find-match.ts'
export { forgetCounted } from './forget-counted.store.ts'
export { forgetPayments } from './forget-payments.store.ts'
export { nameBlocked, nameParties, type NameParty } from './parties.ts'
export type { RiskCommits } from './risk-commits.ts'
export { createRiskCommits } from './risk-commits.store.ts'
export { createRiskTables } from './risk.migration.ts'
export { RISK_TABLES, type RiskTables } from './risk.tables.ts'
export { type RiskSettings, STANDARD_RISK } from './risk-settings.ts'
export { fromRiskSettings, toRiskRules } from './risk-settings.wire.ts'
export {
  type CountedPayment,
  countedOf,
  type RiskLevel,
  watchPayment,
  type WatchPayment,
  type WatchedPayment,
} from './watch-payment.ts'
