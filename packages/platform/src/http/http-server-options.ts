import type { EndpointName } from '@sluice/types'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { HttpConfig } from './http-config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import type { Secret } from '../kernel/secret.ts'
import type { Idempotency } from '../idempotency/idempotency.ts'
import type { RecordSecurityEvent } from '../audit/security-log.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { AddressCaps } from './address-caps.ts'
import type { Caller, MerchantCaller } from './caller.ts'
import type { OperatorProgram } from './identify-operator.ts'
import type { RecordFailedRequest } from './record-failure.ts'

/** The caller behind an access token; `null` when the token is not good. */
export type Authenticate = (bearerToken: string) => Promise<MerchantCaller | null>

export interface ClientKeyOwner {
  readonly merchantId: string
  /** Exact origins that may use the key; `'*'` for any. */
  readonly origins: readonly string[] | '*'
}

export type ResolveClientKey = (clientKey: string) => Promise<ClientKeyOwner | null>

/** Lets portal users call endpoints of the API, on the portal's origin. */
export interface PortalEntry {
  serves(endpoint: EndpointName): boolean
  /**
   * Returns the person who sent a request, after checking their permission for it.
   *
   * @throws {RequestRefusal} 401 without a session, 403 without the right.
   */
  requirePermission(endpoint: EndpointName, request: FastifyRequest): Promise<MerchantCaller>
}

/**
 * Injects the requested faults into a merchant's request before it is executed.
 *
 * @throws {RequestRefusal} in place of the response.
 */
export type InterfereWith = (merchantId: string, requestId: string) => Promise<void>

export interface HttpServerOptions {
  readonly config: HttpConfig
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly authenticate: Authenticate
  readonly resolveClientKey: ResolveClientKey
  /** Returns whether any client key may be used from the origin, because a preflight does not name the key. */
  readonly isRegisteredOrigin: (origin: string) => Promise<boolean>
  /** Whether an error means that a dependency is unavailable: 503 instead of 500. */
  readonly isOutage?: (error: unknown) => boolean
  /** Token for the operator's endpoints, required from other machines. */
  readonly operatorToken?: Secret<string> | null
  /** The programs of the operator in the current configuration; none by default. */
  readonly operatorPrograms?: () => readonly OperatorProgram[]
  /** Rate limits; by default, no caller is limited. */
  readonly limitRate?: LimitRate
  /** Injected faults; by default and in production, there are none. */
  readonly interfereWith?: InterfereWith
  /** Members that the filter for hostile values leaves to their schemas; none by default. */
  readonly isUnfiltered?: (member: string) => boolean
  /** Writes refusals into the audit trail; by default they are only logged. */
  readonly recordSecurityEvent?: RecordSecurityEvent
  /** Records failed requests; by default they are only logged. */
  readonly recordFailedRequest?: RecordFailedRequest
  /** The limits per address; {@link ADDRESS_CAPS} by default. */
  readonly addressCaps?: AddressCaps
  /** Serves parts of the API at the portal's origin; none by default. */
  readonly portal?: PortalEntry
  /** Handles idempotency keys; by default, an `Idempotency-Key` has no effect. */
  readonly idempotency?: Idempotency
  /** Measures every request; none by default. */
  readonly telemetry?: Telemetry
  /** Whether clients are to go elsewhere for their next request: answers then close their connection. */
  readonly isDraining?: () => boolean
  /** For a process without the role `api`: everything except its health returns 404, including registered routes. */
  readonly servesOnlyHealth?: boolean
  /** Checks every JSON answer against the endpoint table and turns a wrong one into a 500. For tests. */
  readonly verifyAnswers?: boolean
}

/** One use of something that is limited; counted before a request's body is parsed. */
export interface RateUse {
  readonly endpoint: EndpointName
  readonly caller: Caller | null
  readonly ip: string
  readonly params: unknown
}

export interface RateVerdict {
  /** Seconds to wait, or `null` when the use is within its limits. */
  readonly waitSeconds: number | null
  /** The answer's headers about the limits, for every status; empty for a use that has none. */
  readonly headers: Readonly<Record<string, string>>
}

export type LimitRate = (use: RateUse) => Promise<RateVerdict>
