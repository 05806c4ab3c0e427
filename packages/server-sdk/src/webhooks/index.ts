/**
 * The functions that a merchant's server needs to receive webhooks. Only WebCrypto: the same on Node, Bun, Deno and
 * Workers, without a framework.
 *
 * @module
 */
export { WebhookVerificationError } from '../errors/webhook-verification-error.ts'
export {
  type Claim,
  createDeduplicator,
  type Deduplicator,
  type DeduplicatorOptions,
  type Handling,
  type WebhookStore,
} from './deduplicator.ts'
export { explainWebhookFailure, type WebhookExplanation } from './explain-webhook-failure.ts'
export {
  type FastifyLike,
  type FastifyLikeReply,
  type FastifyLikeRequest,
  fastifyWebhook,
  type FastifyWebhookOptions,
} from './fastify-webhook.ts'
export { type HonoContext, honoWebhook } from './hono-webhook.ts'
export { type EventBranches, matchEvent } from './match-event.ts'
export { createMemoryWebhookStore, type MemoryWebhookStoreOptions } from './memory-webhook-store.ts'
export type { WebhookHeaders } from './message-headers.ts'
export { type NestRequest, type NestResponse, nestWebhook } from './nest-webhook.ts'
export {
  expressWebhook,
  nextPagesWebhook,
  type NodeRequest,
  type NodeResponse,
  nodeWebhook,
  type NodeWebhook,
} from './node-webhook.ts'
export { type ReceiveOptions, receiveWebhook } from './receive-webhook.ts'
export {
  type ExpectedPayment,
  type OrderOutcome,
  type OrderTransactionType,
  type ReportedPayment,
  resolveOrder,
} from '../resolve-order.ts'
export { type KnownTransaction, reduceTransaction } from './reduce-transaction.ts'
export type { WebhookSecrets } from './secret.ts'
export { signForTests, type SignedTestMessage, type TestMessage } from './sign-for-tests.ts'
export { createTransactionNotifier, type TransactionNotifier } from './transaction-notifier.ts'
export { verifyWebhook, type VerifyOptions, type WebhookMessage } from './verify-webhook.ts'
export {
  isDisputeEvent,
  isRecordEvent,
  isTokenizationEvent,
  isTransactionEvent,
  type UnknownEvent,
  type UnknownEventName,
  type WebhookEvent,
} from './webhook-event.ts'
export type { TokenizationEvent, TransactionEvent, TransactionEventPayload } from '@sluice/types'
export type { WebhookFailureCause } from '@sluice/types/vocabulary'
