import type { Secret } from '@sluice/shared/secret'

import type { ProviderCall, ProviderCallAnswer } from './call.ts'
import type { ProviderDeclarations } from './declarations.ts'
import type { HttpAnswer, HttpRequest } from './http-message.ts'
import type { ReadEvents } from './read-events.ts'
import type { StepContext, StepFunction } from './step.ts'
import type { ThreeDsCall, ThreeDsCallAnswer } from './three-ds-call.ts'

/** A secret that operators provide in `secret_files`. */
export interface SecretDeclaration {
  /** The member of `secret_files`: `api_key`, `webhook`. */
  readonly name: string
  readonly isRequired: boolean
  /** A description of the secret, and where the provider shows it. */
  readonly description: string
  /** The pattern of a value in production, and in the test environment; null if it is unknown. */
  readonly patterns: { readonly live: RegExp; readonly test: RegExp } | null
}

/** Requests access tokens. The runtime caches one per account and requests the next before it expires. */
export interface TokenGrant {
  readonly request: (context: Omit<StepContext, 'token' | 'state' | 'transcript'>) => HttpRequest
  /** Returns null for an answer without a token. */
  readonly read: (
    answer: HttpAnswer,
    now: number,
  ) => { readonly token: Secret<string>; readonly expiresAtMs: number } | null
}

/** The members that every connector has. */
interface ConnectorBasics {
  /** The `type` in the configuration: `stripe`. */
  readonly type: string
  /** The provider's name for people: `Stripe`. */
  readonly title: string
  /** The provider's production address, without a trailing slash. Null: every customer of the provider has another one. */
  readonly url: string | null
  /** The version of the provider's interface that every request names; null if the interface has none. */
  readonly apiVersion: string | null
  readonly secrets: readonly SecretDeclaration[]
  readonly tokens?: TokenGrant
}

/** A connector to a payment provider: pure functions and tables. */
export interface ProviderConnector extends ConnectorBasics {
  readonly kind: 'provider'
  readonly declarations: ProviderDeclarations
  readonly step: StepFunction<ProviderCall, ProviderCallAnswer>
  readonly readEvents: ReadEvents
  /** The events that the operator subscribes to, as the provider calls them. */
  readonly eventTypes: readonly string[]
  /** The state of a payment that a person found at the provider; null if the reference cannot be one. */
  readonly adopt: (providerReference: string) => Secret<string> | null
  /** A request that moves no money and concerns no payment. Its response shows that the provider is available again. */
  readonly probe: (context: Omit<StepContext, 'state' | 'transcript'>) => HttpRequest
}

/** A connector to a 3-D Secure server: pure functions and tables. */
export interface ThreeDsConnector extends ConnectorBasics {
  readonly kind: '3ds-server'
  /** Whether it authenticates charges that the merchant starts (3RI). */
  readonly threeRi: boolean
  readonly step: StepFunction<ThreeDsCall, ThreeDsCallAnswer>
}

/** A connector. */
export type Connector = ProviderConnector | ThreeDsConnector
