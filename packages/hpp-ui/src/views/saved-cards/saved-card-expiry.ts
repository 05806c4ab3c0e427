import type { OfferedSavedCard } from '@sluice/types'

type Expiry = Pick<OfferedSavedCard, 'card_exp_month' | 'card_exp_year'>

/** `05/30`, as printed on the card. */
export function expiryText({ card_exp_month: month, card_exp_year: year }: Expiry): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`
}

/** A card is good until its month ends, in the last time zone on earth (UTC−12). */
export function hasExpired({ card_exp_month: month, card_exp_year: year }: Expiry, nowMs: number): boolean {
  return nowMs >= Date.UTC(year, month, 1, 12)
}
