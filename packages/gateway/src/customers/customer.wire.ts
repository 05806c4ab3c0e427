import type { CustomerRequest, Customer as WireCustomer } from '@sluice/types'

import type { Customer } from './customer.ts'

/** Reads a customer from the request that makes it. */
export function fromCustomerRequest(
  body: CustomerRequest,
  identity: Pick<Customer, 'merchantId' | 'id' | 'createdAtMs'>,
): Customer {
  const { address } = body
  return {
    ...identity,
    email: body.email,
    firstName: body.first_name ?? null,
    lastName: body.last_name ?? null,
    phone: body.phone ?? null,
    description: body.description ?? null,
    type: body.type ?? 'INDIVIDUAL',
    address: address?.address ?? null,
    city: address?.city ?? null,
    country: address?.country ?? null,
    postalCode: address?.postal_code ?? null,
    region: address?.region ?? null,
  }
}

/** Writes a customer as the contract shows it: the address flat, and not what is only the merchant's note. */
export function toWireCustomer(customer: Customer): WireCustomer {
  return {
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    address: customer.address,
    city: customer.city,
    country: customer.country,
    postal_code: customer.postalCode,
  }
}
