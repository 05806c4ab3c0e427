/**
 * The merchant's client of a Sluice gateway, for servers: Node, Bun, Deno and Workers. It holds the client secret, so
 * it must never reach a browser.
 *
 * Not exported: the transport and the token cache, because what they promise is the client's behaviour.
 *
 * @module
 */
export { createClient, type GatewayClient } from './client.ts'
export { type ClientOptions } from './client-options.ts'
export { AuthenticationError } from './errors/authentication-error.ts'
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
export { RequestRejectedError } from './errors/request-rejected-error.ts'
export { RequestTimeoutError } from './errors/request-timeout-error.ts'
export { ServerError } from './errors/server-error.ts'
export { ServiceUnavailableError } from './errors/service-unavailable-error.ts'
export { ValidationError, type ValidationProblem } from './errors/validation-error.ts'
export { type Fetch } from './http/exchange.ts'
export {
  type ChallengeStep,
  type FingerprintStep,
  type FormSubmitStep,
  type NextStep,
  nextStep,
  type OutcomeKind,
  type OutcomeStep,
  type RedirectStep,
} from './next-step.ts'
export { type Card } from './resources/card.ts'
export { type Customers } from './resources/customers.ts'
export { type EncryptionKeys } from './resources/encryption-keys.ts'
export { type PaymentMethods } from './resources/payment-methods.ts'
export { type Sessions } from './resources/sessions.ts'
export { type ThreeDs } from './resources/three-ds.ts'
export { type Transactions, type TransactionStatusAnswer } from './resources/transactions.ts'
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
export { SDK_VERSION } from './version.ts'
export type { SealedCard } from '@sluice/card-encryption/encrypt'
export type {
  ActionRequired,
  ActionToken,
  AuthorizeRequest,
  BrowserInfo,
  CompleteAuthenticationRequest,
  Customer,
  CustomerList,
  CustomerQuery,
  CustomerRequest,
  EmbeddedSession,
  EncryptionKeySet,
  Envelope,
  FormSubmit,
  ManageRequest,
  Redirect,
  RequestAuthenticationRequest,
  SavedPaymentMethod,
  SavedPaymentMethodList,
  SessionRequest,
  SessionState,
  StatusFound,
  StatusNotFound,
  Transaction,
} from '@sluice/types'
export {
  adviceOf,
  type Currency,
  currencyExponent,
  familyOf,
  fromMinorUnits,
  PROCESSING_CODES,
  type ProcessingAdvice,
  type ProcessingCode,
  type ProcessingFamily,
  type SessionStatus,
  toMinorUnits,
  type TransactionStatus,
} from '@sluice/types/vocabulary'
