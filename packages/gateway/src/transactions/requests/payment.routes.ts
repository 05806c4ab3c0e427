import type { PaymentRequest } from '@sluice/types'
import { PAYMENT_METHODS } from '@sluice/types/vocabulary'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { plainAddress } from '@sluice/platform/http/network-address'

import type { EnvironmentRules } from './authorize.routes.ts'
import { answerDirectOrder, describeDirectOrder, type DirectOrderPorts } from './direct-order.wire.ts'
import type { PaymentOrder } from '../admission/payment-order.ts'
import { NO_DETAILS } from '../redirect/redirect-flow.ts'
import { providerOptionsOf } from '../admission/provider-options.ts'

/** Serves `POST /api/transactions/payment`. @see docs/protocol/payments.md#payments */
export function registerPayment(server: HttpServer, ports: DirectOrderPorts, rules: EnvironmentRules): void {
  registerEndpoint(
    server,
    'createPayment',
    ({ body, caller }) => {
      const { return_url, error_url, cancel_url } = body
      const details = {
        ...NO_DETAILS,
        errorUrl: error_url,
        cancelUrl: cancel_url,
        vpa: body.options?.vpa ?? null,
      }
      const urls = { return_url, error_url, cancel_url }
      return answerDirectOrder(ports, toOrder(body, caller.merchantId), details, urls)
    },
    {
      refine: (body) => [
        ...rules.checkMetadata(body.metadata, 'alternative'),
        ...rules.validateUrl('return_url', body.return_url),
        ...rules.validateUrl('error_url', body.error_url),
        ...rules.validateUrl('cancel_url', body.cancel_url),
      ],
    },
  )
}

function toOrder(body: PaymentRequest, merchantId: string): PaymentOrder {
  const shopperIp = plainAddress(body.customer_ip)
  return {
    ...describeDirectOrder(body, merchantId),
    transactionType: 'PAYMENT',
    customerIp: shopperIp,
    shopperIp,
    country: body.country,
    options: providerOptionsOf(body.options, ['vpa']),
    paymentMethodType: PAYMENT_METHODS[body.method],
  }
}
