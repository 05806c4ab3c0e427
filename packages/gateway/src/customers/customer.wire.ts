import type {
  CustomerChange as WireCustomerChange,
  CustomerRequest,
  Customer as WireCustomer,
} from '@sluice/types'

import type { Customer, CustomerChange } from './customer.ts'

/** Reads a customer from the request that creates it. */
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

/** Reads the changes of a customer. An address of null clears all its members. */
export function fromCustomerChange(body: WireCustomerChange): CustomerChange {
  const { address: given } = body
  const address = given === null ? NO_ADDRESS : given
  return withoutUndefined({
    email: body.email,
    firstName: body.first_name,
    lastName: body.last_name,
    phone: body.phone,
    description: body.description,
    type: body.type === null ? 'INDIVIDUAL' : body.type,
    address: address?.address,
    city: address?.city,
    country: address?.country,
    postalCode: address?.postal_code,
    region: address?.region,
  })
}

const NO_ADDRESS = { address: null, city: null, country: null, postal_code: null, region: null }

function withoutUndefined(members: {
  readonly [Name in keyof CustomerChange]: CustomerChange[Name] | undefined
}): CustomerChange {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** Builds a customer for the contract, with flat address members. */
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
    description: customer.description,
    type: customer.type,
    region: customer.region,
  }
}
