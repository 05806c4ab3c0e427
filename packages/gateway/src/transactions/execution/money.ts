import type { TransactionStatus, TransactionType } from '@sluice/types/vocabulary'

import { NO_RECORDS, type RecordSums } from '../records/record.ts'
import { type PaymentDeadlines, USUAL_DEADLINES } from './declarations.ts'

/**
 * The money of an approved transaction, in minor units. The amount of an operation counts from the moment it is
 * requested until the provider refuses it.
 */
export interface Money {
  readonly authorizedMinor: number
  readonly capturedMinor: number
  readonly refundedMinor: number
  readonly voidedMinor: number
  /** A capture has released what it left open. */
  readonly finalCapture: boolean
  /** The records after the final state; absent if there are none. */
  readonly records?: RecordSums
}

/** The deadline for operations on it; null if none was ever possible. */
export interface MoneyDeadlines {
  /** A purchase or capture can be voided until it is settled. */
  readonly settlesAtMs: number | null
  readonly refundableUntilMs: number | null
  readonly authorizationExpiresAtMs: number | null
}

/** The part of a transaction that determines its money. */
interface MoneyHolder {
  readonly transactionType: TransactionType
  readonly status: TransactionStatus
  readonly amountMinor: number
  readonly approvedMinor?: number
  readonly money?: Money & MoneyDeadlines
}

const MS_PER_DAY = 86_400_000

/**
 * The effect of an approved type on the money: it reserves some for a capture, or has captured it. Others do neither.
 */
const HOLDINGS: Readonly<Partial<Record<TransactionType, 'reserved' | 'taken'>>> = {
  AUTHORIZE: 'reserved',
  PURCHASE: 'taken',
  PAYMENT: 'taken',
  CAPTURE: 'taken',
}

/** Returns the money of a transaction that has just been approved; null for types that neither reserve nor take any. */
export function beginMoney(
  transaction: Pick<MoneyHolder, 'transactionType' | 'amountMinor' | 'approvedMinor'>,
): Money | null {
  const holding = HOLDINGS[transaction.transactionType]
  if (holding === undefined) return null
  const approvedMinor = approvedMinorOf(transaction)
  return {
    authorizedMinor: approvedMinor,
    capturedMinor: holding === 'taken' ? approvedMinor : 0,
    refundedMinor: 0,
    voidedMinor: 0,
    finalCapture: holding === 'taken',
  }
}

/**
 * Returns the total that an authorization holds once a change of it is approved. Only one change is open at a time, and the total
 * already contains an approved one.
 */
export function authorizedAfterMinor(
  { transactionType, amountMinor, status }: Pick<MoneyHolder, 'transactionType' | 'amountMinor' | 'status'>,
  authorization: MoneyHolder,
): number {
  const { authorizedMinor } = moneyOf(authorization) ?? { authorizedMinor: 0 }
  const isAdded = transactionType === 'INCREMENT' && status !== 'APPROVED'
  return isAdded ? authorizedMinor + amountMinor : authorizedMinor
}

/** Returns the approved amount of a transaction: all of it, unless a partial approval was kept. */
export function approvedMinorOf({
  amountMinor,
  approvedMinor = amountMinor,
}: Pick<MoneyHolder, 'amountMinor' | 'approvedMinor'>): number {
  return approvedMinor
}

/**
 * Returns the deadlines of a transaction approved at `nowMs`, from its provider's declarations.
 *
 * @param captureBeforeMs - as the provider said of this payment: it shortens the declared time, and never lengthens it.
 */
export function beginDeadlines(
  type: TransactionType,
  nowMs: number,
  { captureMs, refundMs, voidUntilMs }: PaymentDeadlines = USUAL_DEADLINES,
  captureBeforeMs = Infinity,
): MoneyDeadlines {
  const isTaken = HOLDINGS[type] === 'taken'
  return {
    settlesAtMs: isTaken ? nextSettlement(nowMs, voidUntilMs) : null,
    refundableUntilMs: isTaken ? nowMs + refundMs : null,
    authorizationExpiresAtMs: type === 'AUTHORIZE' ? Math.min(captureBeforeMs, nowMs + captureMs) : null,
  }
}

/** Returns the next settlement: payments approved after today's settlement settle on the next day. */
function nextSettlement(nowMs: number, timeOfDayMs: number): number {
  const midnight = Math.floor(nowMs / MS_PER_DAY) * MS_PER_DAY
  const today = midnight + timeOfDayMs
  return nowMs < today ? today : today + MS_PER_DAY
}

/** Returns the money of a transaction; null unless it is approved and of a type that has any. */
export function moneyOf(transaction: MoneyHolder): Money | null {
  if (transaction.status !== 'APPROVED') return null
  return transaction.money ?? beginMoney(transaction)
}

/** Returns the amount that can still be captured or released. */
export function openMinor(money: Money): number {
  return money.finalCapture ? 0 : money.authorizedMinor - money.capturedMinor - money.voidedMinor
}

/**
 * Returns the amount that can still be refunded: the captured amount that was not returned. It is zero while more refunds
 * failed than were made.
 */
export function refundableMinor(money: Money): number {
  return failedBeyondMinor(money) > 0 ? 0 : Math.max(0, heldMinor(money))
}

/** Returns the amount by which refunds, disputes, returns and failures exceed what was captured. */
export function overdrawnMinor(money: Money): number {
  return Math.max(0, -heldMinor(money), failedBeyondMinor(money))
}

/** Reports can contradict each other: a refund can fail once, and be reported as reversed, too. */
function failedBeyondMinor({ refundedMinor, records = NO_RECORDS }: Money): number {
  return records.refundFailedMinor - refundedMinor
}

function heldMinor({ capturedMinor, refundedMinor, records = NO_RECORDS }: Money): number {
  const { captureFailedMinor, refundFailedMinor, returnedMinor, disputedMinor } = records
  const refunded = Math.max(0, refundedMinor - refundFailedMinor)
  return capturedMinor - captureFailedMinor - refunded - returnedMinor - Math.max(0, disputedMinor)
}
