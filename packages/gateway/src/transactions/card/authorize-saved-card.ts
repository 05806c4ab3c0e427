import {
  allowsMerchantInitiated,
  isKeptForMerchant,
  judgeSavedCard,
  NOTHING_SEALED,
  openSealedFields,
  type SavedCard,
} from '../../payment-methods/index.ts'
import { type Authorized, chargeCard, type MerchantRecords, openingOf } from './authorize-card.ts'
import type { FlowPorts } from './flow.ts'
import type { GivenData } from '../admission/given-method.ts'
import type { AuthorizationOrder } from './start-authorization.ts'

/**
 * Authorizes a card that the vault keeps. With a shopper present it is authenticated like any other: another person may
 * hold it today.
 */
export async function authorizeSavedCard(
  ports: FlowPorts & MerchantRecords,
  order: AuthorizationOrder,
  { payment_method_id: id, encrypted_cvv }: GivenData<'saved_card'>,
): Promise<Authorized> {
  const saved = await ports.savedCards.find(order.merchantId, id)
  if (saved === null || !mayPayWith(saved, order)) return { kind: 'unknown_card' }
  const isCardholderThere = order.browserInfo !== null
  const refusal = isCardholderThere ? null : findMerchantInitiatedRefusal(saved, order)
  if (refusal !== null) return refusal

  const opened =
    encrypted_cvv === undefined
      ? NOTHING_SEALED
      : openSealedFields({ encrypted_cvv }, await openingOf(ports, order))
  if (!opened.ok) return { kind: 'unreadable', errors: opened.errors }
  const pan = await ports.savedCards.openNumber(saved)
  if (pan === null) return { kind: 'unknown_card' }

  const initiator = isCardholderThere ? 'CUSTOMER' : 'MERCHANT'
  const cvv = 'encrypted_cvv' in opened.fields ? opened.fields.encrypted_cvv : null
  return chargeCard(ports, order, { uses: opened.uses, origin: { saved, initiator } }, (terminal, nowMs) =>
    judgeSavedCard(saved, { pan, cvv }, terminal.brands, nowMs),
  )
}

/**
 * Why the merchant may not charge the card by itself; null when it may. Only the holder of an authenticated payment has
 * agreed to that.
 *
 * @see docs/protocol.md#stored-credentials
 */
function findMerchantInitiatedRefusal(saved: SavedCard, order: AuthorizationOrder): Authorized | null {
  if (!isKeptForMerchant(saved.tokenizeFor)) return BROWSER_REQUIRED
  if (order.mayInitiateAsMerchant !== true) return { kind: 'role_missing' }
  return allowsMerchantInitiated(saved) ? null : BROWSER_REQUIRED
}

const BROWSER_REQUIRED: Authorized = {
  kind: 'unreadable',
  errors: [{ property: 'browser_info', message: 'is required', params: ['browser_info'] }],
}

/**
 * A browser pays with a card of its session's customer, or with nobody's card where the session names no customer. A
 * merchant who names a customer does not mean another one's card.
 */
function mayPayWith({ customerId }: SavedCard, { session, customer }: AuthorizationOrder): boolean {
  const named = customer?.id ?? null
  if (session !== null) return customerId === named
  return customerId === null || named === null || customerId === named
}
