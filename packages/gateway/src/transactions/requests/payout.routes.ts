import type { PayoutRequest } from '@sluice/types'
import { PAYOUT_RESULT_TYPE } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { plainAddress } from '@sluice/platform/http/network-address'

import type { EnvironmentRules } from './authorize.routes.ts'
import type { OrderBeneficiary } from '../execution/provider.ts'
import { answerDirectOrder, describeDirectOrder, type DirectOrderPorts } from './direct-order.wire.ts'
import type { PaymentOrder } from '../admission/payment-order.ts'
import { NO_DETAILS } from '../redirect/redirect-flow.ts'
import { providerOptionsOf } from '../admission/provider-options.ts'

/** Enough characters for people to recognize an account that they know. */
const SHOWN_CHARS = 4

/** Serves `POST /api/transactions/payout`. @see docs/protocol/payments.md#payouts */
export function registerPayout(server: HttpServer, ports: DirectOrderPorts, rules: EnvironmentRules): void {
  registerEndpoint(
    server,
    'createPayout',
    ({ body, caller, ip }) => {
      const { return_url, beneficiary } = body
      const details = {
        ...NO_DETAILS,
        beneficiary: toBeneficiary(beneficiary.data),
        masked: maskAccount(beneficiary.data.account_number),
      }
      return answerDirectOrder(ports, toOrder(body, caller.merchantId, ip), details, { return_url })
    },
    {
      refine: (body) => [
        ...rules.checkMetadata(body.metadata, 'alternative'),
        ...rules.validateUrl('return_url', body.return_url),
      ],
    },
  )
}

function toOrder(body: PayoutRequest, merchantId: string, ip: string): PaymentOrder {
  // An empty text means that there is no value.
  const shopperIp = body.customer_ip ? plainAddress(body.customer_ip) : null
  return {
    ...describeDirectOrder(body, merchantId),
    transactionType: 'PAYOUT',
    customerIp: shopperIp ?? ip,
    shopperIp,
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

/** Masks an account number for storage and display: `*` and its last four characters. */
function maskAccount(accountNumber: string): string {
  return `*${accountNumber.slice(-SHOWN_CHARS)}`
}
