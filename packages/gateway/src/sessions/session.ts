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
  /** Null for a hosted page that shows none. */
  readonly description: string | null
  readonly currency: Currency
  readonly amountMinor: number
  readonly transactionType: CardTransactionType
  /** Null for a payment link without one: its page says how the payment ended. */
  readonly returnUrl: string | null
  readonly customer: CustomerEcho | null
  readonly country: string | null
  readonly metadata: Metadata | null
  /** Whether the card it is paid with is saved: for its customer, or without one. */
  readonly tokenization: SessionTokenization
  readonly options: SessionOptions
  /** The payment link that it was made at. */
  readonly paymentLinkId: string | null
  readonly status: SessionStatus
  /** 1 when it is created; each change by the merchant adds 1. */
  readonly revision: number
  /** Null before anything was decided. Of a CREATED session: why its last attempt was declined, to be corrected. */
  readonly processingCode: ProcessingCode | null
  /** The latest transaction, if any. */
  readonly transactionId: string | null
  readonly submissions: number
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** What the payments of a session ask for. Stored as JSON with these names. */
export interface SessionOptions {
  readonly requested: RequestedAuthentication
  /** The most installments that the shopper may choose; null to pay at once. */
  readonly maxInstallments: number | null
}

export const NO_OPTIONS: SessionOptions = { requested: NOTHING_REQUESTED, maxInstallments: null }

/** What the merchant changes of a session that nobody is paying. */
export interface SessionChange {
  readonly amountMinor?: number
  /** Null for a hosted page that shows none. */
  readonly description?: string | null
}

/** When a session that begins now ends. */
export function sessionEnd(nowMs: number): number {
  return nowMs + LIMITS.SESSION_LIFETIME_SECONDS * 1000
}

/** Whether nothing can be paid in the session any more. */
export function isSessionFinal(status: SessionStatus): boolean {
  return status !== 'CREATED' && status !== 'PENDING'
}

/** Whether the last attempt was declined for what the shopper may correct, and nothing has been submitted since. */
export function isBeingCorrected({ status, processingCode }: Session): boolean {
  return status === 'CREATED' && processingCode !== null
}

/**
 * The status as it is now: a session whose time ran out has ended even before it is swept, expired or by the decline that
 * was not corrected.
 */
export function sessionStatusNow(session: Session, nowMs: number): SessionStatus {
  if (session.status !== 'CREATED' || session.expiresAtMs > nowMs) return session.status
  return isBeingCorrected(session) ? 'DECLINED' : 'SESSION_EXPIRED'
}

/** The processing code that goes with the status. */
export function sessionCodeNow(session: Session, nowMs: number): ProcessingCode | null {
  return sessionStatusNow(session, nowMs) === 'SESSION_EXPIRED' ? '1005' : session.processingCode
}

/** Whether a card is saved, as the terminal is now: one that saves no more saves nothing for earlier sessions either. */
export function tokenizationNow(
  session: Session,
  terminal: { readonly features: ReadonlySet<TerminalFeature> },
): SessionTokenization {
  return terminal.features.has('TOKENIZATION') ? session.tokenization : 'NONE'
}

/** Whether the card is saved that a shopper pays with now. @param isRequested - whether the box was ticked, if there was one. */
export function savesCard(tokenization: SessionTokenization, isRequested: boolean): boolean {
  return tokenization === 'IMPLICIT' || (tokenization === 'OPT_IN' && isRequested)
}
