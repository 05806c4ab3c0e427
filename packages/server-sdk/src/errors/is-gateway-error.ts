import type { AuthenticationError } from './authentication-error.ts'
import type { BrowserForbiddenError } from './browser-forbidden-error.ts'
import type { ConfigurationError } from './configuration-error.ts'
import type { ConflictError } from './conflict-error.ts'
import type { ConnectionError } from './connection-error.ts'
import type { ContractError } from './contract-error.ts'
import { GATEWAY_ERROR_MARK } from './gateway-error.ts'
import type { InvalidNotificationUrlError } from './invalid-notification-url-error.ts'
import type { NotFoundError } from './not-found-error.ts'
import type { PermissionError } from './permission-error.ts'
import type { RateLimitError } from './rate-limit-error.ts'
import type { RequestAbortedError } from './request-aborted-error.ts'
import type { RequestRejectedError } from './request-rejected-error.ts'
import type { RequestTimeoutError } from './request-timeout-error.ts'
import type { ServerError } from './server-error.ts'
import type { ServiceUnavailableError } from './service-unavailable-error.ts'
import type { ValidationError } from './validation-error.ts'
import type { WalletTokenError } from './wallet-token-error.ts'
import type { WebhookVerificationError } from './webhook-verification-error.ts'

/** Every error class of this package, discriminated by `code`. */
export type AnyGatewayError =
  | AuthenticationError
  | BrowserForbiddenError
  | ConfigurationError
  | ConflictError
  | ConnectionError
  | ContractError
  | InvalidNotificationUrlError
  | NotFoundError
  | PermissionError
  | RateLimitError
  | RequestAbortedError
  | RequestRejectedError
  | RequestTimeoutError
  | ServerError
  | ServiceUnavailableError
  | ValidationError
  | WalletTokenError
  | WebhookVerificationError

/**
 * Returns whether a caught value was thrown by this package. Unlike `instanceof`, it also works when two copies of
 * the package are installed.
 *
 * @example
 * ```ts
 * try {
 *   await client.transactions.authorize(request)
 * } catch (error) {
 *   if (isGatewayError(error) && error.code === 'validation_failed') console.warn(error.errors)
 *   else throw error
 * }
 * ```
 */
export function isGatewayError(error: unknown): error is AnyGatewayError {
  return typeof error === 'object' && error !== null && GATEWAY_ERROR_MARK in error
}
