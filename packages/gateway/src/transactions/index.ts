export { describeMerchantRecords } from './requests/merchant-records.ts'
export { createOrderReturns } from './redirect/order-returns.ts'
export { type EnvironmentRules, registerAuthorize } from './requests/authorize.routes.ts'
export { languageOf, type PagePorts, sendElsewhere, sendToBank } from './card/pages/challenge-page.routes.ts'
export { registerThreeDsNotifications } from './card/pages/challenge-notification.routes.ts'
export { BROWSER_PAGE_SCRIPTS } from './card/pages/browser-page-scripts.ts'
export { noticePage } from './card/pages/browser-pages.wire.ts'
export { eraseKeysWithCards, sweepEphemeralKeys } from './execution/erase-ephemeral-keys.ts'
export { holdsCardNumber } from './execution/holds-card-number.ts'
export { transactionOfEphemeralName, ephemeralNameOf } from './execution/ephemeral-name.ts'
export { boundThreeDsServer } from './card/bound-three-ds-server.ts'
export type { CardPorts, UnknownThreeDsServer } from './card/card-context.ts'
export { authorizeMethod, type MethodPorts } from './requests/methods.ts'
export {
  envelopeOf,
  invalidRefusal,
  noClientKey,
  referenceTaken,
  sessionConflict,
  submissionsExhausted,
  tokenizationNotSupported,
} from './answer/refusals.wire.ts'
export { type KnownRecords, requireCustomer } from './admission/require-known.wire.ts'
export { type PaymentOrder, refuseOrder } from './admission/payment-order.ts'
export type { Authorized } from './execution/started.ts'
export {
  endWaiting,
  expireOverdue,
  recoverAbandoned,
  type RecoverPorts,
  runDueQueries,
} from './execution/recover.ts'
export { validateBrowserUrl } from './admission/validate-browser-url.wire.ts'
export { refuseUnregisteredOrigins } from './admission/require-origins.wire.ts'
export {
  completeAuthentication,
  findOwned,
  registerThreeDs,
  requestAuthentication,
} from './requests/three-ds.routes.ts'
export {
  CARD_METHOD,
  type Provider,
  type ProviderAuthorization,
  type ProviderCapabilities,
} from './execution/provider.ts'
export type {
  CommitPorts,
  DeadlinesOf,
  LinkWrites,
  LinkPayment,
  SessionWrites,
  SessionRefusal,
} from './execution/commit-ports.ts'
export {
  CALL_KINDS,
  FENCINGS,
  type CallDeclaration,
  type CallKind,
  type Declarations,
  type DeclaredInstallments,
  declareUsual,
  withoutRestrictions,
  type Lookup,
  LOOKUPS,
  UNDOINGS,
  UNDONE_KINDS,
  PREPARED_KINDS,
  mapCalls,
  USUAL_CALLS,
  USUAL_DEADLINES,
  VOIDABLE,
} from './execution/declarations.ts'
export { createProviderMemory, providerStatePurpose } from './execution/provider-names.store.ts'
export { type BoundProvider, boundProvider } from './execution/bound-provider.ts'
export { type AuthenticationResult, describeAuthenticationResult } from './execution/authentication-result.ts'
export { type CallOutside, createCallOutside } from './execution/call-outside.ts'
export { toClientEnvelope } from './answer/client-envelope.wire.ts'
export type { ManualResolution } from './execution/resolve-manually.ts'
export { nameFoundPayment } from './execution/name-found-payment.ts'
export { registerDecisions } from './requests/decisions.routes.ts'
export { registerManage } from './requests/manage.routes.ts'
export { createOperationStore } from './follow-up/operation.store.ts'
export { releaseExpired } from './follow-up/release-expired.ts'
export { createDescribeOperation } from './follow-up/repeat-operation.ts'
export {
  findCheckoutRefusal,
  findRequestedRefusal,
  type OrderRefusal,
  takesCards,
  takesPlainCards,
  UNKNOWN_TERMINAL,
} from './admission/checks.ts'
export { canDivide } from './admission/divide-plans.ts'
export { findUnofferedInstallments, offerInstallments } from './admission/evaluate-installments.ts'
export { listOfferedMethods, type OfferedTerminal } from './admission/method-table.ts'
export { queryAfterTheEnd } from './reports/query-after-the-end.ts'
export { keepConfirmations } from './attempt-confirmations.migration.ts'
export {
  shopperResultPurpose,
  type ConfirmationSeals,
  createConfirmationSeals,
  shopperPagePurpose,
} from './execution/confirmation-seals.ts'
export { addReversalKeys } from './reversal-keys.migration.ts'
export { askProvider } from './reports/ask-provider.ts'
export type { OrderReturn } from './execution/order-return.ts'
export { orderPayPath, registerOrderPay } from './requests/order-pay.routes.ts'
export { ORDER_PAGE_SCRIPTS } from './redirect/pages/order-page-scripts.ts'
export { orderReturnPath, registerOrderReturn } from './requests/order-return.routes.ts'
export { readRequested } from './requests/read-requested.wire.ts'
export { registerPayment } from './requests/payment.routes.ts'
export { registerPayout } from './requests/payout.routes.ts'
export { registerProviderCallback } from './requests/provider-callback.routes.ts'
export { applyDueEvents } from './inbox/apply-events.ts'
export { eventPurpose } from './inbox/event-payload.ts'
export type { EventKey } from './inbox/inbox.ts'
export { createReportUnknownProviders } from './inbox/report-unknown-providers.ts'
export { registerProviderEvents } from './inbox/overseen-events.routes.ts'
export { createFindNewestEvent, type FindNewestEvent } from './inbox/newest-event.store.ts'
export { createOverseenEvents, type OverseenEvents } from './inbox/overseen-events.store.ts'
export { toWireEvent, toWireEvents } from './inbox/overseen-events.wire.ts'
export { indexNewestEvents } from './newest-events.migration.ts'
export { indexUnappliedEvents } from './unapplied-events.migration.ts'
export { countUnappliedEvents, createInbox } from './inbox/inbox.store.ts'
export { createProviderReports } from './reports/provider-reports.store.ts'
export { reverseLateMoney } from './reports/reverse-late-money.ts'
export type { ReconciliationAlert } from './execution/alert.ts'
export { listNextOld, markErased } from './execution/retention.store.ts'
export { erasePersonOf, hasPendingOf, listEndedOf } from './execution/erase-person.store.ts'
export { statusForCode } from './execution/status-for-code.ts'
export { resolveManually } from './execution/resolve-manually.ts'
export { createListEndings, type ListEndings } from './query/list-endings.store.ts'
export { createListPendingReasons } from './query/pending-reasons.store.ts'
export { registerPendingReasons } from './query/pending-reasons.routes.ts'
export { createOpenExecutions } from './query/open-executions.store.ts'
export type { OpenCalls, OpenExecutions } from './query/unresolved.ts'
export { registerStatus } from './query/status.routes.ts'
export { createFindTransactions } from './query/transaction-search.store.ts'
export { registerTimeline } from './query/timeline.routes.ts'
export { createFindPast } from './query/timeline.store.ts'
export { registerTransactionExport } from './query/export.routes.ts'
export { registerTransactionCounts } from './counts/transaction-counts.routes.ts'
export type { CountTransactions } from './counts/transaction-counts.ts'
export { createCountTransactions } from './counts/transaction-counts.store.ts'
export { createCountPayments } from './counts/count-payments.ts'
export { createPaymentCounts } from './counts/payment-counts.store.ts'
export { codeOfCount, netOfPayment, PAYMENTS, volumeOfPayment } from './counts/counted-payments.store.ts'
export { HOUR_MS } from './counts/count-hours.ts'
export { registerTransactionList } from './query/transactions.routes.ts'
export { toTransactionEvent } from './answer/transaction-event.wire.ts'
export { createTransactionStore } from './execution/execution.store.ts'
export type { Transaction } from './execution/transaction.ts'
export { TRANSITIONS } from './execution/transitions.ts'
export { createTransactionTables } from './transactions.migration.ts'
export { createThreeDsIds } from './three-ds-ids.migration.ts'
export { keepChallengeResults } from './challenge-results.migration.ts'
export { challengeResultPurpose, createChallengeResults } from './card/challenge-results.store.ts'
export { readRunningChallenges } from './card/read-running-challenges.ts'
export { KEY_MAX_CHARS, KEY_MIN_CHARS } from './execution/key-for.ts'
export { indexKeysOfUndos } from './keys-of-undos.migration.ts'
export { keepInstallments } from './installments.migration.ts'
export { keepPartialApprovals } from './partial-approvals.migration.ts'
export { indexPaymentLinks, rememberPaymentLinks } from './payment-links.migration.ts'
export { keepOrderPages } from './order-pages.migration.ts'
export { keepTermsOfApprovals } from './terms-of-approvals.migration.ts'
export { keepOutcomeReports } from './provider-reports.migration.ts'
export { addSkippedAccounts } from './skipped-accounts.migration.ts'
export { rememberAuthenticationChannels } from './authentication-channels.migration.ts'
export { keepRequestedAuthentications } from './requested-authentications.migration.ts'
export { rememberHostedChallenges } from './hosted-challenges.migration.ts'
export { rememberThreeDsServers } from './three-ds-servers.migration.ts'
export { createTransactionRecords } from './records/transaction-records.store.ts'
export { registerRecords } from './records/records.routes.ts'
export { remindOfEvidence } from './evidence-notices.migration.ts'
export { createRemindOfEvidence } from './records/remind-of-evidence.store.ts'
export { countPayments } from './payment-counts.migration.ts'
export { keepRecords } from './records.migration.ts'
export { keepProviderEvents } from './provider-events.migration.ts'
export { keepProviderNames } from './provider-names.migration.ts'
export { keyByAttempt } from './transactions-attempts.migration.ts'
export { TRANSACTION_TABLES, type TransactionTables } from './transactions.tables.ts'
export { findUnderWay } from './execution/find-under-way.store.ts'
export { createFindOldestUnknown } from './execution/oldest-unknown.store.ts'
export { createProbeAccount } from './execution/probe-account.ts'
export { countUnknownOutcomes } from './execution/count-unknown.store.ts'
