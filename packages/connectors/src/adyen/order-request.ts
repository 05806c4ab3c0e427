import type { OrderMessage } from '@sluice/provider-protocol'
import { isCurrency } from '@sluice/types/vocabulary'

import { type HttpRequest, type JsonValue, keyFor, type StepContext } from '../kit/index.ts'
import { ORDER_METHODS } from './methods.ts'
import { amountFor, apiKeyOf, checkoutRequest, KEY_MAX } from './requests.ts'
import { shopperMembers } from './shopper.ts'

/** The maximum length of `returnUrl`. */
const RETURN_URL_MAX = 1_024

/** Returns why Adyen cannot accept an order, or null if it can. */
export function findOrderProblem({
  type,
  direction,
  currency,
  method_data: data,
  return_url: url,
}: OrderMessage) {
  if (direction === 'WITHDRAWAL') return 'Payouts require a provider of the type adyen-transfers'
  if (theirNameOf(type, currency) === null) return `Adyen does not support ${type} in ${currency}`
  if (type === 'partner-blik' && typeof data['blik_code'] !== 'string') return 'BLIK requires a code'
  if ((url?.length ?? 0) > RETURN_URL_MAX)
    return `The return address is longer than ${RETURN_URL_MAX} characters`
  return null
}

/** Creates a payment that a person confirms elsewhere. */
export function createOrder(message: OrderMessage, context: StepContext): HttpRequest {
  const { expires_in_seconds: seconds } = message
  return checkoutRequest(
    'create order',
    '/payments',
    { apiKey: apiKeyOf(context), key: keyFor(message.idempotency_key, 'pay', KEY_MAX), movesMoney: true },
    {
      merchantAccount: message.account_id,
      reference: message.idempotency_key,
      merchantOrderReference: message.reference,
      amount: amountFor(message.amount, message.currency),
      paymentMethod: paymentMethodOf(message),
      returnUrl: message.return_url ?? 'https://localhost/',
      shopperInteraction: 'Ecommerce',
      channel: 'Web',
      captureDelayHours: 0,
      ...shopperMembers(message, null),
      ...(message.country && { countryCode: message.country }),
      ...(seconds && { sessionValidity: new Date(context.now + seconds * 1_000).toISOString() }),
    },
  )
}

function paymentMethodOf({ type, currency, method_data: data }: OrderMessage): JsonValue {
  const blikCode = data['blik_code']
  return {
    type: theirNameOf(type, currency),
    ...(type === 'partner-blik' && typeof blikCode === 'string' && { blikCode }),
  }
}

function theirNameOf(type: string, currency: string): string | null {
  return (isCurrency(currency) ? ORDER_METHODS[type]?.names[currency] : undefined) ?? null
}
