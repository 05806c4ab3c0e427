import type { AuthorizeRequest } from '@sluice/types'

import { Secret } from '../../kernel/secret.ts'
import { fillCustomer } from '../admission/fill-customer.ts'
import type { PaymentOrder } from '../admission/payment-order.ts'
import { NO_DETAILS, type OrderDetails } from './redirect-flow.ts'

type Given<Type extends string> = Extract<AuthorizeRequest['payment_method'], { readonly type: Type }>['data']

/** Where the local scheme is, unless the request says otherwise. */
const LOCAL_SCHEME_COUNTRY = 'PL'

/** An order as the data of its method completes it, and what only its provider is told. */
export interface CompletedOrder {
  readonly order: PaymentOrder
  readonly details: OrderDetails
}

/** The local instant scheme: confirmed in the customer's banking app, after a code that may come with the request. */
export function completeLocalScheme(order: PaymentOrder, data: Given<'partner-blik'>): CompletedOrder {
  const { blik_code: code } = data
  // Shoppers are not asked for a country: a checkout has that of its session.
  const country = data.country ?? order.country ?? LOCAL_SCHEME_COUNTRY
  return {
    order: { ...order, country, customer: fillCustomer(order.customer, data) },
    details: {
      ...NO_DETAILS,
      blikCode: code === undefined ? null : new Secret(code),
      person: {
        ...(data.date_of_birth !== undefined && { dateOfBirth: data.date_of_birth }),
        ...(data.language !== undefined && { language: data.language }),
        ...(data.state !== undefined && { state: data.state }),
      },
    },
  }
}

/** Schemes whose whole checkout is the provider's page. */
export function completeOnProviderPage(
  order: PaymentOrder,
  data: Given<`provider-redirect-${string}`>,
): CompletedOrder {
  return { order: { ...order, customer: fillCustomer(order.customer, data) }, details: NO_DETAILS }
}

/** An alternative payment chosen in a checkout: the same money, another type of transaction. */
export function completePayment(order: PaymentOrder): CompletedOrder {
  // There is no payment that only reserves: an order for that stays what it is, and is refused.
  const transactionType = order.transactionType === 'PURCHASE' ? 'PAYMENT' : order.transactionType
  return { order: { ...order, transactionType }, details: NO_DETAILS }
}
