import type { AuthorizeRequest, ErrorItem } from '@sluice/types'
import { CARD_METHOD_TYPES, type TokenizeFor } from '@sluice/types/vocabulary'
import { type MerchantCaller, registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { plainAddress } from '@sluice/platform/http/network-address'

import type { FindExisting, ReferenceHolds } from '../../references/index.ts'
import { toWireEnvelope } from '../answer/transaction.wire.ts'
import { findEarlierRun } from './find-earlier-run.ts'
import { authorizeMethod, type MethodPorts } from './methods.ts'
import { envelopeForMerchant } from '../answer/refusals.wire.ts'
import { type KnownRecords, requireCustomer, requireTokenization } from '../admission/require-known.wire.ts'
import { type OriginRecords, requireOrigins } from '../admission/require-origins.wire.ts'
import type { PaymentOrder } from '../admission/payment-order.ts'
import { readRequested } from './read-requested.wire.ts'
import { providerOptionsOf } from '../admission/provider-options.ts'

/** The part of a request that metadata rules depend on. The method of a session is not known yet. */
export type MetadataSubject = 'card' | 'alternative' | 'session' | 'operation'

/** Rules for requests that depend on the environment. */
export interface EnvironmentRules {
  /** Validates a request's metadata. Production accepts any, because metadata is the merchant's own text. */
  readonly checkMetadata: (metadata: unknown, subject: MetadataSubject) => readonly ErrorItem[]
  /** Validates `options.three_ds.notification_url`; errors answer 400. In production the host must be public. */
  readonly checkNotificationUrl: (body: unknown) => readonly ErrorItem[]
  /** Validates an address to which browsers are redirected: https, or http on this machine in the test environment. */
  readonly validateUrl: (property: string, url: string | undefined) => readonly ErrorItem[]
}

/** Serves `POST /api/transactions/authorize`. @see docs/protocol/transactions.md#authorize-members */
export function registerAuthorize(
  server: HttpServer,
  ports: MethodPorts &
    KnownRecords &
    OriginRecords & {
      readonly references: Pick<ReferenceHolds, 'find'>
      readonly findExisting: FindExisting
    },
  rules: EnvironmentRules,
): void {
  registerEndpoint(
    server,
    'authorize',
    async ({ body, caller, ip, requestKey }) => {
      await requireOrigins(ports, caller.merchantId, body.terminal_id, {
        return_url: body.return_url,
        'options.three_ds.notification_url': body.options?.three_ds?.notification_url,
      })
      if (body.tokenization?.save_card_for_future_payments === true) {
        await requireTokenization(ports, caller.merchantId, body)
      }
      const customerRecord = await requireCustomer(ports, caller.merchantId, body.customer?.id)

      const order = { ...toOrder(body, caller, ip), customerRecord, requestKey }
      const authorized = await authorizeMethod(ports, order, body.payment_method)
      const earlier = await findEarlierRun(ports, order, authorized)
      const envelope = earlier ?? (await envelopeForMerchant(ports, order, authorized))
      return { status: 200, body: toWireEnvelope(envelope) }
    },
    {
      precheck: rules.checkNotificationUrl,
      refine: (body) => [
        ...rules.checkMetadata(body.metadata, subjectOf(body)),
        ...rules.validateUrl('return_url', body.return_url),
      ],
    },
  )
}

function subjectOf({ payment_method: { type } }: AuthorizeRequest): MetadataSubject {
  return CARD_METHOD_TYPES.some((card) => card === type) ? 'card' : 'alternative'
}

function toOrder(body: AuthorizeRequest, caller: MerchantCaller, ip: string): PaymentOrder {
  const shopperIp = body.customer_ip === undefined ? null : plainAddress(body.customer_ip)
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
    customerIp: shopperIp ?? ip,
    shopperIp,
    metadata: body.metadata ?? null,
    browserInfo: body.browser_info ?? null,
    returnUrl: body.return_url ?? null,
    notificationUrl: body.options?.three_ds?.notification_url ?? null,
    installmentCount: body.options?.installments?.count ?? null,
    requested: readRequested(body.options?.three_ds),
    options: providerOptionsOf(body.options, ['three_ds', 'installments', 'partial_approval']),
    acceptsPartialApproval: body.options?.partial_approval === true,
    paymentMethodType: body.payment_method.type,
    mayInitiateAsMerchant: caller.roles.has('transactions:merchant-initiated'),
    tokenizeFor: readTokenizeFor(body),
  }
}

/** Returns the use for which the card is saved; null if it is not saved. */
function readTokenizeFor({ tokenization }: AuthorizeRequest): TokenizeFor | null {
  if (tokenization?.save_card_for_future_payments !== true) return null
  return tokenization.tokenize_for ?? 'CUSTOMER_INITIATED_TRANSACTION'
}
