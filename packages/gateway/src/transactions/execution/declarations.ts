import {
  CARD_METHOD_TYPES,
  type Currency,
  LIMITS,
  type ManageType,
  type TransactionType,
} from '@sluice/types/vocabulary'

import type { LimitsByCurrency, SettingsByMethod } from '../../method-catalogue/index.ts'
import { KEY_MAX_CHARS } from './key-for.ts'

/** The calls that may move money or change what is held; providers are declared call by call. */
export const CALL_KINDS = [
  'authorization',
  'order',
  'payout',
  'capture',
  'refund',
  'void',
  'increment',
  'extend',
] as const

export type CallKind = (typeof CALL_KINDS)[number]

/**
 * The ways in which the gateway determines the outcome of a call whose response was lost or undecided. `by-their-id`:
 * the provider finds a payment only by its own id, so the gateway queries it once a response has contained one.
 */
export const LOOKUPS = ['by-our-key', 'by-their-id', 'by-repeat', 'events-only'] as const

export type Lookup = (typeof LOOKUPS)[number]

/**
 * The amounts that a void can release: an authorization, the rest of it after captures, or a payment that is not
 * settled yet.
 */
export const VOIDABLE = ['authorization', 'rest', 'taken'] as const

export type Voidable = (typeof VOIDABLE)[number]

/** Whether a provider charges cards in installments: in any number, or in the numbers by currency. */
export type DeclaredInstallments = boolean | ReadonlyMap<string, ReadonlySet<number>>

/** The capabilities of a provider besides payments: verifying cards, and operations on an approved transaction. */
export interface OperationDeclarations {
  /** Null if the provider does not support captures. */
  readonly capture: {
    /** Whether more than one is possible. */
    readonly several: boolean
    /** Whether partial amounts are possible. */
    readonly partly: boolean
  } | null
  /** Null if the provider does not support refunds. */
  readonly refund: {
    readonly several: boolean
    readonly partly: boolean
    /** Whether captures can be refunded, not only purchases. */
    readonly ofCaptures: boolean
  } | null
  readonly void: ReadonlySet<Voidable>
  /** Whether the amount of an authorization can be raised. */
  readonly increment: boolean
  /** Whether an authorization can be held for longer. */
  readonly extend: boolean
  /** Whether cards can be verified without an amount. */
  readonly verify: boolean
  /** Whether cards can be charged in installments. */
  readonly installments: DeclaredInstallments
}

/**
 * The ways in which the gateway prevents the late execution of a call. `native`: the provider promises, on request,
 * never to execute a key that it has not executed. `cancel-prepared`: the gateway has the call prepared, and a fence
 * cancels the prepared object.
 */
export const FENCINGS = ['native', 'cancel-prepared', 'none'] as const

export type Fencing = (typeof FENCINGS)[number]

/**
 * Whether a provider returns everything that a call moved. `by-our-key`: even if none of its answers arrived.
 * `by-their-id`: only once an answer has named the payment.
 */
export const UNDOINGS = ['by-our-key', 'by-their-id', 'none'] as const

export type Undoing = (typeof UNDOINGS)[number]

/** The calls that can be undone. */
export const UNDONE_KINDS: readonly CallKind[] = ['authorization', 'order']

/** The calls that a provider can prepare. */
export const PREPARED_KINDS: readonly CallKind[] = ['authorization', 'order']

/** The provider's behaviour for one kind of call. */
export interface CallDeclaration {
  readonly idempotency: {
    /** How long the gateway may resend a request after the first one with the same key. */
    readonly windowMs: number
    /** Whether a repeated request gets the same error as the first one. */
    readonly replaysErrors: boolean
    /** The maximum length of a key that the provider stores completely. Longer keys could collide. */
    readonly maxKeyChars: number
  }
  readonly lookup: Lookup
  readonly fence: Fencing
  readonly undo: Undoing
  /** Whether the provider may answer the call with 1002. */
  readonly asynchronous: boolean
  /** How long the gateway waits before manual resolution. */
  readonly deadlines: {
    /** The limit for status queries while the outcome is unknown. */
    readonly unknownMs: number
    /** The limit for status queries while the provider answers 1002; null for no limit. */
    readonly pendingMs: number | null
  }
}

/** Deadlines for captures, refunds and voids. */
export interface PaymentDeadlines {
  /** How long an authorization can be captured. */
  readonly captureMs: number
  /** How long a purchase or a capture can be refunded. */
  readonly refundMs: number
  /** Time of day in UTC, in milliseconds, at which a purchase or a capture settles: it can be voided until then. */
  readonly voidUntilMs: number
}

