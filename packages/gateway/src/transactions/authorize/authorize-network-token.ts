import type { Eci, TransStatus } from '@sluice/types/vocabulary'

import type { Secret } from '../../kernel/secret.ts'
import { judgeCard, NOTHING_SEALED, openSealedFields } from '../../payment-methods/index.ts'
import { type Authorized, chargeCard, type MerchantRecords, openingOf } from './authorize-card.ts'
import type { FlowPorts, Proof } from './flow.ts'
import type { GivenData } from './given-method.ts'
import type { AuthorizationOrder } from './start-authorization.ts'

const CRYPTOGRAM_MIN_BYTES = 20
const CRYPTOGRAM_MAX_BYTES = 40
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** What a wallet's ECI says of the cardholder: authenticated, attempted, not. */
const STATUS_OF_ECI: Readonly<Record<Eci, TransStatus>> = {
  '05': 'Y',
  '02': 'Y',
  '06': 'A',
  '01': 'A',
  '07': 'U',
  '00': 'U',
}

/** Authorizes a token that the merchant took out of a wallet. A cryptogram stands in for 3DS; without one 3DS runs. */
export async function authorizeNetworkToken(
  ports: FlowPorts & MerchantRecords,
  order: AuthorizationOrder,
  { eci, source = 'network-token', encrypted_cryptogram, ...sealed }: GivenData<'network-token'>,
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
    judgeCard(
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

function proofOf(eci: Eci, cryptogram: Secret<string>): Proof {
  return {
    transStatus: STATUS_OF_ECI[eci],
    transStatusReason: null,
    eci,
    authenticationValue: cryptogram,
    dsTransId: null,
  }
}

function isCryptogram(text: string): boolean {
  if (!BASE64.test(text)) return false
  const bytes = Buffer.from(text, 'base64').length
  return bytes >= CRYPTOGRAM_MIN_BYTES && bytes <= CRYPTOGRAM_MAX_BYTES
}

const CRYPTOGRAM_PROPERTY = 'payment_method.data.encrypted_cryptogram'
const WRONG_CRYPTOGRAM: Authorized = {
  kind: 'unreadable',
  errors: [
    { property: CRYPTOGRAM_PROPERTY, message: 'has an invalid format', params: [CRYPTOGRAM_PROPERTY] },
  ],
}
