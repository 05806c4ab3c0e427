import type { ClientSession } from '@sluice/types'
import type { MethodOrder } from '../elements/method-list/method-list.ts'
import type { WalletFailure } from '@sluice/texts/methods'
import type { WireCustomer } from '../protocol/messages.ts'
import { customerOf, orderOf } from './gwallet-answer.ts'
import type { PaymentsClient } from './gwallet-api.ts'
import type { GwalletConfig } from './gwallet-config.ts'
import { paymentRequest, readyRequest } from './gwallet-request.ts'

/** The result of the wallet's sheet. Closing it is no answer, and nothing happens. */
export type SheetOutcome =
  | { readonly kind: 'order'; readonly order: MethodOrder; readonly customer: WireCustomer }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'failed'; readonly failure: WalletFailure }

export interface Gwallet {
  /** False if this browser, or this shopper, cannot pay with the wallet. */
  readonly isReady: Promise<boolean>
  /** Shows the wallet's sheet. Call it in the click. */
  pay(session: ClientSession['session']): Promise<SheetOutcome>
}

/** @param loading - The wallet's own client, from its script. */
export function openGwallet(config: GwalletConfig, loading: Promise<PaymentsClient | null>): Gwallet {
  return {
    isReady: loading
      .then((client) => client?.isReadyToPay(readyRequest(config)))
      .then((answer) => answer?.result === true)
      .catch(() => false),
    async pay(session) {
      const client = await loading
      if (client === null) return { kind: 'failed', failure: 'wallet_failed' }
      try {
        const data = await client.loadPaymentData(paymentRequest(config, session))
        return { kind: 'order', order: orderOf(data), customer: customerOf(data) }
      } catch (error) {
        return describe(error)
      }
    },
  }
}

/** Every error of the wallet has a `statusCode`. */
function describe(error: unknown): SheetOutcome {
  const { statusCode } = (error ?? {}) as { readonly statusCode?: unknown }
  if (statusCode === 'CANCELED') return { kind: 'canceled' }
  return { kind: 'failed', failure: statusCode === 'POPUP_BLOCKED' ? 'popup_blocked' : 'wallet_failed' }
}
