import type { CustomerEcho, Metadata } from '@sluice/types'
import {
  type CardTransactionType,
  type Currency,
  LIMITS,
  type ProcessingCode,
  type SessionKind,
  type SessionStatus,
  type SessionTokenization,
  type TerminalFeature,
} from '@sluice/types/vocabulary'

import { NOTHING_REQUESTED, type RequestedAuthentication } from '../three-ds/index.ts'

/** A checkout that a merchant prepared and a shopper's browser may pay, once. Amounts are in minor units. */
export interface Session {
  readonly merchantId: string
  /** SHA-256 of the session id, which opens the payment form and is therefore not stored. */
  readonly idHash: string
  readonly kind: SessionKind
  readonly terminalId: string
  readonly reference: string
  /** The description; null for a hosted page without one. */
  readonly description: string | null
  readonly currency: Currency
  readonly amountMinor: number
  readonly transactionType: CardTransactionType
  /** The return URL; null for a payment link without one, whose page shows the outcome. */
  readonly returnUrl: string | null
  readonly customer: CustomerEcho | null
  readonly country: string | null
  readonly metadata: Metadata | null
  /** Whether its card is saved, for the customer or without one. */
  readonly tokenization: SessionTokenization
  readonly options: SessionOptions
  /** The payment link from which it was created. */
  readonly paymentLinkId: string | null
  readonly status: SessionStatus
  /** 1 when it is created; each change by the merchant adds 1. */
  readonly revision: number
  /**
   * The processing code; null before an outcome. In a CREATED session, it is the reason of the last decline, which
   * can be corrected.
   */
  readonly processingCode: ProcessingCode | null
  /** The latest transaction, if any. */
  readonly transactionId: string | null
  readonly submissions: number
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** The options for the payments of a session, stored as JSON with these names. */
export interface SessionOptions {
  readonly requested: RequestedAuthentication
  /** The maximum number of installments that the shopper may choose; null for a single payment. */
  readonly maxInstallments: number | null
}

export const NO_OPTIONS: SessionOptions = { requested: NOTHING_REQUESTED, maxInstallments: null }

/** The merchant's changes of a session without an open payment. */
export interface SessionChange {
  readonly amountMinor?: number
  /** The description; null for a hosted page without one. */
  readonly description?: string | null
}

/** Returns when a session that begins now expires. */
export function sessionEnd(nowMs: number): number {
  return nowMs + LIMITS.SESSION_LIFETIME_SECONDS * 1000
}

/** Reports whether the session no longer accepts payments. */
export function isSessionFinal(status: SessionStatus): boolean {
  return status !== 'CREATED' && status !== 'PENDING'
}

/** Reports whether the last attempt had a correctable decline, and nothing has been submitted since. */
export function isBeingCorrected({ status, processingCode }: Session): boolean {
  return status === 'CREATED' && processingCode !== null
}

/**
 * Returns the current status. An expired session has ended even before maintenance ends it, as expired or with its
 * uncorrected decline.
 */
export function sessionStatusNow(session: Session, nowMs: number): SessionStatus {
  if (session.status !== 'CREATED' || session.expiresAtMs > nowMs) return session.status
  return isBeingCorrected(session) ? 'DECLINED' : 'SESSION_EXPIRED'
}

/** Returns the processing code for the status. */
export function sessionCodeNow(session: Session, nowMs: number): ProcessingCode | null {
  return sessionStatusNow(session, nowMs) === 'SESSION_EXPIRED' ? '1005' : session.processingCode
}

/**
 * Returns whether a card is saved under the terminal's current settings. A terminal that no longer saves does not
 * save for earlier sessions either.
 */
export function tokenizationNow(
  session: Session,
  terminal: { readonly features: ReadonlySet<TerminalFeature> },
): SessionTokenization {
  return terminal.features.has('TOKENIZATION') ? session.tokenization : 'NONE'
}

/**
 * Returns whether the card of this payment is saved. @param isRequested - whether the box was ticked, if there was
 * one.
 */
export function savesCard(tokenization: SessionTokenization, isRequested: boolean): boolean {
  return tokenization === 'IMPLICIT' || (tokenization === 'OPT_IN' && isRequested)
}
