import { isCryptogram, validateCard, NOTHING_SEALED, openSealedFields } from '../../payment-methods/index.ts'
import { proofOf } from './device-proof.ts'
import type { MerchantRecords, PaymentOrder } from '../admission/payment-order.ts'
import type { Authorized } from '../execution/started.ts'
import type { CardPorts } from './card-context.ts'
import { chargeCard, openingOf } from './charge-card.ts'
import type { RequestedData } from '../admission/requested-method.ts'

/** Authorizes a token that the merchant took out of a wallet. A cryptogram replaces 3DS; without one, 3DS runs. */
export async function authorizeNetworkToken(
  ports: CardPorts & MerchantRecords,
  order: PaymentOrder,
  { eci, source = 'network-token', encrypted_cryptogram, ...sealed }: RequestedData<'network-token'>,
): Promise<Authorized> {
  const opening = await openingOf(ports, order)
  const opened = openSealedFields(sealed, opening)
  const openedProof =
    encrypted_cryptogram === undefined ? NOTHING_SEALED : openSealedFields({ encrypted_cryptogram }, opening)
  if (!opened.ok || !openedProof.ok) {
    return {
      kind: 'unreadable',
      errors: [opened, openedProof].flatMap((each) => (each.ok ? [] : each.errors)),
    }
  }

  const { fields } = opened
  const uses = [...opened.uses, ...openedProof.uses]
  const cryptogram =
    'encrypted_cryptogram' in openedProof.fields ? openedProof.fields.encrypted_cryptogram : null
  if (cryptogram !== null && !isCryptogram(cryptogram.reveal())) return WRONG_CRYPTOGRAM

  const proof = cryptogram === null || eci === undefined ? null : proofOf(eci, cryptogram)
  return chargeCard(ports, order, { uses, origin: { source, proof } }, (terminal, nowMs) =>
    validateCard(
      {
        pan: fields.encrypted_token_number,
        cvv: null,
        expirationMonth: fields.encrypted_expiration_month,
        expirationYear: fields.encrypted_expiration_year,
      },
      terminal.brands,
      nowMs,
      'encrypted_token_number',
    ),
  )
}

const CRYPTOGRAM_PROPERTY = 'payment_method.data.encrypted_cryptogram'
const WRONG_CRYPTOGRAM: Authorized = {
  kind: 'unreadable',
  errors: [
    { property: CRYPTOGRAM_PROPERTY, message: 'has an invalid format', params: [CRYPTOGRAM_PROPERTY] },
  ],
}
