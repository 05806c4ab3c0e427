import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { OrderReturn } from '../execution/order-return.ts'

const PURPOSE = 'order return'

/**
 * Creates tokens for the addresses to which providers redirect browsers. A token contains its order, sealed, so
 * nothing is stored.
 */
export interface OrderReturns {
  seal(goal: OrderReturn): string
  /** Returns null for a token that was not made here. */
  open(handle: string): OrderReturn | null
}

export function createOrderReturns(sealer: Sealer): OrderReturns {
  return {
    seal: ({ merchantId, transactionId, errorUrl, cancelUrl }) =>
      sealer
        .seal(PURPOSE, Buffer.from(JSON.stringify([merchantId, transactionId, errorUrl, cancelUrl])))
        .toString('base64url'),
    open(handle) {
      let text: string
      try {
        text = sealer.open(PURPOSE, Buffer.from(handle, 'base64url')).toString()
      } catch {
        return null
      }
      const [merchantId, transactionId, errorUrl, cancelUrl] = JSON.parse(text) as readonly [
        string,
        string,
        string | null,
        string | null,
      ]
      return { merchantId, transactionId, errorUrl, cancelUrl }
    },
  }
}
