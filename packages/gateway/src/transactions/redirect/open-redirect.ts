import {
  asAuthorized,
  type Authorized,
  findOrderRefusal,
  type MerchantRecords,
} from '../card/authorize-card.ts'
import { METHOD_NOT_OFFERED, UNKNOWN_TERMINAL } from '../admission/checks.ts'
import type { FlowPorts } from '../card/flow.ts'
import { type AuthorizationOrder, refuseAuthorization } from '../card/start-authorization.ts'
import { findAlternativeMethod, fits } from '../admission/method-table.ts'
import { type OrderDetails, startOrder } from './start-order.ts'

/** Takes an order whose customer confirms it elsewhere, or refuses it by the merchant's settings. */
export async function authorizeElsewhere(
  ports: FlowPorts & MerchantRecords,
  order: AuthorizationOrder,
  details: OrderDetails,
): Promise<Authorized> {
  const terminal = await ports.findTerminal(order.merchantId, order.terminalId)
  const refusal = (await findOrderRefusal(ports, order, terminal)) ?? findMethodRefusal(order)
  if (refusal !== null || terminal === null) {
    return asAuthorized(await refuseAuthorization(ports, order, refusal ?? UNKNOWN_TERMINAL))
  }
  return asAuthorized(await startOrder(ports, order, terminal, details))
}

/** Requests of servers are judged by their schemas; a session is made before its method is known. */
function findMethodRefusal({ paymentMethodType, transactionType, currency, country }: AuthorizationOrder) {
  const method = findAlternativeMethod(paymentMethodType)
  // There is nothing to reserve at a bank or in a wallet.
  const isOffered =
    method !== null && transactionType !== 'AUTHORIZE' && fits(method, { currency, country: country ?? null })
  return isOffered ? null : METHOD_NOT_OFFERED
}
