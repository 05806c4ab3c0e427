import type { AuthorizeRequest } from '@sluice/types'
import { Secret } from '@sluice/platform/kernel/secret'

import { correctCustomer, fillCustomer, WHOLES } from '../admission/fill-customer.ts'
import type { PaymentOrder } from '../admission/payment-order.ts'
import type { ProviderCustomer } from '../execution/provider.ts'
import { NO_DETAILS, type OrderDetails } from './redirect-flow.ts'

type Given<Type extends string> = Extract<AuthorizeRequest['payment_method'], { readonly type: Type }>['data']

/** The country of the local scheme, unless the request names another. */
const LOCAL_SCHEME_COUNTRY = 'PL'

/** An order completed with the data of its method, and the data that only its provider gets. */
export interface CompletedOrder {
  readonly order: PaymentOrder
  readonly details: OrderDetails
}

/** The local instant scheme: confirmed in the customer's banking app, after a code that may come with the request. */
export function completeLocalScheme(order: PaymentOrder, data: Given<'partner-blik'>): CompletedOrder {
  const { blik_code: code } = data
  // Shoppers do not enter a country, because a checkout has that of its session.
  const country = data.country ?? order.country ?? LOCAL_SCHEME_COUNTRY
  return {
    order: { ...order, country, customer: customerOf(order, data) },
    details: {
      ...NO_DETAILS,
      blikCode: code === undefined ? null : new Secret(code),
      person: personOf(data),
    },
  }
}

/** The schemes whose whole checkout is the provider's page. */
export function completeOnProviderPage(
  order: PaymentOrder,
  data: Given<`provider-redirect-${string}`>,
): CompletedOrder {
  return {
    order: { ...order, customer: customerOf(order, data) },
    details: { ...NO_DETAILS, person: personOf(data) },
  }
}

/** A merchant's `customer` takes precedence; in a session, the shopper's data does. */
function customerOf({ session, customer }: PaymentOrder, data: MethodPerson) {
  return session === null ? fillCustomer(customer, data) : correctCustomer(customer, data)
}

/** Returns the payer in the method's own data, which is sent to the provider even if the order has another customer. */
type MethodPerson = Partial<Omit<Given<'partner-blik'>, 'blik_code'>>

const CUSTOMER_MEMBER_OF: Readonly<Record<keyof MethodPerson, keyof ProviderCustomer>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  phone: 'phone',
  address: 'address',
  city: 'city',
  postal_code: 'postalCode',
  country: 'country',
  state: 'state',
  date_of_birth: 'dateOfBirth',
  language: 'language',
}

const MEMBER_GROUPS: readonly (readonly (keyof MethodPerson)[])[] = [
  ...WHOLES,
  ['state'],
  ['date_of_birth'],
  ['language'],
]

function personOf(data: MethodPerson): Partial<ProviderCustomer> {
  const given = MEMBER_GROUPS.filter((whole) => whole.some((member) => data[member] !== undefined))
  return Object.fromEntries(given.flat().map((member) => [CUSTOMER_MEMBER_OF[member], data[member] ?? null]))
}

/** Turns the order of a checkout into an alternative payment: the same money, with another transaction type. */
export function completePayment(order: PaymentOrder): CompletedOrder {
  // Alternative payments cannot only reserve money, so such an order keeps its type and is refused.
  const transactionType = order.transactionType === 'PURCHASE' ? 'PAYMENT' : order.transactionType
  return { order: { ...order, transactionType }, details: NO_DETAILS }
}
