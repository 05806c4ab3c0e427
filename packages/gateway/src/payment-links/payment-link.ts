import type { Metadata, SessionRequest } from '@sluice/types'
import type {
  CardTransactionType,
  Currency,
  Language,
  PaymentLinkStatus,
  ProcessingCode,
  SessionTokenization,
} from '@sluice/types/vocabulary'
import type { Random } from '@sluice/platform/kernel/random'

/** The range in which the shopper may enter an amount, in minor units. */
export interface AmountRange {
  readonly minMinor: number
  readonly maxMinor: number
}

/** A web address where shoppers can pay, as often as the merchant allows. Amounts are in minor units. */
export interface PaymentLink {
  readonly merchantId: string
  readonly id: string
  /** The secret part of the page's address. Anyone who has it can pay. */
  readonly token: string
  /** The merchant's client key when the link was created: a printed address must keep working. */
  readonly clientKey: string
  readonly terminalId: string
  readonly currency: Currency
  readonly amount: number | AmountRange
  readonly transactionType: CardTransactionType
  readonly description: string
  readonly referencePrefix: string | null
  /** Null for any number. */
  readonly maxUses: number | null
  /** Approved payments. */
  readonly uses: number
  /** The number of payments in progress. */
  readonly usesInProgress: number
  readonly customerId: string | null
  readonly tokenization: SessionTokenization
  readonly returnUrl: string | null
  readonly languages: readonly Language[] | null
  readonly metadata: Metadata | null
  /** The options as the merchant sent them. */
  readonly options: SessionRequest['options'] | null
  readonly status: PaymentLinkStatus
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly expiresAtMs: number
  readonly deactivatedAtMs: number | null
}

/** The code for a link that was used up, expired or was deactivated. */
export const LINK_ENDED_CODE: ProcessingCode = '2008'

/** The code for an address without a link. */
export const LINK_UNKNOWN_CODE: ProcessingCode = '2009'

/** Returns the current status: an expired link has ended even before it is swept. */
export function linkStatusNow(
  { status, expiresAtMs }: Pick<PaymentLink, 'status' | 'expiresAtMs'>,
  nowMs: number,
): PaymentLinkStatus {
  return status === 'ACTIVE' && expiresAtMs <= nowMs ? 'EXPIRED' : status
}

/** Returns the availability of a link for a new payment: */
export function availabilityOf(link: PaymentLink, nowMs: number): 'OPEN' | 'BUSY' | 'ENDED' {
  if (linkStatusNow(link, nowMs) !== 'ACTIVE') return 'ENDED'
  const { maxUses, uses, usesInProgress } = link
  return maxUses === null || uses + usesInProgress < maxUses ? 'OPEN' : 'BUSY'
}

/** Returns whether the link accepts a payment of this amount. */
export function acceptsAmount({ amount }: Pick<PaymentLink, 'amount'>, amountMinor: number): boolean {
  if (typeof amount === 'number') return amountMinor === amount
  return amountMinor >= amount.minMinor && amountMinor <= amount.maxMinor
}

/** A family or a small office behind one address can still pay by bank transfer at the same time. */
const UNPAID_PER_VISITOR_MAX = 3

/**
 * Returns the number of uses that one visitor may reserve with payments that are confirmed elsewhere: never all, unless
 * there is only one.
 */
export function unpaidPerVisitor(maxUses: number): number {
  return Math.min(UNPAID_PER_VISITOR_MAX, Math.ceil(maxUses / 2))
}

/**
 * Returns the number of uses that one network may reserve with such payments. A network may be one customer of a
 * provider, who has thousands of addresses, or many honest customers of a mobile carrier: so it is most of them, and
 * never all.
 */
export function unpaidPerNetwork(maxUses: number): number {
  return Math.max(unpaidPerVisitor(maxUses), Math.floor((maxUses * 3) / 4))
}

/** RFC 4648 §6 in lower case: no two characters are confused when a reference is read aloud. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
/** 60 random bits: references of one merchant do not collide. */
const REFERENCE_CHARS = 12
const DEFAULT_PREFIX = 'link'

/** Creates the reference of one payment. */
export function makeLinkReference(
  { referencePrefix }: Pick<PaymentLink, 'referencePrefix'>,
  random: Pick<Random, 'bytes'>,
): string {
  const drawn = [...random.bytes(REFERENCE_CHARS)].map((byte) => BASE32[byte % BASE32.length]).join('')
  return `${referencePrefix ?? DEFAULT_PREFIX}-${drawn}`
}
