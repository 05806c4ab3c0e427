export { authorizeCard, type MerchantRecords, refuseOrder, rulesOf } from './authorize/authorize-card.ts'
export { type EnvironmentRules, registerAuthorize } from './authorize/authorize.routes.ts'
export { registerThreeDsNotifications } from './authorize/challenge-notification.routes.ts'
export { endWaiting } from './authorize/end-waiting.ts'
export type { FlowPorts } from './authorize/flow.ts'
export {
  customerNotFound,
  envelopeOf,
  invalidRefusal,
  paymentMethodNotFound,
  REFERENCE_TAKEN,
} from './authorize/refusals.wire.ts'
export type { AuthorizationOrder } from './authorize/start-authorization.ts'
export { expireOverdue, recoverAbandoned, settleUnsettled } from './authorize/tend-authorizations.ts'
export {
  completeAuthentication,
  findOwned,
  registerThreeDs,
  requestAuthentication,
} from './authorize/three-ds.routes.ts'
export { toClientEnvelope } from './client-envelope.wire.ts'
export type { PaymentProvider, ProviderAuthorization, ProviderOutcome } from './payment-provider.ts'
export { readSimulation } from './read-simulation.ts'
export { registerStatus } from './status/status.routes.ts'
export { toTransactionEvent } from './transaction-event.wire.ts'
export type { OutboxEvent, TransactionStore } from './transaction-store.ts'
export { createTransactionStore } from './transaction.store.ts'
export type { Transaction } from './transaction.ts'
