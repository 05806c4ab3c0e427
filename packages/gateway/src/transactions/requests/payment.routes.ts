import { checkSimulatorMetadata, type PaymentRequest } from '@sluice/types'
import { PAYMENT_METHODS } from '@sluice/types/vocabulary'

import { registerEndpoint } from '../../platform/http/endpoint-routes.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { EnvironmentRules } from './authorize.routes.ts'
import { type KnownRecords, requireCustomer } from '../admission/require-known.wire.ts'
import { toWireEnvelope } from '../answer/transaction.wire.ts'
import { createOrder, type CreatePorts } from './once-per-reference.ts'
import { envelopeOfCreated } from './once-per-reference.wire.ts'
import type { PaymentOrder } from '../admission/payment-order.ts'
import { type OriginRecords, requireOrigins } from '../admission/require-origins.wire.ts'
import { NO_DETAILS } from '../redirect/redirect-flow.ts'
import { providerOptionsOf } from '../admission/provider-options.ts'

/** Serves `POST /api/transactions/payment`. @see docs/protocol.md#payments */
export function registerPayment(
  server: HttpServer,
  ports: CreatePorts & KnownRecords & OriginRecords,
  rules: EnvironmentRules,
): void {
  registerEndpoint(
    server,
    'createPayment',
    async ({ body, caller }) => {
      await requireOrigins(ports, caller.merchantId, body.terminal_id, {
        return_url: body.return_url,
        error_url: body.error_url,
        cancel_url: body.cancel_url,
      })
      await requireCustomer(ports, caller.merchantId, body.customer?.id)
      const created = await createOrder(ports, toOrder(body, caller.merchantId), {
        ...NO_DETAILS,
        errorUrl: body.error_url,
        cancelUrl: body.cancel_url,
        vpa: body.options?.vpa ?? null,
      })
      return { status: 200, body: toWireEnvelope(envelopeOfCreated(created)) }
    },
    {
      refine: (body) => [
        ...(rules.simulators ? checkSimulatorMetadata(body.metadata, 'alternative') : []),
        ...rules.judgeUrl('return_url', body.return_url),
        ...rules.judgeUrl('error_url', body.error_url),
        ...rules.judgeUrl('cancel_url', body.cancel_url),
      ],
    },
  )
}

function toOrder(body: PaymentRequest, merchantId: string): PaymentOrder {
  return {
    merchantId,
    terminalId: body.terminal_id,
    integration: 'DIRECT_API',
    session: null,
    reference: body.reference,
    description: body.description,
    currency: body.currency,
    amountMinor: body.amount,
    transactionType: 'PAYMENT',
    customer: body.customer ?? null,
    customerIp: body.customer_ip,
    country: body.country,
    metadata: body.metadata ?? null,
    browserInfo: null,
    returnUrl: body.return_url,
    notificationUrl: null,
    options: providerOptionsOf(body.options, ['vpa']),
    paymentMethodType: PAYMENT_METHODS[body.method],
  }
}
