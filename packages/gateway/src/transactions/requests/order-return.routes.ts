import { sendPage } from '@sluice/shared/html'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { clientAddress } from '@sluice/platform/http/network-address'

import { noticePage } from '../card/pages/browser-pages.wire.ts'
import { languageOf, sendElsewhere } from '../card/pages/challenge-page.routes.ts'
import type { TransactionStore } from '../execution/execution-records.ts'
import { type RecoverPorts, queryEarly } from '../execution/recover.ts'
import { merchantAddressOf, type OrderReturn } from '../execution/order-return.ts'

export interface OrderReturnPorts extends RecoverPorts {
  readonly store: TransactionStore
  /** Returns null for a resume token that this service did not issue. */
  readonly openOrderReturn: (handle: string) => OrderReturn | null
  /** Counts a status query caused by a browser at this address; returns false above the limit. */
  readonly mayAsk: (address: string) => Promise<boolean>
}

/** The path of an order's return address. */
export const orderReturnPath = (handle: string): string => `/orders/${handle}/return`

/**
 * Redirects the browser from a provider's page to the merchant's. Data from the browser decides nothing: the gateway
 * queries the provider, so that the merchant's page finds the outcome if there is one. A shopper from an address that
 * caused many queries is redirected without one.
 *
 * @see docs/protocol/redirect-methods.md#redirect-methods
 */
export function registerOrderReturn(server: HttpServer, ports: OrderReturnPorts): void {
  server.get(orderReturnPath(':handle'), async (request, reply) => {
    const { handle } = request.params as { readonly handle: string }
    const goal = ports.openOrderReturn(handle)
    if (goal && (await ports.mayAsk(clientAddress(request))))
      await queryEarly(ports, goal.merchantId, goal.transactionId)
    const transaction = goal && (await ports.store.find(goal.merchantId, goal.transactionId))
    const url = goal && transaction && merchantAddressOf(transaction, goal)
    return url === null
      ? sendPage(reply, { status: 404, ...noticePage('not_understood', languageOf(request)) })
      : sendElsewhere(url, reply)
  })
}
