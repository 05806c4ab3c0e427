import { countInstallments } from '@sluice/embedded-fields/count-installments'
import type { ClientSession } from '@sluice/types'
import type { PaymentOption } from '../payment-options.ts'

/** Returns whether a session offers installments for a way to pay, before the brand of a new card is known. */
export function offersInstallments(
  { installments }: Pick<ClientSession, 'installments'>,
  way: PaymentOption | undefined,
): boolean {
  if (way?.kind !== 'card' && way?.kind !== 'saved-card') return false
  const card =
    way.kind === 'card'
      ? ({ type: 'card', brand: null } as const)
      : ({ type: 'saved_card', brand: way.card.card_brand } as const)
  return countInstallments(installments, card).length > 0
}
