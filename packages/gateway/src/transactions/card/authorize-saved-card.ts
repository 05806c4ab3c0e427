import {
  allowsMerchantInitiated,
  isSavedForMerchant,
  matchesSavedCard,
  validateSavedCard,
  NOTHING_SEALED,
  openSealedFields,
  type SavedCard,
  type ShownCard,
} from '../../payment-methods/index.ts'
import type { MerchantRecords, PaymentOrder } from '../admission/payment-order.ts'
import type { Authorized } from '../execution/started.ts'
import type { CardPorts } from './card-context.ts'
import { chargeCard, openingOf } from './charge-card.ts'
import type { RequestedData } from '../admission/requested-method.ts'

/**
 * Authorizes a card in the vault. With a shopper present, the card is authenticated like any other, because another
 * person may hold it today.
 */
export async function authorizeSavedCard(
  ports: CardPorts & MerchantRecords,
  order: PaymentOrder,
  data: RequestedData<'saved_card'>,
): Promise<Authorized> {
  const { payment_method_id: id, encrypted_cvv } = data
  // Opened before the card is looked up: an answer takes as long for a card that is not there.
  const opened =
    encrypted_cvv === undefined
      ? NOTHING_SEALED
      : openSealedFields({ encrypted_cvv }, await openingOf(ports, order))
  if (!opened.ok) return { kind: 'unreadable', errors: opened.errors }
  const saved = await ports.savedCards.find(order.merchantId, id)
  if (saved === null || !mayPayWith(saved, order, shownCardOf(data))) return { kind: 'unknown_card' }
  const isCardholderThere = order.browserInfo !== null
  const refusal = isCardholderThere ? null : findMerchantInitiatedRefusal(saved, order)
  if (refusal !== null) return refusal

  const pan = await ports.savedCards.openNumber(saved)
  if (pan === null) return { kind: 'unknown_card' }

  const initiator = isCardholderThere ? 'CUSTOMER' : 'MERCHANT'
  const cvv = 'encrypted_cvv' in opened.fields ? opened.fields.encrypted_cvv : null
  return chargeCard(ports, order, { uses: opened.uses, origin: { saved, initiator } }, (terminal, nowMs) =>
    validateSavedCard(saved, { pan, cvv }, terminal.brands, nowMs),
  )
}

/**
 * Returns the reason why the merchant may not charge the card without the customer; null if it may. Only the holder of
 * an authenticated payment has agreed to that.
 *
 * @see docs/protocol/saved-cards.md#stored-credentials
 */
function findMerchantInitiatedRefusal(saved: SavedCard, order: PaymentOrder): Authorized | null {
  if (!isSavedForMerchant(saved.tokenizeFor)) return BROWSER_REQUIRED
  if (order.mayInitiateAsMerchant !== true) return { kind: 'role_missing' }
  return allowsMerchantInitiated(saved) ? null : BROWSER_REQUIRED
}

const BROWSER_REQUIRED: Authorized = {
  kind: 'unreadable',
  errors: [{ property: 'browser_info', message: 'is required', params: ['browser_info'] }],
}

/**
 * A browser pays with a card of its session's customer. An embedded session without a customer accepts any card that
 * the page shows, unless it is saved for the merchant; a hosted one accepts none. A merchant who names a customer does
 * not mean another customer's card.
 */
function mayPayWith(saved: SavedCard, order: PaymentOrder, shown: ShownCard): boolean {
  // Anyone who has a payment link can open it, so nothing shows that its customer is the one who pays.
  if (order.paymentLinkId) return false
  const { customerId, tokenizeFor } = saved
  const named = order.customer?.id ?? null
  if (order.session === null) return customerId === null || named === null || customerId === named
  if (named !== null) return customerId === named
  const isShown = matchesSavedCard(saved, shown)
  return order.integration === 'EMBEDDED_FIELDS' && isShown && !isSavedForMerchant(tokenizeFor)
}

function shownCardOf(data: RequestedData<'saved_card'>): ShownCard {
  const {
    masked_pan = null,
    expiration_date = null,
    card_brand = null,
  } = 'masked_pan' in data || 'expiration_date' in data || 'card_brand' in data ? data : {}
  return { maskedPan: masked_pan, expirationDate: expiration_date, brand: card_brand }
}
