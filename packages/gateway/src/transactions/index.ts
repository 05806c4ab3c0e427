export { rulesOf } from './authorize/authorize-card.ts'
export { type EnvironmentRules, registerAuthorize } from './authorize/authorize.routes.ts'
export { languageOf, sendElsewhere, sendToBank } from './authorize/challenge-page.routes.ts'
export { registerThreeDsNotifications } from './authorize/challenge-notification.routes.ts'
export { noticePage } from './authorize/browser-pages.wire.ts'
export { endWaiting } from './authorize/end-waiting.ts'
export type { FlowPorts } from './authorize/flow.ts'
export { authorizeMethod, type MethodPorts } from './authorize/methods.ts'
export {
  envelopeOf,
  invalidRefusal,
  REFERENCE_TAKEN,
  tokenizationNotSupported,
} from './authorize/refusals.wire.ts'
export { type KnownRecords, requireCustomer } from './authorize/require-known.wire.ts'
export type { AuthorizationOrder } from './authorize/start-authorization.ts'
export { expireOverdue, recoverAbandoned, settleUnsettled } from './authorize/tend-authorizations.ts'
export {
  completeAuthentication,
  findOwned,
  registerThreeDs,
  requestAuthentication,
} from './authorize/three-ds.routes.ts'
export {
  CARD_METHOD,
  type OrderAnswer,
  type OrderRequest,
  type Provider,
  type ProviderAuthorization,
  type ProviderOutcome,
} from './provider.ts'
export type { CommitPorts, SessionCommits, SessionRefusal } from './commit-ports.ts'
export { type CallOutside, createCallOutside } from './execution/call-outside.ts'
export { toClientEnvelope } from './client-envelope.wire.ts'
export { readAlternativeSimulation, readSimulation } from './read-simulation.ts'
export type { ManagePorts } from './manage/manage-ports.ts'
export { registerManage } from './manage/manage.routes.ts'
export { createOperationStore } from './manage/operation.store.ts'
export { releaseExpired } from './manage/release-expired.ts'
export { listOfferedTypes } from './alternative/alternative-method.ts'
export { lookAfterGivenUp } from './alternative/look-after-given-up.ts'
export { registerPayment } from './alternative/payment.routes.ts'
export { registerPayout } from './alternative/payout.routes.ts'
export { registerProviderCallback } from './alternative/provider-callback.routes.ts'
export { createProviderReports } from './alternative/provider-reports.store.ts'
export { reverseLateMoney } from './alternative/reverse-late-money.ts'
export type { ReconciliationAlert } from './reconciliation-alert.ts'
export { statusForCode } from './status-for-code.ts'
export { registerStatus } from './status/status.routes.ts'
export { toTransactionEvent } from './transaction-event.wire.ts'
export type { OutboxEvent } from './transaction-store.ts'
export { createTransactionStore } from './transaction.store.ts'
export type { Transaction } from './transaction.ts'
export { TRANSITIONS } from './transitions.ts'
export { TRANSACTION_TABLES, type TransactionTables } from './transactions.tables.ts'
export { countUnknownOutcomes } from './count-unknown.store.ts'
