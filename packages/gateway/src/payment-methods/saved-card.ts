import type { CardBrand, TokenizeFor } from '@sluice/types/vocabulary'
import type { Secret } from '@sluice/platform/kernel/secret'

import { type CardValidation, validateCvv } from './card-data.ts'
import { hasExpired, lastDayOf } from './card-expiry.ts'
import type { SealedRecord } from './vault/vault.ts'

/** A card whose number is in the vault. */
export interface SavedCard {
  readonly merchantId: string
  /** The id with which the merchant charges the card. It decrypts nothing itself. */
  readonly id: string
  /** The customer; permanently null for a card without one. */
  readonly customerId: string | null
  /** The transaction with which it was saved. */
  readonly transactionId: string
  readonly tokenizeFor: TokenizeFor
  readonly brand: CardBrand
  readonly masked: string
  /** 1–12. */
  readonly expirationMonth: number
  /** Four digits. */
  readonly expirationYear: number
  /** The final 3DS letter of the payment that saved it; null without 3DS. */
  readonly authenticationStatus: string | null
  /** The network's id of that payment, if its provider returned it. */
  readonly networkTransactionId: string | null
  /** The 3DS authentication of that payment; null if there is no successful one, and for cards of earlier versions. */
  readonly firstAuthentication: FirstAuthentication | null
  readonly createdAtMs: number
}

/** The authentication with which a card was saved. Later charges that the merchant starts refer to it. */
export interface FirstAuthentication {
  readonly acsTransId: string | null
  readonly dsTransId: string | null
  readonly wasChallenged: boolean
  readonly atMs: number
}

/** A card that is saved if its transaction is approved, and erased otherwise. */
export interface PendingCard extends Omit<
  SavedCard,
  'authenticationStatus' | 'networkTransactionId' | 'firstAuthentication'
> {
  readonly number: SealedRecord
  /** Finds a card that is saved already. */
  readonly dedupeHash: string
}

/** The data for saving a card. */
export interface SaveCardRequest {
  readonly merchantId: string
  readonly transactionId: string
  readonly customerId: string | null
  readonly tokenizeFor: TokenizeFor
  readonly pan: Secret<string>
  readonly brand: CardBrand
  readonly masked: string
  readonly expirationMonth: number
  readonly expirationYear: number
}

/**
 * The 3DS letters of a payment that allow later charges of its card without the cardholder: authenticated or
 * attempted.
 */
const AUTHENTICATED: ReadonlySet<string | null> = new Set(['Y', 'A'])

/** Reports whether the merchant may charge the card without the cardholder. */
export function allowsMerchantInitiated({ tokenizeFor, authenticationStatus }: SavedCard): boolean {
  return isSavedForMerchant(tokenizeFor) && AUTHENTICATED.has(authenticationStatus)
}

export function isSavedForMerchant(tokenizeFor: TokenizeFor): boolean {
  return tokenizeFor === 'MERCHANT_INITIATED_TRANSACTION'
}

/** The data of a saved card that a page shows. */
export interface ShownCard {
  /** The masked number, with the first six and the last four digits, or only the last four. */
  readonly maskedPan: string | null
  /** MMYY. */
  readonly expirationDate: string | null
  readonly brand: string | null
}

/**
 * Reports whether a page shows the card correctly. It compares all three members, so that the time does not reveal
 * which one differs.
 */
export function matchesSavedCard(card: SavedCard, shown: ShownCard): boolean {
  const digitsOf = (masked: string) => masked.replace(/[^0-9]/g, '')
  const expiry = `${String(card.expirationMonth).padStart(2, '0')}${String(card.expirationYear).slice(-2)}`
  const agrees = [
    [digitsOf(card.masked), card.masked.slice(-4)].includes(digitsOf(shown.maskedPan ?? '')),
    shown.expirationDate === expiry,
    shown.brand?.toUpperCase() === card.brand,
  ]
  return agrees.every(Boolean)
}

export function savedCardStatus(card: SavedCard, nowMs: number): 'ACTIVE' | 'EXPIRED' {
  return hasExpired(card.expirationMonth, card.expirationYear, nowMs) ? 'EXPIRED' : 'ACTIVE'
}

/**
 * Validates a saved card for a payment, in the order expiry, CVV, brand.
 *
 * @param cvv - null if the shopper was not asked for it.
 * @param brands - the brands that the terminal accepts.
 */
export function validateSavedCard(
  card: SavedCard,
  opened: { readonly pan: Secret<string>; readonly cvv: Secret<string> | null },
  brands: ReadonlySet<CardBrand>,
  nowMs: number,
): CardValidation {
  const { brand, masked, expirationMonth, expirationYear } = card
  const property = 'payment_method.data.payment_method_id'
  if (hasExpired(expirationMonth, expirationYear, nowMs)) {
    return { ok: false, processingCode: '2001', property, message: 'the card has expired' }
  }
  const wrongCvv = opened.cvv === null ? null : validateCvv(opened.cvv, brand)
  if (wrongCvv) return wrongCvv
  if (!brands.has(brand)) {
    return { ok: false, processingCode: '2004', property, message: 'the card brand is not supported' }
  }
  return {
    ok: true,
    card: { ...opened, brand, expirationMonth, expirationYear },
    summary: { brand, masked, expiry: lastDayOf(expirationMonth, expirationYear) },
  }
}

/** An event for the outbox. */
export interface CardEvent {
  readonly id: string
  readonly type: string
  readonly payload: string
}

/** A sealed number and its owner. */
export interface StoredNumber {
  readonly merchantId: string
  readonly paymentMethodId: string
  readonly record: SealedRecord
}
