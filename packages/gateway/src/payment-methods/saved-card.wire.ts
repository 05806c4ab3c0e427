import type { SavedPaymentMethod, TokenizationEvent } from '@sluice/types'
import type { TokenizationEventName } from '@sluice/types/vocabulary'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import { type SavedCard, savedCardStatus } from './saved-card.ts'

const BIN_DIGITS = 6
const LAST_DIGITS = 4

/** Builds a saved card for its merchant. */
export function toWireSavedCard(card: SavedCard, nowMs: number): SavedPaymentMethod {
  return {
    ...describeCard(card),
    tokenize_for: card.tokenizeFor,
    created_at: toTimestamp(card.createdAtMs),
    status: savedCardStatus(card, nowMs),
  }
}

/** Builds the event of a card that was saved or deleted. @see docs/protocol/webhooks.md#webhooks */
export function toTokenizationEvent(
  type: TokenizationEventName,
  card: SavedCard,
  transactionId: string,
): { readonly type: string; readonly payload: string } {
  const event: TokenizationEvent = {
    event: type,
    data: { ...describeCard(card), transaction_id: transactionId },
  }
  return { type, payload: JSON.stringify(event) }
}

function describeCard(card: SavedCard) {
  return {
    payment_method_id: card.id,
    payment_method_type: 'CARD' as const,
    card_brand: card.brand,
    card_bin: card.masked.slice(0, BIN_DIGITS),
    card_last_4: card.masked.slice(-LAST_DIGITS),
    card_masked: card.masked,
    card_exp_month: card.expirationMonth,
    card_exp_year: card.expirationYear,
    customer_id: card.customerId,
  }
}
