import {
  advice,
  adviceOf,
  type Language,
  type ProcessingAdvice,
  type SessionStatus,
  SHOPPER_TEXTS,
  type ShopperText,
} from '@sluice/types/vocabulary'

import type { TextName } from '../../locales/say.ts'

/** Statuses that the page shows instead of the form. */
export type ShownStatus = Exclude<SessionStatus, 'CREATED'>

const FINAL = ['APPROVED', 'DECLINED', 'CANCELED', 'SESSION_EXPIRED'] as const satisfies ShownStatus[]

/** Returns whether nothing can be paid. */
export function isFinal(status: string): status is (typeof FINAL)[number] {
  return (FINAL as readonly string[]).includes(status)
}

/** `open`: nothing is decided yet, or nothing was paid and nothing went wrong. */
export type EndingTone = 'good' | 'bad' | 'open'

const TONES: Readonly<Record<ShownStatus, EndingTone>> = {
  APPROVED: 'good',
  DECLINED: 'bad',
  CANCELED: 'open',
  SESSION_EXPIRED: 'open',
  PENDING: 'open',
}

export function endingTone(status: ShownStatus): EndingTone {
  return TONES[status]
}

/** The symbol above the title: a check mark, a cross, a clock, or a quiet cross for a canceled payment. */
export type EndingSign = 'approved' | 'refused' | 'waiting' | 'stopped'

const SIGNS: Readonly<Record<ShownStatus, EndingSign>> = {
  APPROVED: 'approved',
  DECLINED: 'refused',
  CANCELED: 'stopped',
  SESSION_EXPIRED: 'waiting',
  PENDING: 'waiting',
}

export function endingSign(status: ShownStatus): EndingSign {
  return SIGNS[status]
}

/** Returns whether a card was verified: nothing was paid. */
export function isVerified(status: ShownStatus, amount: number): boolean {
  return status === 'APPROVED' && amount === 0
}

export function endingTitle(status: ShownStatus, amount: number): TextName {
  return isVerified(status, amount) ? 'verified' : `endings.${status}`
}

const REASONS: Readonly<Record<ShownStatus, ShopperText>> = {
  APPROVED: SHOPPER_TEXTS.accepted,
  DECLINED: SHOPPER_TEXTS.declined,
  CANCELED: SHOPPER_TEXTS.canceled,
  SESSION_EXPIRED: SHOPPER_TEXTS.timeIsOver,
  PENDING: SHOPPER_TEXTS.processing,
}

/**
 * Returns what the shopper is told below the heading. A decline's code says more than its status; the other texts are also shown
 * without a heading, so their first sentence repeats it.
 */
export function endingReason(status: ShownStatus, processingCode: string | null, language: Language): string {
  return status === 'DECLINED' && processingCode !== null
    ? advice(processingCode).shopper[language]
    : REASONS[status][language].replace(/^[^.]+. /, '')
}

const OTHER_CARD_OR_DATA: readonly ProcessingAdvice[] = [
  'CORRECT_CARD_DATA',
  'OFFER_ANOTHER_METHOD',
  'AUTHENTICATE_AGAIN',
]

/**
 * Returns whether another card, or the same with other data, may be approved. This page takes none after a decline; the
 * shop does.
 */
export function mayRetry(processingCode: string | null): boolean {
  return processingCode !== null && OTHER_CARD_OR_DATA.includes(adviceOf(processingCode))
}
