import type { Exemption, ProcessingCode } from '@sluice/types/vocabulary'

import type { SkippedAccount } from '../../provider-health/index.ts'
import {
  type AuthenticationChannel,
  type ChallengeDisplay,
  NOTHING_REQUESTED,
  type OnUnavailable,
  type RequestedAuthentication,
} from '../../three-ds/index.ts'
import type { BroughtResult, OutcomeReport, ProviderNames } from './provider.ts'

/**
 * AUTHENTICATING: the cardholder is being authenticated. PREPARING: the provider makes an order ready. STARTED: the provider has been asked to
 * move money. CONFIRMING: the provider holds a card payment until the shopper has taken a step. UNKNOWN: the call gave no outcome. PENDING: the provider said it will know later. NEEDS_DECISION: the provider does not tell, and a person has to find
 * out. ENDED: decided, here or there.
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
  /** While PENDING or UNKNOWN: when the provider is asked next. */
  readonly dueAtMs: number | null
  readonly processingCode: ProcessingCode | null
  readonly responseCode: string | null
  readonly responseMessage: string | null
  readonly approvalCode: string | null
  readonly referenceNumber: string | null
  readonly systan: number | null
  /** The network's name of the charge, where the provider told it. */
  readonly networkTransactionId: string | null
  /** The provider's own reference for the payment. */
  readonly providerReference: string | null
  /** Null if the provider reported nothing for people. */
  readonly report: OutcomeReport | null
  /** The names in the answer that a commit stores; once stored, the provider's state is read only to be sent back. */
  readonly names?: ProviderNames
  /** Null while no authentication of the cardholder has begun, and for what needs none. */
  readonly authentication: AttemptAuthentication | null
  /** Set from the call on if the provider authenticates the cardholder itself. */
  readonly confirmation?: AttemptConfirmation
  /** The accounts earlier in the terminal's routing that did not answer or were paused when the attempt began. */
  readonly skipped: readonly SkippedAccount[]
  /** What issuer and acquirer are asked for in this attempt. */
  readonly requested: RequestedAuthentication
  /** The requested exemption, if the provider applied it. */
  readonly exemptionApplied: Exemption | null
  readonly createdAtMs: number
}

/** How the cardholder of an attempt is authenticated; EMV 3DS names in camel case. */
export interface AttemptAuthentication {
  /** The id of the 3DS server in the configuration; null if none was called, and for attempts of earlier versions. */
  readonly serverId: string | null
  readonly channel: AuthenticationChannel
  /** Null where the cardholder's device proved it: no 3DS Server was asked. */
  readonly threeDsServerTransId: string | null
  readonly messageVersion: string | null
  readonly acsTransId: string | null
  /** Where the challenge is: the address for the CReq, or the page of a hosted challenge. */
  readonly acsUrl: string | null
  /** How the 3DS server's own page is shown; null if the challenge is at the ACS. */
  readonly hostedChallenge: ChallengeDisplay | null
  readonly dsTransId: string | null
  readonly completionIndicator: 'Y' | 'N' | 'U' | null
  readonly transStatus: string | null
  readonly transStatusReason: string | null
  readonly eci: string | null
  readonly challengeCancel: string | null
  /** Challenges issued so far: 0, 1 or 2. */
  readonly round: number
  /** When the shopper's time for the running challenge ends. */
  readonly challengeExpiresAtMs: number | null
  /** When the first CRes of the running round arrived. */
  readonly cresReceivedAtMs: number | null
}

/** How a provider that authenticates the cardholder itself is called about an attempt. */
export interface AttemptConfirmation {
  /** What becomes of an approval without authentication, as the terminal said when the provider was called. */
  readonly onUnavailable: OnUnavailable
  /** What the shopper is asked to bring, or was asked last; null until the provider asks. */
  readonly awaits: BroughtResult['kind'] | null
  /** The provider's page that the shopper is sent to, sealed under the master key. */
  readonly sealedPage: Buffer | null
  /** How many results the provider called invalid. */
  readonly invalidResults: number
  /** How the payment ends once its provider has given it up; null while nobody ended it. */
  readonly endsAs: ProcessingCode | null
  /** The latest continuation, while its answer is not known. */
  readonly continuation: SentContinuation | null
}

/** A continuation that was sent, or is about to be. */
export interface SentContinuation {
  readonly key: string
  /** A {@link BroughtResult}, sealed under the master key. */
  readonly sealedResult: Buffer
  readonly sinceMs: number
}

/** Makes the first state of an attempt. */
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

/** An authentication of which nothing is known yet. */
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

/** The authentication of an attempt that a 3DS Server is asked about. */
export function threeDsOf({ id, authentication }: Attempt) {
  const threeDsServerTransId = authentication?.threeDsServerTransId ?? null
  if (authentication === null || threeDsServerTransId === null)
    throw new Error(`No 3DS Server is asked about attempt ${id}`)
  return { ...authentication, threeDsServerTransId }
}
