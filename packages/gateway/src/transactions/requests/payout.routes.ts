import { checkSimulatorMetadata, type PayoutRequest } from '@sluice/types'
import { PAYOUT_RESULT_TYPE } from '@sluice/types/vocabulary'

import { Secret } from '../../kernel/secret.ts'
import { registerEndpoint } from '../../platform/http/endpoint-routes.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { EnvironmentRules } from './authorize.routes.ts'
import { type KnownRecords, requireCustomer } from '../admission/require-known.wire.ts'
import type { OrderBeneficiary } from '../execution/provider.ts'
import { toWireEnvelope } from '../answer/transaction.wire.ts'
import { createOrder, type CreatePorts } from './once-per-reference.ts'
import { envelopeOfCreated } from './once-per-reference.wire.ts'
import { maskAccount } from '../redirect/mask-account.ts'
import type { PaymentOrder } from '../admission/payment-order.ts'
import { type OriginRecords, requireOrigins } from '../admission/require-origins.wire.ts'
import { NO_DETAILS } from '../redirect/redirect-flow.ts'
import { providerOptionsOf } from '../admission/provider-options.ts'

/** Serves `POST /api/transactions/payout`. @see docs/protocol.md#payouts */
export function registerPayout(
  server: HttpServer,
  ports: CreatePorts & KnownRecords & OriginRecords,
  rules: EnvironmentRules,
): void {
  registerEndpoint(
    server,
    'createPayout',
    async ({ body, caller, ip }) => {
      await requireOrigins(ports, caller.merchantId, body.terminal_id, { return_url: body.return_url })
      await requireCustomer(ports, caller.merchantId, body.customer?.id)
      const { data } = body.beneficiary
      const created = await createOrder(ports, toOrder(body, caller.merchantId, ip), {
        ...NO_DETAILS,
        beneficiary: toBeneficiary(data),
        masked: maskAccount(data.account_number),
      })
      return { status: 200, body: toWireEnvelope(envelopeOfCreated(created)) }
    },
    {
      refine: (body) => [
        ...(rules.simulators ? checkSimulatorMetadata(body.metadata, 'alternative') : []),
        ...rules.judgeUrl('return_url', body.return_url),
      ],
    },
  )
}

function toOrder(body: PayoutRequest, merchantId: string, ip: string): PaymentOrder {
  return {
    merchantId,
    terminalId: body.terminal_id,
    integration: 'DIRECT_API',
    session: null,
    reference: body.reference,
    description: body.description,
    currency: body.currency,
    amountMinor: body.amount,
    transactionType: 'PAYOUT',
    customer: body.customer ?? null,
    // An empty text stands for none.
    customerIp: body.customer_ip || ip,
    metadata: body.metadata ?? null,
    browserInfo: null,
    returnUrl: body.return_url ?? null,
    notificationUrl: null,
    options: providerOptionsOf(body.options, []),
    paymentMethodType: PAYOUT_RESULT_TYPE,
  }
}

function toBeneficiary(data: PayoutRequest['beneficiary']['data']): OrderBeneficiary {
  return {
    accountNumber: new Secret(data.account_number),
    accountName: data.account_name,
    ifsc: data.ifsc ?? null,
    bankCode: data.bank_code ?? null,
    bankName: data.bank_name ?? null,
    bankBranch: data.bank_branch ?? null,
    bankAddress: data.bank_address ?? null,
    bankCity: data.bank_city ?? null,
    bankState: data.bank_state ?? null,
    mobile: data.mobile ?? null,
  }
}
