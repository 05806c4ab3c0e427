/**
 * The merchant's client of a Sluice gateway, for servers: Node, Bun, Deno and Workers. It holds the client secret, so
 * it must never reach a browser.
 *
 * Not exported: the transport and the token cache, because what they promise is the client's behaviour.
 *
 * @module
 */
import { refuseBrowser } from './refuse-browser.ts'

refuseBrowser()

export { createClient, type GatewayClient } from './client.ts'
export type { AppInfo, ClientOptions, Fetch } from './client-options.ts'
export type { Environment } from './environment.ts'
export { AuthenticationError } from './errors/authentication-error.ts'
export { BrowserForbiddenError } from './errors/browser-forbidden-error.ts'
export { ConfigurationError } from './errors/configuration-error.ts'
export { ConflictError } from './errors/conflict-error.ts'
export { ConnectionError } from './errors/connection-error.ts'
export { ContractError } from './errors/contract-error.ts'
export { type CallDescription, GatewayError, type GatewayErrorCode } from './errors/gateway-error.ts'
export { InvalidNotificationUrlError } from './errors/invalid-notification-url-error.ts'
export { type AnyGatewayError, isGatewayError } from './errors/is-gateway-error.ts'
export { NotFoundError } from './errors/not-found-error.ts'
export { PermissionError } from './errors/permission-error.ts'
export { RateLimitError } from './errors/rate-limit-error.ts'
export { RequestAbortedError } from './errors/request-aborted-error.ts'
export { RequestRejectedError } from './errors/request-rejected-error.ts'
export { RequestTimeoutError } from './errors/request-timeout-error.ts'
export { ServerError } from './errors/server-error.ts'
export { ServiceUnavailableError } from './errors/service-unavailable-error.ts'
export { ValidationError, type ValidationProblem } from './errors/validation-error.ts'
export { WebhookVerificationError } from './errors/webhook-verification-error.ts'
export type { ApiPromise, ApiResponse } from './http/api-promise.ts'
export type { Page, PagePromise } from './http/page-promise.ts'
export type { CallOptions, ReadOptions } from './http/call-options.ts'
export type { ContractDeviationView, Hooks, RequestView, ResponseView, RetryView } from './http/hooks.ts'
export type { PrivateJwk } from './http/private-jwk.ts'
export type { StartTimer } from './http/limit.ts'
export type { CustomRequest } from './http/prepare-request.ts'
export type { PathParams } from './http/fill-path.ts'
export { type Branches, match } from './match.ts'
export {
  type Answer,
  type ChallengeStep,
  type FingerprintStep,
  type FormSubmitStep,
  type NextStep,
  nextStep,
  type NotFoundStep,
  type OutcomeKind,
  type OutcomeStep,
  type RedirectStep,
  type StepOf,
  type UnknownStep,
} from './next-step.ts'
export type { Card } from './cards/card.ts'
export type { CardSealing } from './cards/card-sealing.ts'
export type { NetworkToken, SealedNetworkToken } from './cards/network-token.ts'
export {
  type JweSealingOptions,
  type PublicJwk,
  type RsaOaepSealingOptions,
  sealAsJwe,
  type SealField,
  sealWithRsaOaep,
} from './cards/sealing.ts'
export {
  type ExpectedPayment,
  type OrderOutcome,
  type OrderTransactionType,
  type ReportedPayment,
  resolveOrder,
} from './resolve-order.ts'
export type { SpecificationClient } from './specification-client.ts'
export type { Customers } from './resources/customers.ts'
export type { PaymentLinks } from './resources/payment-links.ts'
export type { EncryptionKeys } from './resources/encryption-keys.ts'
export type { Events, EventStreamOptions, StreamedEvent } from './resources/events.ts'
export type { HostedPaymentPages } from './resources/hosted-payment-pages.ts'
export type { PaymentMethods } from './resources/payment-methods.ts'
export type { Sessions } from './resources/sessions.ts'
export type { ThreeDs } from './resources/three-ds.ts'
export type { CaptureFollowUp, FollowUp, IncrementFollowUp, OriginalPayment } from './resources/follow-ups.ts'
export type { Transactions, TransactionStatusAnswer } from './resources/transactions.ts'
export type { RefusedMessage, Webhooks } from './resources/webhooks.ts'
export { decodeActionToken } from './three-ds/action-token.ts'
export {
  browserInfoFromRequest,
  type ClientSideBrowserInfo,
  type RequestHeaders,
} from './three-ds/browser-info.ts'
export {
  type ChallengeResponse,
  decodeChallengeResponse,
  encodeChallengeRequest,
} from './three-ds/challenge.ts'
export { encodeThreeDsMethodData, fingerprintResult } from './three-ds/fingerprint.ts'
export type { AwaitFinal, AwaitFinalOptions, FinalOutcome } from './transactions-await-final.ts'
export { SDK_VERSION } from './version.ts'
export { verifyWebhook, type VerifyOptions } from './webhooks/verify-webhook.ts'
export type { UnknownEvent, UnknownEventName, WebhookEvent } from './webhooks/webhook-event.ts'
export type { SealedCard } from '@sluice/card-encryption/encrypt'
export type * from '@sluice/types/merchant-contract'
export {
  advice,
  type Advice,
  adviceOf,
  type Currency,
  currencyExponent,
  familyOf,
  fromMinorUnits,
  isCurrency,
  type Language,
  methodName,
  PROCESSING_CODES,
  type ProcessingAdvice,
  type ProcessingCode,
  type ProcessingFamily,
  type SessionStatus,
  toMinorUnits,
  type TransactionStatus,
  type WebhookFailureCause,
} from '@sluice/types/vocabulary'
