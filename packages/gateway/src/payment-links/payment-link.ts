import type { Metadata, SessionRequest } from '@sluice/types'
import type {
  Currency,
  Language,
  PaymentLinkStatus,
  ProcessingCode,
  SessionTokenization,
} from '@sluice/types/vocabulary'
import type { Random } from '@sluice/platform/kernel/random'

/** What the shopper may enter, in minor units. */
export interface AmountRange {
  readonly minMinor: number
  readonly maxMinor: number
}

/** An address that shoppers pay at, as often as its merchant allows. Amounts are in minor units. */
export interface PaymentLink {
  readonly merchantId: string
  readonly id: string
  /** What opens the page. Whoever has it can pay. */
  readonly token: string
  /** Of the merchant when the link was made: the address stays as it was printed. */
  readonly clientKey: string
  readonly terminalId: string
  readonly currency: Currency
  readonly amount: number | AmountRange
  readonly transactionType: 'AUTHORIZE' | 'PURCHASE'
  readonly description: string
  readonly referencePrefix: string | null
  /** Null for any number. */
  readonly maxUses: number | null
  /** Approved payments. */
  readonly uses: number
  /** Payments that have begun and have no result yet. */
  readonly usesInProgress: number
  readonly customerId: string | null
  readonly tokenization: SessionTokenization
  readonly returnUrl: string | null
  readonly languages: readonly Language[] | null
  readonly metadata: Metadata | null
  /** As the merchant sent them. */
  readonly options: SessionRequest['options'] | null
  readonly status: PaymentLinkStatus
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly expiresAtMs: number
  readonly deactivatedAtMs: number | null
}

/** The code of a link that ended, however it did. */
export const LINK_ENDED_CODE: ProcessingCode = '2008'

/** The code of an address that leads to no link. */
export const LINK_UNKNOWN_CODE: ProcessingCode = '2009'

/** The status as it is now: a link whose time ran out has ended even before it is swept. */
export function linkStatusNow(
  { status, expiresAtMs }: Pick<PaymentLink, 'status' | 'expiresAtMs'>,
  nowMs: number,
): PaymentLinkStatus {
  return status === 'ACTIVE' && expiresAtMs <= nowMs ? 'EXPIRED' : status
}

/** Whether a payment may begin: `BUSY` while payments that have no result yet hold every use that is left. */
export function availabilityOf(link: PaymentLink, nowMs: number): 'OPEN' | 'BUSY' | 'ENDED' {
  if (linkStatusNow(link, nowMs) !== 'ACTIVE') return 'ENDED'
  const { maxUses, uses, usesInProgress } = link
  return maxUses === null || uses + usesInProgress < maxUses ? 'OPEN' : 'BUSY'
}

/** Whether a payment of this amount is what the link asks for. */
export function acceptsAmount({ amount }: Pick<PaymentLink, 'amount'>, amountMinor: number): boolean {
  if (typeof amount === 'number') return amountMinor === amount
  return amountMinor >= amount.minMinor && amountMinor <= amount.maxMinor
}

/** RFC 4648 §6 in lower case: no two characters are mistaken for each other when a reference is read out. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
/** 60 random bits: a merchant's references do not meet. */
const REFERENCE_CHARS = 12
const DEFAULT_PREFIX = 'link'

/** Makes the reference of one payment. */
export function makeLinkReference(
  { referencePrefix }: Pick<PaymentLink, 'referencePrefix'>,
  random: Pick<Random, 'bytes'>,
): string {
  const drawn = [...random.bytes(REFERENCE_CHARS)].map((byte) => BASE32[byte % BASE32.length]).join('')
  return `${referencePrefix ?? DEFAULT_PREFIX}-${drawn}`
}
