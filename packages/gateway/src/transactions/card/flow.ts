import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/random.ts'
import type { Timers } from '../../kernel/timers.ts'
import type { Card, SavedCards } from '../../payment-methods/index.ts'
import type { ReferenceHolds } from '../../references/index.ts'
import type { VolatileSecrets } from '../../platform/secrets/volatile-secrets.ts'
import type {
  AuthenticationOutcome,
  ContinuationKeys,
  OnUnavailable,
  Simulation,
  ThreeDsServer,
} from '../../three-ds/index.ts'
import type { ProcessingCode, TokenizeFor } from '@sluice/types/vocabulary'
import type { AlternativeSimulation, Provider, StoredCredential } from '../execution/provider.ts'
import type { Attempt } from '../execution/attempt.ts'
import type { Envelope } from '../execution/envelope.ts'
import type { CallOutside } from '../execution/call-outside.ts'
import type { ReconciliationAlert } from '../execution/alert.ts'
import type { Routing } from './fallback.ts'
import type { Cause, Continuation, OutboxEvent, TransactionStore } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'

/** What a terminal decides about the authorizations that run against it. */
export interface TerminalRules {
  readonly routing: Routing
  readonly onUnavailable: OnUnavailable
}

/** Everything an authorization needs from outside. */
export interface FlowPorts {
  readonly store: TransactionStore
  readonly references: Pick<ReferenceHolds, 'find'>
  readonly threeDsServer: ThreeDsServer
  /** By id. */
  readonly providers: ReadonlyMap<string, Provider>
  readonly findTerminalRules: (merchantId: string, terminalId: string) => Promise<TerminalRules>
  /** What the bank shows the shopper; null when the merchant has none. */
  readonly findMerchantName: (merchantId: string) => Promise<string | null>
  readonly describeEvent: (transaction: Transaction) => OutboxEvent
  readonly callOutside: CallOutside
  /** Tells the operators. */
  readonly onAlert?: (alert: ReconciliationAlert) => void
  /** Holds the volatile key of each transaction that waits for a browser, by the transaction's id. */
  readonly volatileSecrets: Pick<VolatileSecrets, 'keep' | 'find'>
  readonly savedCards: Pick<SavedCards, 'find' | 'openNumber' | 'prepare'>
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  /** The service's own public address, without a trailing slash. */
  readonly baseUrl: () => string
  /** A provider that takes longer has an unknown outcome. */
  readonly providerTimeoutMs: number
  /** Reads the simulators' metadata; gives null in production. */
  readonly readSimulation: (transaction: Transaction) => Simulation | null
  /** The same for methods that are confirmed elsewhere. */
  readonly readAlternativeSimulation: (transaction: Transaction) => AlternativeSimulation | null
}

/** An authentication that took place elsewhere: what a wallet gave along with a network token. */
export type Proof = AuthenticationOutcome & { readonly eci: string }

/** An authorization in the hands of one worker. */
export interface Progress {
  readonly transaction: Transaction
  readonly attempt: Attempt
  /** As stored; its step is WORKING. */
  readonly continuation: Continuation
  readonly card: Card
  /** Seal what must survive a step. The data key leaves the process only wrapped. */
  readonly keys: ContinuationKeys
  /** Shown as `session_id` in steps: the session's id, or null for the attempt's. */
  readonly sessionId: string | null
  readonly rules: TerminalRules
  readonly simulation: Simulation | null
  /** Whose payments the card is saved for when it is approved; null when it is not saved. */
  readonly saveFor: TokenizeFor | null
  /** Null for a card that is neither saved nor being saved. */
  readonly storedCredential: StoredCredential | null
  /** Stands in for 3DS. */
  readonly proof: Proof | null
}

/** What is to be done next. */
export type Stage =
  | { readonly kind: 'enrol' }
  | { readonly kind: 'authenticate'; readonly completionIndicator: 'Y' | 'N' | 'U' }
  | {
      readonly kind: 'authorize'
      readonly outcome: Proof | null
    }
  | { readonly kind: 'challenge_again' }
  | { readonly kind: 'end'; readonly processingCode: ProcessingCode; readonly cause: Cause }
  | { readonly kind: 'answer'; readonly envelope: Envelope }

export type StageResult = readonly [Progress, Stage]

/** Somebody else moved the authorization while we worked on it: our lease had run out. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** How long one worker may hold an authorization: the provider's time-out, the grace for an RReq, and some air. */
export const LEASE_MS = 60_000
