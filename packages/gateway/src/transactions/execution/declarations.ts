import {
  CARD_METHOD_TYPES,
  type Currency,
  LIMITS,
  type ManageType,
  type TransactionType,
} from '@sluice/types/vocabulary'

/** The calls that may move money. What a provider can do is declared for each. */
export const CALL_KINDS = ['authorization', 'order', 'payout', 'capture', 'refund', 'void'] as const

export type CallKind = (typeof CALL_KINDS)[number]

/** How the gateway learns the outcome of a call whose answer was lost or undecided. */
export const LOOKUPS = ['by-our-key', 'by-repeat', 'events-only'] as const

export type Lookup = (typeof LOOKUPS)[number]

/** What a void can give back: an authorization, what captures left of it, or money that was taken and is not settled yet. */
export const VOIDABLE = ['authorization', 'rest', 'taken'] as const

export type Voidable = (typeof VOIDABLE)[number]

/** What a provider can do with an approved transaction. */
export interface OperationDeclarations {
  /** Null where the provider captures nothing. */
  readonly capture: {
    /** More than once. */
    readonly several: boolean
    /** Less than the whole. */
    readonly partly: boolean
  } | null
  /** Null where the provider refunds nothing. */
  readonly refund: {
    readonly several: boolean
    readonly partly: boolean
    /** Of a capture, not of a purchase only. */
    readonly ofCaptures: boolean
  } | null
  readonly void: ReadonlySet<Voidable>
}

/** What a provider does with one kind of call. */
export interface CallDeclaration {
  readonly idempotency: {
    /** How long after the first request with a key the same request may be sent again. */
    readonly windowMs: number
    /** Whether a repeated request gets the error again that the first one got. */
    readonly replaysErrors: boolean
  }
  readonly lookup: Lookup
  /** Whether the provider promises, asked to, never to execute a key that it has not executed. */
  readonly fence: 'native' | 'none'
  /** Whether the call may be answered with 1002. */
  readonly asynchronous: boolean
  /** How long the gateway waits before people decide. */
  readonly deadlines: {
    /** While nothing is known. */
    readonly unknownMs: number
    /** While the provider says 1002; null: for any time. */
    readonly pendingMs: number | null
  }
}

/** Until when something can be done with a payment. */
export interface PaymentDeadlines {
  /** How long an authorization can be captured. */
  readonly captureMs: number
  /** How long a purchase or a capture can be refunded. */
  readonly refundMs: number
  /** Time of day in UTC, in milliseconds, at which a purchase or a capture settles: it can be voided until then. */
  readonly voidUntilMs: number
}

/** Members of a request that a provider cannot do without. */
export interface Requirement {
  /** `customer.phone`, `options.document`. */
  readonly members: readonly string[]
  /** `payment_method.type`, or `card` for every way to pay with a card; null: every method. */
  readonly methods: ReadonlySet<string> | null
  /** Null: every country. */
  readonly countries: ReadonlySet<string> | null
}

/** The smallest and the largest amount that a provider takes, in minor units. */
export interface AmountLimits {
  readonly minMinor: number
  readonly maxMinor: number
}

/** What execution follows of a provider besides its methods. */
export interface Declarations {
  readonly operations: OperationDeclarations
  readonly calls: Readonly<Record<CallKind, CallDeclaration>>
  readonly deadlines: PaymentDeadlines
  readonly requires: readonly Requirement[]
  /** Currencies that are not listed have no limits. */
  readonly amounts: ReadonlyMap<Currency, AmountLimits>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Until when what providers and card networks usually allow can be done. */
export const USUAL_DEADLINES: PaymentDeadlines = {
  captureMs: LIMITS.AUTHORIZATION_LIFETIME_DAYS * DAY_MS,
  refundMs: LIMITS.REFUND_WINDOW_DAYS * DAY_MS,
  voidUntilMs: DAY_MS - 60_000,
}

/** A call of a provider that declares nothing. */
const USUAL: CallDeclaration = {
  // The provider protocol demands keys to be remembered for so long.
  idempotency: { windowMs: 180 * DAY_MS, replaysErrors: false },
  lookup: 'by-our-key',
  fence: 'none',
  asynchronous: true,
  // Card networks clear within days: an acquirer that says "later" for a week has lost the payment.
  deadlines: { unknownMs: DAY_MS, pendingMs: 7 * DAY_MS },
}

/** Bank transfers and payouts take days, and have an end of their own. */
const USUAL_ELSEWHERE: CallDeclaration = { ...USUAL, deadlines: { ...USUAL.deadlines, pendingMs: null } }

/** The calls of a provider that declares nothing. */
export const USUAL_CALLS: Readonly<Record<CallKind, CallDeclaration>> = {
  authorization: USUAL,
  order: USUAL_ELSEWHERE,
  payout: USUAL_ELSEWHERE,
  capture: USUAL,
  refund: USUAL,
  void: USUAL,
}

/** Each of the operations, in every way. */
export function everyWayOf(operations: ReadonlySet<ManageType>): OperationDeclarations {
  return {
    capture: operations.has('CAPTURE') ? { several: true, partly: true } : null,
    refund: operations.has('REFUND') ? { several: true, partly: true, ofCaptures: true } : null,
    void: new Set(operations.has('VOID') ? VOIDABLE : []),
  }
}

/** What is declared of a provider of which only the operations and its fences are known. */
export function declareUsual(
  operations: ReadonlySet<ManageType>,
  fence: CallDeclaration['fence'],
): Declarations {
  return {
    operations: everyWayOf(operations),
    calls: mapCalls((kind) => ({ ...USUAL_CALLS[kind], fence })),
    deadlines: USUAL_DEADLINES,
    requires: [],
    amounts: new Map(),
  }
}

/** One declaration for each kind of call. */
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
}

/** The call by which a transaction is executed. */
export function callKindOf(transaction: {
  readonly transactionType: TransactionType
  readonly paymentMethod: { readonly type: string }
}): CallKind {
  const isCard = CARD_METHOD_TYPES.some((type) => type === transaction.paymentMethod.type)
  return KINDS[transaction.transactionType] ?? (isCard ? 'authorization' : 'order')
}
