import type { Metadata } from '@sluice/types'
import type { CardBrand, TokenizeFor } from '@sluice/types/vocabulary'
import type { Random } from '@sluice/platform/kernel/random'
import type { Timers } from '@sluice/platform/kernel/timers'
import type { EphemeralSecrets } from '@sluice/platform/secrets/ephemeral-secrets'

import type { MayProceed } from '../../provider-health/index.ts'
import type {
  PendingAuthenticationKeys,
  IssuedResumeToken,
  OnUnavailable,
  Seller,
  ThreeDsServers,
} from '../../three-ds/index.ts'
import type { Card, FirstAuthentication, SavedCards } from '../../payment-methods/index.ts'
import type { OpeningPorts } from '../admission/payment-order.ts'
import type { BoundProvider } from '../execution/bound-provider.ts'
import type { ConfirmationSeals } from '../execution/confirmation-seals.ts'
import type { ExecutePorts } from '../execution/execute.ts'
import type { Execution, TransactionStore } from '../execution/execution-records.ts'
import type { ProviderOptions, StoredCredential } from '../execution/provider.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { ChallengeResults } from './challenge-results.store.ts'
import type { AuthenticationProof } from './device-proof.ts'
import type { Routing } from './fallback.ts'

/** The terminal's settings for its card payments. */
export interface TerminalRules {
  readonly routing: Routing
  readonly onUnavailable: OnUnavailable
  /** Whether the terminal uses 3-D Secure. */
  readonly usesThreeDs: boolean
}

/** The settings for authenticating the cardholder of a payment. */
export interface ThreeDsSettings {
  /** The seller data for the 3DS server. */
  readonly seller: Seller
  /** The id of the 3DS server; null for the first server. */
  readonly serverId: string | null
}

/** The part of a card payment that determines how its cardholder is authenticated. */
export interface AuthenticatedPayment {
  readonly merchantId: string
  readonly terminalId: string
  readonly providerId: string
  readonly accountId: string
  readonly brand: CardBrand
}

/** A payment whose 3DS server is not configured. */
export interface UnknownThreeDsServer {
  /** The id that the terminal or the account refers to. */
  readonly id: string | null
  readonly merchantId: string
  readonly transactionId: string
}

/** The dependencies of a card payment, besides those of every execution. */
export interface CardPorts extends ExecutePorts, OpeningPorts {
  readonly store: TransactionStore
  readonly providers: ReadonlyMap<string, BoundProvider>
  /** Bound, as providers are. */
  readonly threeDsServers: ThreeDsServers
  /** Results that were read while their challenges ran. */
  readonly challengeResults: Pick<ChallengeResults, 'find'>
  /** Called when a payment ends because its terminal or account refers to a 3DS server that is not configured. */
  readonly onUnknownThreeDsServer: (about: UnknownThreeDsServer) => void
  /** Returns whether calls to the 3DS server with the id are known to fail. Only the enrolment checks it. */
  readonly isThreeDsServerOpen: (id: string | null) => boolean
  /** Whether another payment of a merchant may proceed without authentication while the 3DS server does not answer. */
  readonly mayProceed: MayProceed
  /** Holds the ephemeral key of each attempt that waits for a browser. */
  readonly ephemeralSecrets: Pick<EphemeralSecrets, 'keep' | 'find'>
  readonly savedCards: Pick<SavedCards, 'find' | 'openNumber' | 'prepare'>
  readonly findTerminalRules: (merchantId: string, terminalId: string) => Promise<TerminalRules>
  readonly findThreeDsSettings: (payment: AuthenticatedPayment) => Promise<ThreeDsSettings>
  readonly confirmationSeals: ConfirmationSeals
  readonly random: Random
  readonly timers: Timers
  /** The service's own public address, without a trailing slash. */
  readonly baseUrl: () => string
  /** The metadata that goes to the parties outside; null in production. */
  readonly metadataFor: (transaction: Transaction) => Metadata | null
  /** The origin of the frames around banks' pages, in the form of {@link baseUrl}. */
  readonly methodsUrl: () => string
}

/** The part of a card payment that exists only in memory. */
export interface CardContext {
  readonly card: Card
  /** Seal what must survive a step. The data key leaves the process only wrapped. */
  readonly keys: PendingAuthenticationKeys
  /** Shown as `session_id` in steps: the session's id, or null for the attempt's. */
  readonly sessionId: string | null
  readonly rules: TerminalRules
  /** The kind of later payments for which the card is saved on approval; null if it is not saved. */
  readonly saveFor: TokenizeFor | null
  /** The use of the stored card; null for a card that is neither saved nor being saved. */
  readonly storedCredential: StoredCredential | null
  /** The options of the request that only the provider reads. */
  readonly options: ProviderOptions | null
  /** The proof that replaces 3DS; null to run 3DS. */
  readonly proof: AuthenticationProof | null
  readonly earlierChallenge: EarlierChallenge
  /** The first authentication of a saved card, which charges started by the merchant refer to. */
  readonly firstAuthentication: FirstAuthentication | null
  /** The handles in the URLs that the provider received; stored if it requires the shopper. */
  readonly addresses?: readonly IssuedResumeToken[]
}

/**
 * The effect of earlier attempts on a challenge. SHOWN: the shopper was shown one. DEMANDED: an issuer declined until
 * one is passed, so the attempts that follow demand it.
 */
export type EarlierChallenge = 'NONE' | 'SHOWN' | 'DEMANDED'

/** A card payment in the hands of one worker. */
export interface Progress extends Execution, CardContext {}

/**
 * The same context while a provider that authenticates the cardholder itself holds the payment. The card is stored
 * only for an attempt that may follow.
 */
export interface ConfirmedContext extends Omit<CardContext, 'card'> {
  readonly card: Card | null
}
