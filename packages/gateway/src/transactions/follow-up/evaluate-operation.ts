import type { ErrorItem } from '@sluice/types'
import { CHANGE_TYPES, LIMITS, type ManageType } from '@sluice/types/vocabulary'

import { toTimestamp } from '@sluice/platform/kernel/clock'

import type { Merchant, Terminal } from '../../merchants/index.ts'
import type { LimitsByCurrency } from '../../method-catalogue/index.ts'
import { findStepRefusal } from '../admission/amount-limits.ts'
import { findTerminalRefusal, lacksFeature, type OrderRefusal } from '../admission/checks.ts'
import type { OperationDeclarations } from '../execution/declarations.ts'
import type { Transaction } from '../execution/transaction.ts'
import { moneyOf, refundableMinor } from '../execution/money.ts'
import { findLimitMinor, isChange } from '../execution/money-rules.ts'
import type { ChangeUnderWay } from './operation.ts'
import { findUndeclared } from './undeclared.ts'

/** A merchant's request for an operation on an earlier transaction. */
export interface RequestedOperation {
  readonly operation: ManageType
  readonly amountMinor: number
  readonly currency: string
  /** Whether a capture releases the remaining amount. */
  readonly finalCapture: boolean
}

export interface OperationSubject {
  readonly merchant: Merchant | null
  readonly terminal: Terminal | null
  readonly parent: Transaction
  /** The customer's transaction: the parent itself, unless the parent is a capture. */
  readonly original: Transaction
  /** The captures of its authorization so far. */
  readonly captureCount: number
  /** The increments and extensions so far, and the pending one. */
  readonly changeCount: number
  readonly changeUnderWay: ChangeUnderWay | null
  /** The declarations of the parent's provider; null if it no longer exists. */
  readonly operations: OperationDeclarations | null
  /** The amounts that the provider accepts. For operations, only an amount that its units cannot express is refused. */
  readonly amounts?: LimitsByCurrency
  /** Whether the configuration allows refunds for the original's method; absent means yes. */
  readonly isRefundable?: boolean
}

export type OperationVerdict =
  | { readonly kind: 'allowed' }
  /** A 422 response; nothing is stored. */
  | { readonly kind: 'refused'; readonly errors: readonly ErrorItem[] }
  /** A response with a transaction. */
  | { readonly kind: 'invalid'; readonly refusal: OrderRefusal }

const PROVIDER_GONE: OrderRefusal = { processingCode: '2024', property: 'terminal_id' }

/** Evaluates whether an operation may be sent to the provider: first the request, then settings and state. */
export function evaluateOperation(
  requested: RequestedOperation,
  subject: OperationSubject,
  nowMs: number,
): OperationVerdict {
  const { parent, original } = subject
  const limitMinor = limitByOriginal(requested, original, findLimitMinor(requested.operation, parent, nowMs))
  const [problem] = [...validateCurrency(requested, parent), ...validateAmount(requested, limitMinor, parent)]
  if (problem) return { kind: 'refused', errors: [problem] }

  const refusal = findTerminalRefusal(subject) ?? findFeatureRefusal(requested, subject)
  if (refusal) return { kind: 'invalid', refusal }
  const blockingReason = findBlockingReason(requested, subject, limitMinor, nowMs)
  if (blockingReason !== null) return { kind: 'invalid', refusal: notPossible(blockingReason) }
  if (requested.operation === 'REFUND' && subject.isRefundable === false)
    return { kind: 'invalid', refusal: notPossible(`${original.paymentMethod.type} is not refunded`) }
  if (subject.operations === null) return { kind: 'invalid', refusal: PROVIDER_GONE }
  const undeclared =
    findUndeclared(requested, subject, subject.operations) ??
    (subject.amounts ? findStepRefusal(subject.amounts, requested) : null)
  return undeclared === null ? { kind: 'allowed' } : { kind: 'invalid', refusal: undeclared }
}

/**
 * A provider may report a dispute or a return of an authorization, so no refund of a capture may exceed what the
 * authorization still has.
 */
function limitByOriginal(
  { operation }: RequestedOperation,
  original: Transaction,
  limitMinor: number | null,
): number | null {
  const money = operation === 'REFUND' ? moneyOf(original) : null
  return limitMinor === null || money === null ? limitMinor : Math.min(limitMinor, refundableMinor(money))
}