/** Members of a request that a provider requires. */
export interface Requirement {
  /** `customer.phone`, `options.document`. */
  readonly members: readonly string[]
  /** `payment_method.type`, or `card` for every way to pay with a card; null: every method. */
  readonly methods: ReadonlySet<string> | null
  /** The countries in which the method is offered; null for every country. */
  readonly countries: ReadonlySet<string> | null
}

/** The declarations of a provider that execution follows. */
export interface Declarations {
  readonly operations: OperationDeclarations
  readonly calls: Readonly<Record<CallKind, CallDeclaration>>
  readonly deadlines: PaymentDeadlines
  readonly requires: readonly Requirement[]
  /** Currencies that are not listed have no limits. */
  readonly amounts: LimitsByCurrency
  /** The decimals of currencies in the provider's messages where they are not those of ISO 4217. */
  readonly exponents: ReadonlyMap<Currency, number>
  /** The configuration of individual methods at this provider. */
  readonly methodSettings: SettingsByMethod
  /** Whether a UPI payment may name the customer's address. */
  readonly takesUpiAddress: boolean
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The deadlines that providers and card networks usually have. */
export const USUAL_DEADLINES: PaymentDeadlines = {
  captureMs: LIMITS.AUTHORIZATION_LIFETIME_DAYS * DAY_MS,
  refundMs: LIMITS.REFUND_WINDOW_DAYS * DAY_MS,
  voidUntilMs: DAY_MS - 60_000,
}

/** The assumed behaviour of a provider without declarations. */
const USUAL: CallDeclaration = {
  // The provider protocol requires keys to be remembered for this long.
  idempotency: { windowMs: 180 * DAY_MS, replaysErrors: false, maxKeyChars: KEY_MAX_CHARS },
  lookup: 'by-our-key',
  fence: 'none',
  undo: 'by-our-key',
  asynchronous: true,
  // Card networks clear within days: an acquirer that answers 1002 for a week has lost the payment.
  deadlines: { unknownMs: DAY_MS, pendingMs: 7 * DAY_MS },
}

/** Bank transfers and payouts take days, and expire on their own. */
const USUAL_ELSEWHERE: CallDeclaration = { ...USUAL, deadlines: { ...USUAL.deadlines, pendingMs: null } }

/** The calls of a provider without declarations. */
export const USUAL_CALLS: Readonly<Record<CallKind, CallDeclaration>> = {
  authorization: USUAL,
  order: USUAL_ELSEWHERE,
  payout: USUAL_ELSEWHERE,
  capture: USUAL,
  refund: USUAL,
  void: USUAL,
  increment: USUAL,
  extend: USUAL,
}

/** Declares the operations without restrictions. */
export function withoutRestrictions(operations: ReadonlySet<ManageType>): OperationDeclarations {
  return {
    capture: operations.has('CAPTURE') ? { several: true, partly: true } : null,
    refund: operations.has('REFUND') ? { several: true, partly: true, ofCaptures: true } : null,
    void: new Set(operations.has('VOID') ? VOIDABLE : []),
    increment: operations.has('INCREMENT'),
    extend: operations.has('EXTEND'),
    verify: false,
    installments: false,
  }
}

/** Returns the declarations of a provider of which only the operations and fences are known. */
export function declareUsual(
  operations: ReadonlySet<ManageType>,
  fence: CallDeclaration['fence'],
): Declarations {
  return {
    operations: withoutRestrictions(operations),
    calls: mapCalls((kind) => ({ ...USUAL_CALLS[kind], fence })),
    deadlines: USUAL_DEADLINES,
    requires: [],
    amounts: new Map(),
    exponents: new Map(),
    methodSettings: new Map(),
    takesUpiAddress: false,
  }
}

/** Creates one declaration for each kind of call. */
export function mapCalls(declare: (kind: CallKind) => CallDeclaration): Declarations['calls'] {
  return Object.fromEntries(CALL_KINDS.map((kind) => [kind, declare(kind)])) as Record<
    CallKind,
    CallDeclaration
  >
}

const KINDS: Readonly<Partial<Record<TransactionType, CallKind>>> = {
  PAYOUT: 'payout',
  CAPTURE: 'capture',
  REFUND: 'refund',
  VOID: 'void',
  INCREMENT: 'increment',
  EXTEND: 'extend',
}

/** Returns the kind of call that executes a transaction. */
export function callKindOf(transaction: {
  readonly transactionType: TransactionType
  readonly paymentMethod: { readonly type: string }
}): CallKind {
  const isCard = CARD_METHOD_TYPES.some((type) => type === transaction.paymentMethod.type)
  return KINDS[transaction.transactionType] ?? (isCard ? 'authorization' : 'order')
}
