import {
  type AuthorizeRequest,
  checkNotificationUrl,
  checkSimulatorMetadata,
  type ErrorItem,
} from '@sluice/types'

import { type MerchantCaller, registerEndpoint } from '../../platform/http/endpoint-routes.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { toWireEnvelope } from '../transaction.wire.ts'
import { authorizeCard, type MerchantRecords, refuseOrder } from './authorize-card.ts'
import type { FlowPorts } from './flow.ts'
import {
  customerNotFound,
  envelopeOf,
  paymentMethodNotFound,
  tokenizationNotSupported,
} from './refusals.wire.ts'
import type { AuthorizationOrder } from './start-authorization.ts'

/** Rules of requests that depend on where the service runs. */
export interface EnvironmentRules {
  /** In production the simulators' keys in metadata mean nothing. */
  readonly simulators: boolean
  /** Problems of an address that browsers are sent to: https, and http on this machine in the test environment. */
  readonly judgeUrl: (property: string, url: string | undefined) => readonly ErrorItem[]
}

/** Serves `POST /api/transactions/authorize`. @see docs/protocol.md#authorize-members */
export function registerAuthorize(
  server: HttpServer,
  ports: FlowPorts & MerchantRecords,
  rules: EnvironmentRules,
): void {
  registerEndpoint(
    server,
    'authorize',
    async ({ body, caller, ip }) => {
      if (body.customer?.id !== undefined) throw customerNotFound('customer.id', body.customer.id)
      if (body.tokenization?.save_card_for_future_payments === true) throw tokenizationNotSupported()
      // Nothing saves a card yet, so no id names one.
      if (body.payment_method.type === 'saved_card') throw paymentMethodNotFound()

      const order = toOrder(body, caller, ip)
      const method = body.payment_method
      const authorized =
        method.type === 'card'
          ? await authorizeCard(ports, order, method.data)
          : await refuseOrder(ports, order)
      return { status: 200, body: toWireEnvelope(envelopeOf(authorized)) }
    },
    {
      precheck: checkNotificationUrl,
      refine: (body) => [
        ...(rules.simulators ? checkSimulatorMetadata(body.metadata, 'card') : []),
        ...rules.judgeUrl('return_url', body.return_url),
      ],
    },
  )
}

function toOrder(body: AuthorizeRequest, caller: MerchantCaller, ip: string): AuthorizationOrder {
  return {
    merchantId: caller.merchantId,
    terminalId: body.terminal_id,
    integration: 'DIRECT_API',
    session: null,
    reference: body.reference,
    description: body.description ?? null,
    currency: body.currency,
    amountMinor: body.amount,
    transactionType: body.transaction_type,
    customer: body.customer ?? null,
    customerIp: body.customer_ip ?? ip,
    metadata: body.metadata ?? null,
    browserInfo: body.browser_info ?? null,
    returnUrl: body.return_url ?? null,
    notificationUrl: body.options?.three_ds?.notification_url ?? null,
    paymentMethodType: body.payment_method.type,
  }
}
