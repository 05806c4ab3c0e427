import type { AuthorizeRequest } from '@sluice/types'

import { Secret } from '../../kernel/secret.ts'
import { fillCustomer } from '../admission/fill-customer.ts'
import type { MerchantRecords, PaymentOrder } from '../admission/payment-order.ts'
import type { Started } from '../execution/started.ts'
import { NO_DETAILS, type RedirectPorts } from './redirect-flow.ts'
import { startElsewhere } from './start-order.ts'

type Given<Type extends string> = Extract<AuthorizeRequest['payment_method'], { readonly type: Type }>['data']

/** Where the local scheme is, unless the request says otherwise. */
const LOCAL_SCHEME_COUNTRY = 'PL'

/** The local instant scheme: confirmed in the customer's banking app, after a code that may come with the request. */
export function authorizeLocalScheme(
  ports: RedirectPorts & Pick<MerchantRecords, 'findMerchant' | 'findTerminal'>,
  order: PaymentOrder,
  data: Given<'partner-blik'>,
): Promise<Started> {
  const { blik_code: code, country = LOCAL_SCHEME_COUNTRY } = data
  return startElsewhere(
    ports,
    { ...order, country, customer: fillCustomer(order.customer, data) },
    {
      ...NO_DETAILS,
      blikCode: code === undefined ? null : new Secret(code),
      person: {
        ...(data.date_of_birth !== undefined && { dateOfBirth: data.date_of_birth }),
        ...(data.language !== undefined && { language: data.language }),
        ...(data.state !== undefined && { state: data.state }),
      },
    },
  )
}

/** Schemes whose whole checkout is the provider's page. */
export function authorizeOnProviderPage(
  ports: RedirectPorts & Pick<MerchantRecords, 'findMerchant' | 'findTerminal'>,
  order: PaymentOrder,
  data: Given<`provider-redirect-${string}`>,
): Promise<Started> {
  return startElsewhere(ports, { ...order, customer: fillCustomer(order.customer, data) }, NO_DETAILS)
}

/** An alternative payment chosen in a checkout: the same money, another type of transaction. */
export function payInSession(
  ports: RedirectPorts & Pick<MerchantRecords, 'findMerchant' | 'findTerminal'>,
  order: PaymentOrder,
): Promise<Started> {
  // There is no payment that only reserves: an order for that stays what it is, and is refused.
  const transactionType = order.transactionType === 'PURCHASE' ? 'PAYMENT' : order.transactionType
  return startElsewhere(ports, { ...order, transactionType }, NO_DETAILS)
}
