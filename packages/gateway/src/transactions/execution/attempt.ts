import type { Exemption, ProcessingCode } from '@sluice/types/vocabulary'

import type { SkippedAccount } from '../../provider-health/index.ts'
import {
  type AuthenticationChannel,
  type ChallengeDisplay,
  NOTHING_REQUESTED,
  type OnUnavailable,
  type RequestedAuthentication,
} from '../../three-ds/index.ts'
import type { ShopperResult, OutcomeReport, ProviderNames } from './provider.ts'

/**
 * AUTHENTICATING: the cardholder is being authenticated. PREPARING: the provider makes an order ready. STARTED: the
 * provider has been asked to move money. CONFIRMING: the provider holds a card payment until the shopper completes a
 * step. UNKNOWN: the call gave no outcome. PENDING: the provider will know later. NEEDS_DECISION: the
 * provider does not report an outcome, so the operator must resolve it. ENDED: the outcome is known.
 */
export type AttemptStatus =
  | 'AUTHENTICATING'
  | 'PREPARING'
  | 'STARTED'
  | 'CONFIRMING'
  | 'UNKNOWN'
  | 'PENDING'
  | 'NEEDS_DECISION'
  | 'ENDED'

/** One try with one provider. Its id is the idempotency key at the provider: a UUID as `keyFor` writes it. */
export interface Attempt {
  readonly merchantId: string
  readonly id: string
  readonly transactionId: string
  /** 1 for the first. */
  readonly number: number
  readonly providerId: string
  readonly accountId: string
  readonly status: AttemptStatus
  /** The time of the next status query while PENDING or UNKNOWN. */
  readonly dueAtMs: number | null
  readonly processingCode: ProcessingCode | null
  readonly responseCode: string | null
  readonly responseMessage: string | null
  readonly approvalCode: string | null
  readonly referenceNumber: string | null
  readonly systan: number | null
  /** The network's identifier of the charge; null if the provider did not report one. */
  readonly networkTransactionId: string | null
  /** The provider's own reference for the payment. */
  readonly providerReference: string | null
  /** Null if the provider reported nothing for people. */
  readonly report: OutcomeReport | null
  /** The names in the answer that a commit stores; once stored, the provider's state is read only to be sent back. */
  readonly names?: ProviderNames
  /** Null until an authentication begins, and for payments that need none. */
  readonly authentication: AttemptAuthentication | null
  /** Set from the call on if the provider authenticates the cardholder itself. */
  readonly confirmation?: AttemptConfirmation
  /** The accounts earlier in the terminal's routing that did not answer or were paused when the attempt began. */
  readonly skipped: readonly SkippedAccount[]
  /** The authentication or exemption that this attempt requests from the issuer and the acquirer. */
  readonly requested: RequestedAuthentication
  /** The requested exemption, if the provider applied it. */
  readonly exemptionApplied: Exemption | null
  readonly createdAtMs: number
}

/** The authentication of an attempt's cardholder; EMV 3DS names in camel case. */
export interface AttemptAuthentication {
  /** The id of the 3DS server in the configuration; null if none was called, and for attempts of earlier versions. */
  readonly serverId: string | null
  readonly channel: AuthenticationChannel
  /** Null if the cardholder's device provided the proof: no 3DS Server was called. */
  readonly threeDsServerTransId: string | null
  readonly messageVersion: string | null
  readonly acsTransId: string | null
  /** The URL of the challenge: the target of the CReq, or the page of a hosted challenge. */
  readonly acsUrl: string | null
  /** The display of the 3DS server's own page; null if the challenge is at the ACS. */
  readonly hostedChallenge: ChallengeDisplay | null
  readonly dsTransId: string | null
  readonly completionIndicator: 'Y' | 'N' | 'U' | null
  readonly transStatus: string | null
  readonly transStatusReason: string | null
  readonly eci: string | null
  readonly challengeCancel: string | null
  /** Challenges issued so far: 0, 1 or 2. */
  readonly round: number
  /** The deadline of the shopper for the running challenge. */
  readonly challengeExpiresAtMs: number | null
  /** The time at which the first CRes of the running round arrived. */
  readonly cresReceivedAtMs: number | null
}

/** The state of an attempt at a provider that authenticates the cardholder itself. */
export interface AttemptConfirmation {
  /**
   * The treatment of an approval without authentication, as the terminal was configured when the provider was called.
   */
  readonly onUnavailable: OnUnavailable
  /** The latest step that the provider requested of the shopper; null until it requests one. */
  readonly awaits: ShopperResult['kind'] | null
  /** The provider's page that the shopper is sent to, sealed under the master key. */
  readonly sealedPage: Buffer | null
  /** The number of results that the provider rejected. */
  readonly invalidResults: number
  /** The final status once the provider has withdrawn the payment; null unless the payment is being ended. */
  readonly endsAs: ProcessingCode | null
  /** The latest continuation while its answer is unknown. */
  readonly continuation: SentContinuation | null
}

/** A continuation that was sent, or is about to be. */
export interface SentContinuation {
  readonly key: string
  /** A {@link ShopperResult}, sealed under the master key. */
  readonly sealedResult: Buffer
  readonly sinceMs: number
}

/** Creates the first state of an attempt. */
export function beginAttempt(options: {
  readonly merchantId: string
  readonly id: string
  readonly transactionId: string
  readonly number: number
  readonly providerId: string
  readonly accountId: string
  readonly skipped?: readonly SkippedAccount[]
  readonly requested?: RequestedAuthentication
  readonly nowMs: number
}): Attempt {
  const { nowMs, skipped = [], requested = NOTHING_REQUESTED, ...identity } = options
  return {
    ...identity,
    status: 'AUTHENTICATING',
    dueAtMs: null,
    processingCode: null,
    responseCode: null,
    responseMessage: null,
    approvalCode: null,
    referenceNumber: null,
    systan: null,
    networkTransactionId: null,
    report: null,
    providerReference: null,
    authentication: null,
    skipped,
    requested,
    exemptionApplied: null,
    createdAtMs: nowMs,
  }
}

/** Returns an authentication of which nothing is known yet. */
export function beginAuthentication(threeDsServerTransId: string | null): AttemptAuthentication {
  return {
    serverId: null,
    channel: 'BROWSER',
    threeDsServerTransId,
    messageVersion: null,
    acsTransId: null,
    acsUrl: null,
    hostedChallenge: null,
    dsTransId: null,
    completionIndicator: null,
    transStatus: null,
    transStatusReason: null,
    eci: null,
    challengeCancel: null,
    round: 0,
    challengeExpiresAtMs: null,
    cresReceivedAtMs: null,
  }
}

/** Returns the authentication of an attempt for which a 3DS Server is queried. */
export function threeDsOf({ id, authentication }: Attempt) {
  const threeDsServerTransId = authentication?.threeDsServerTransId ?? null
  if (authentication === null || threeDsServerTransId === null)
    throw new Error(`No 3DS Server is asked about attempt ${id}`)
  return { ...authentication, threeDsServerTransId }
}
