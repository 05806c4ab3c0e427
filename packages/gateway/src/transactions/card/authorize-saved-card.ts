import {
  judgeSavedCard,
  NOTHING_SEALED,
  openSealedFields,
  type SavedCard,
} from '../../payment-methods/index.ts'
import { type Authorized, chargeCard, type MerchantRecords, openingOf } from './authorize-card.ts'
import type { FlowPorts } from './flow.ts'
import type { GivenData } from '../admission/given-method.ts'
import type { AuthorizationOrder } from './start-authorization.ts'

/** Authorizes a card that the vault keeps. It is authenticated like any other: its holder may be somebody else today. */
export async function authorizeSavedCard(
  ports: FlowPorts & MerchantRecords,
  order: AuthorizationOrder,
  { payment_method_id: id, encrypted_cvv }: GivenData<'saved_card'>,
): Promise<Authorized> {
  const saved = await ports.savedCards.find(order.merchantId, id)
  if (saved === null || !mayPayWith(saved, order)) return { kind: 'unknown_card' }

  const opened =
    encrypted_cvv === undefined
      ? NOTHING_SEALED
      : openSealedFields({ encrypted_cvv }, await openingOf(ports, order))
  if (!opened.ok) return { kind: 'unreadable', errors: opened.errors }
  const pan = await ports.savedCards.openNumber(saved)
  if (pan === null) return { kind: 'unknown_card' }

  const cvv = 'encrypted_cvv' in opened.fields ? opened.fields.encrypted_cvv : null
  return chargeCard(ports, order, { uses: opened.uses, origin: { saved } }, (terminal, nowMs) =>
    judgeSavedCard(saved, { pan, cvv }, terminal.brands, nowMs),
  )
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