/** The operations that an authorization allows until it expires. */
const BEFORE_EXPIRY: readonly ManageType[] = ['CAPTURE', ...CHANGE_TYPES]

/**
 * How long a void waits for an undecided change, so that it releases the whole amount. The gateway queries the provider
 * several times in the meantime. A change that is still unknown may need a person, and the customer's money must not be
 * held until then.
 */
export const VOID_WAITS_MS = 15 * 60_000

/** Returns in words why the original does not allow the operation; null if it does. */
function findBlockingReason(
  { operation }: RequestedOperation,
  { parent, captureCount, changeCount, changeUnderWay }: OperationSubject,
  limitMinor: number | null,
  nowMs: number,
): string | null {
  const expiredAtMs = parent.money?.authorizationExpiresAtMs ?? null
  if (BEFORE_EXPIRY.includes(operation) && expiredAtMs !== null && nowMs >= expiredAtMs)
    return `the authorization could be captured until ${toTimestamp(expiredAtMs)}`
  if (limitMinor === null)
    return `the original, ${parent.transactionType} and ${parent.status}, allows no ${operation} now`
  const awaited = parent.transactionType === 'AUTHORIZE' && changeUnderWay !== null
  const undecided = awaited ? findUndecided(operation, changeUnderWay, nowMs) : null
  if (undecided !== null) return undecided
  if (operation === 'CAPTURE' && captureCount >= LIMITS.CAPTURES_MAX_PER_AUTHORIZATION)
    return `the original was captured ${LIMITS.CAPTURES_MAX_PER_AUTHORIZATION} times, which is the most`
  return isChange(operation) && changeCount >= LIMITS.CHANGES_MAX_PER_AUTHORIZATION
    ? `the original was changed ${LIMITS.CHANGES_MAX_PER_AUTHORIZATION} times, which is the most`
    : null
}

/** A change names the resulting sum, which is not known before another one is decided. */
function findUndecided(
  operation: ManageType,
  { type, sinceMs }: ChangeUnderWay,
  nowMs: number,
): string | null {
  if (isChange(operation)) return `an ${type} of the original is not decided yet`
  const untilMs = sinceMs + VOID_WAITS_MS
  return operation === 'VOID' && nowMs < untilMs
    ? `an ${type} of the original is not decided yet: it can be voided from ${toTimestamp(untilMs)}`
    : null
}

function notPossible(message: string): OrderRefusal {
  return { processingCode: '2010', property: 'transaction_type', message }
}

function validateCurrency(requested: RequestedOperation, parent: Transaction): ErrorItem[] {
  if (requested.currency === parent.currency) return []
  const message = 'must equal the currency of the original transaction'
  return [{ property: 'currency', message, params: ['currency', requested.currency] }]
}

/** The operations that apply to the whole open amount, or not at all. */
const WHOLE: readonly ManageType[] = ['VOID', 'EXTEND']

/** Even if no operation is possible, the amount is compared with the parent's. */
function validateAmount(
  requested: RequestedOperation,
  limitMinor: number | null,
  parent: Transaction,
): ErrorItem[] {
  const { operation, amountMinor } = requested
  const boundMinor = limitMinor ?? parent.amountMinor
  const params = ['amount', String(boundMinor), String(amountMinor)]
  if (WHOLE.includes(operation) && limitMinor !== null) {
    const isWhole = amountMinor === boundMinor
    return isWhole ? [] : [{ property: 'amount', message: `must equal ${String(boundMinor)}`, params }]
  }
  if (amountMinor <= boundMinor) return []
  return [{ property: 'amount', message: `must not exceed ${String(boundMinor)}`, params }]
}

function findFeatureRefusal(
  { operation, finalCapture }: RequestedOperation,
  { terminal }: OperationSubject,
): OrderRefusal | null {
  const feature = `TRX_TYPE_${operation}` as const
  if (terminal?.features.has(feature) === false) return lacksFeature(feature)
  const wantsMore = operation === 'CAPTURE' && !finalCapture
  const takesMore = terminal?.features.has('MULTI_CAPTURE') !== false
  return wantsMore && !takesMore ? lacksFeature('MULTI_CAPTURE', 'options.final_capture') : null
}
