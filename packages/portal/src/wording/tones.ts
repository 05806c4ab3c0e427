import type { TransactionStatus, TransactionType, WebhookDeliveryStatus } from '@sluice/types/vocabulary'

import type { MoneyState } from '../payments/money-state.ts'

/** The meaning of a mark for the merchant: success, failure, waiting, or ended as neither. */
export type Tone = 'good' | 'bad' | 'open' | 'ended'

/** A payment that nobody made is no failure. */
const PAID: Readonly<Record<TransactionStatus, Tone>> = {
  CREATED: 'open',
  PENDING: 'open',
  APPROVED: 'good',
  DECLINED: 'bad',
  INVALID: 'bad',
  CANCELED: 'ended',
  SESSION_EXPIRED: 'ended',
}

/** The merchant asked for it, so whatever keeps it from happening is a failure. */
const REQUESTED: typeof PAID = { ...PAID, CANCELED: 'bad', SESSION_EXPIRED: 'bad' }

/** Money that leaves is no success to celebrate. */
const LEAVING: typeof PAID = { ...REQUESTED, APPROVED: 'ended' }

/** The tone of a transaction, by its type and its status. */
export const TRANSACTION_TONES: Readonly<Record<TransactionType, typeof PAID>> = {
  PURCHASE: PAID,
  AUTHORIZE: PAID,
  VERIFY: PAID,
  PAYMENT: PAID,
  CAPTURE: REQUESTED,
  INCREMENT: REQUESTED,
  EXTEND: REQUESTED,
  REFUND: LEAVING,
  VOID: LEAVING,
  PAYOUT: LEAVING,
}

/** The tone of an approved payment, by the state of its money. */
export const MONEY_TONES: Readonly<Record<MoneyState, Tone>> = {
  DISPUTED: 'bad',
  RETURNED: 'bad',
  CAPTURE_FAILED: 'bad',
  REFUNDED: 'ended',
  PARTLY_REFUNDED: 'ended',
  VOIDED: 'ended',
  CAPTURED: 'good',
  PARTLY_CAPTURED: 'good',
}

/** The tone of a message to a merchant's server. */
export const DELIVERY_TONES: Readonly<Record<WebhookDeliveryStatus, Tone>> = {
  DUE: 'open',
  DELIVERED: 'good',
  FAILED: 'bad',
  CANCELED: 'ended',
}
