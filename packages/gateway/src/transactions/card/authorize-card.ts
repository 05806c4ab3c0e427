import { validateCard, openSealedFields } from '../../payment-methods/index.ts'
import type { RequestedData } from '../admission/requested-method.ts'
import type { MerchantRecords, PaymentOrder } from '../admission/payment-order.ts'
import type { Authorized } from '../execution/started.ts'
import type { CardPorts } from './card-context.ts'
import { chargeCard, openingOf } from './charge-card.ts'

/** Authorizes a card whose fields came sealed. */
export async function authorizeCard(
  ports: CardPorts & MerchantRecords,
  order: PaymentOrder,
  data: RequestedData<'card'>,
): Promise<Authorized> {
  const opened = openSealedFields(data, await openingOf(ports, order))
  if (!opened.ok) return { kind: 'unreadable', errors: opened.errors }
  const { fields, uses } = opened
  return chargeCard(ports, order, { uses, origin: {} }, (terminal, nowMs) =>
    validateCard(
      {
        pan: fields.encrypted_card_number,
        cvv: fields.encrypted_cvv,
        expirationMonth: fields.encrypted_expiration_month,
        expirationYear: fields.encrypted_expiration_year,
      },
      terminal.brands,
      nowMs,
    ),
  )
}
