import { Secret } from '@sluice/platform/kernel/secret'

import { type GwalletPay, validateCard, refusedToken, walletBrandsOf } from '../../payment-methods/index.ts'
import { proofOf } from './device-proof.ts'
import { type MerchantRecords, type PaymentOrder, refuseMethod } from '../admission/payment-order.ts'
import type { Authorized } from '../execution/started.ts'
import type { CardPorts } from './card-context.ts'
import { chargeCard } from './charge-card.ts'
import type { RequestedData } from '../admission/requested-method.ts'

export interface WalletPorts {
  /** Opens the wallet's tokens; null if no key is configured, so that no payment with the wallet is possible. */
  readonly gwalletPay: () => GwalletPay | null
}

/**
 * Authorizes a card from the web wallet's own token. If the device authenticated the cardholder, its cryptogram
 * replaces 3DS; a card that the wallet only stores is authenticated like one that was typed in.
 */
export async function authorizeWalletToken(
  ports: CardPorts & MerchantRecords & WalletPorts,
  order: PaymentOrder,
  { gwallet_pay_token: token }: RequestedData<'gwallet-pay'>,
): Promise<Authorized> {
  const wallet = ports.gwalletPay()
  if (wallet === null) return refuseMethod(ports, order)
  const opened = await wallet.open(token, order.merchantId)
  if (!opened.ok) {
    return opened.reason === 'unavailable'
      ? { kind: 'unavailable' }
      : { kind: 'unreadable', errors: [refusedToken(opened.reason)] }
  }

  const { pan, expirationMonth, expirationYear, proof } = opened.credential
  const origin = proof
    ? ({ source: 'gwallet-pay', proof: proofOf(proof.eci, proof.cryptogram) } as const)
    : {}
  return chargeCard(ports, order, { uses: [opened.use], origin }, (terminal, nowMs) => {
    const judged = validateCard(
      {
        pan,
        cvv: null,
        expirationMonth: new Secret(String(expirationMonth)),
        expirationYear: new Secret(String(expirationYear)),
      },
      new Set(walletBrandsOf(terminal.brands)),
      nowMs,
    )
    // All of it arrived in one member.
    return judged.ok ? judged : { ...judged, property: TOKEN_PROPERTY }
  })
}

const TOKEN_PROPERTY = 'payment_method.data.gwallet_pay_token'
