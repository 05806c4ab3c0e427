import type { SealedFieldName } from '@sluice/card-encryption/decrypt'
import type { CorrectableCode, SessionStatus } from '@sluice/types/vocabulary'
import type { Connection } from '@sluice/platform/database/connection'
import type { AddToOutbox } from '@sluice/platform/database/outbox-event'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { CardSaving, OneTimeUses } from '../../payment-methods/index.ts'
import type { ReferenceHolds } from '../../references/index.ts'
import type { RiskWrites } from '../../risk/index.ts'
import type { PaymentDeadlines } from './declarations.ts'
import type { Transaction } from './transaction.ts'

/** The reason why the session of a transaction cannot be paid. */
export type SessionRefusal =
  /** The session is no longer CREATED; its status now. */
  | { readonly kind: 'session_busy'; readonly status: SessionStatus }
  /** The merchant changed the session after the submission was prepared; its revision now. */
  | { readonly kind: 'session_changed'; readonly revision: number }
  /** The session has reached its limit of submissions. */
  | { readonly kind: 'session_exhausted' }

/** The reason why a transaction is not created. */
export type OpeningRefusal =
  | SessionRefusal
  /** The payment link has ended, or open payments hold all of its remaining uses. */
  | { readonly kind: 'link_not_free' }
  | { readonly kind: 'reference_taken' }
  | { readonly kind: 'sealed_field_used'; readonly field: SealedFieldName }
  | { readonly kind: 'wallet_token_used' }

/** Rows of the session that a transaction pays. */
export interface SessionWrites {
  /** Takes the session for a new transaction; null when it did. */
  occupy(
    trx: Connection,
    opened: Transaction,
    sessionHash: string,
    nowMs: number,
  ): Promise<SessionRefusal | null>
  /** Takes the session for another attempt of its transaction, which corrects a declined one; null when it did. */
  occupyAgain(
    trx: Connection,
    corrected: Transaction,
    sessionHash: string,
    nowMs: number,
  ): Promise<SessionRefusal | null>
  /** Opens the session for another attempt, with the code of the one that was declined. */
  reopen(
    trx: Connection,
    declined: Transaction,
    sessionHash: string,
    code: CorrectableCode,
    nowMs: number,
  ): Promise<void>
  /** The time until which another submission is accepted; null if none is. */
  takesMoreUntil(trx: Connection, transaction: Transaction, sessionHash: string): Promise<number | null>
  /** Sets the session's status to the one that follows from the transaction's. */
  follow(trx: Connection, moved: Transaction, sessionHash: string, nowMs: number): Promise<void>
}

/** A payment at a payment link. */
export interface LinkPayment {
  readonly merchantId: string
  readonly paymentLinkId: string
  readonly transactionId: string
  /** The network address of the visitor; null when it is unknown. */
  readonly visitorIp: string | null
  /** Whether the visitor pays by bank or wallet, which may take days. */
  readonly isPaidElsewhere: boolean
}

/** Rows of the payment link that a transaction is paid at. */
export interface LinkWrites {
  /** Takes a use for a payment that begins, or fails the commit with the error of `refused`. */
  reserve(trx: Connection, payment: LinkPayment, nowMs: number, refused: () => Error): Promise<void>
  /** Checks a payment that holds a use already, and is paid in another way now; fails the commit with the error of `refused`. */
  recheck(trx: Connection, payment: LinkPayment, refused: () => Error): Promise<void>
  /** Counts the use of an approved payment, which may end the link; frees that of any other. */
  settle(trx: Connection, payment: LinkPayment, isApproved: boolean, nowMs: number): Promise<void>
}

/** Returns the deadlines of a payment that this provider approved. */
export type DeadlinesOf = (providerId: string) => PaymentDeadlines

/** The dependencies of transaction commits on other slices: their writes, and the declarations of providers. */
export interface CommitPorts {
  readonly deadlinesOf: DeadlinesOf
  readonly references: ReferenceHolds
  readonly sessionWrites: SessionWrites
  readonly linkWrites: LinkWrites
  readonly oneTimeUses: Pick<OneTimeUses, 'bind' | 'rebind' | 'findRefusal'>
  readonly saving: CardSaving
  readonly risk: RiskWrites
  readonly addToOutbox: AddToOutbox
  /** Seals the state that providers need again later. */
  readonly sealer: Pick<Sealer, 'seal'>
}
