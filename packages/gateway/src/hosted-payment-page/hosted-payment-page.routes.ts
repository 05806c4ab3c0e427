import type { CustomerEcho, HostedPaymentPageRequest } from '@sluice/types'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { openSession, type OpenSessionPorts, readOptions, readTokenization } from '../sessions/index.ts'
import { type EnvironmentRules, noClientKey } from '../transactions/index.ts'
import { pageAddress } from './page-address.ts'

export interface HostedPaymentPagePorts extends OpenSessionPorts {
  readonly baseUrl: () => string
  /** Returns the merchant's oldest active client key; null if it has none. */
  readonly findClientKeyOf: (merchantId: string) => Promise<{ readonly clientKey: string } | null>
}

/** Serves `POST /api/hosted-payment-page`. @see docs/protocol/sessions.md#hosted-payment-page */
export function registerHostedPaymentPages(
  server: HttpServer,
  ports: HostedPaymentPagePorts,
  rules: EnvironmentRules,
): void {
  registerEndpoint(
    server,
    'createHostedPaymentPage',
    async ({ body, caller, requestKey }) => {
      const { merchantId } = caller
      const key = await ports.findClientKeyOf(merchantId)
      if (key === null) throw noClientKey()
      const requested = {
        merchantId,
        kind: 'HOSTED' as const,
        terminalId: body.terminal_id,
        reference: body.reference,
        description: body.description ?? null,
        currency: body.currency,
        amountMinor: body.amount,
        transactionType: body.transaction_type,
        returnUrl: body.return_url,
        customer: readCustomer(body),
        country: body.customer_country ?? null,
        metadata: body.metadata ?? null,
        tokenization: readTokenization(body.tokenization),
        options: readOptions(body.options),
        paymentLinkId: null,
      }
      const { id } = await openSession(ports, requested, requestKey, 'customer_id')
      const redirectUrl = ports.baseUrl() + pageAddress(key.clientKey, id)
      return { status: 200, body: { redirect_url: redirectUrl, session_id: id } }
    },
    {
      refine: (body) => [
        ...rules.checkMetadata(body.metadata, 'session'),
        ...rules.validateUrl('return_url', body.return_url),
      ],
    },
  )
}

/** The members of the request, by their names in a customer. */
const CUSTOMER_MEMBERS = {
  id: 'customer_id',
  first_name: 'customer_first_name',
  last_name: 'customer_last_name',
  email: 'customer_email',
  phone: 'customer_phone_number',
  address: 'customer_address',
  city: 'customer_city',
  country: 'customer_country',
  postal_code: 'customer_postal_code',
} as const satisfies Record<keyof CustomerEcho, keyof HostedPaymentPageRequest>

/** Returns null if the request has no customer data. */
function readCustomer(body: HostedPaymentPageRequest): CustomerEcho | null {
  const said = Object.entries(CUSTOMER_MEMBERS).flatMap(([member, property]) => {
    const value = body[property]
    return value === undefined ? [] : [[member, value] as const]
  })
  return said.length === 0 ? null : Object.fromEntries(said)
}
