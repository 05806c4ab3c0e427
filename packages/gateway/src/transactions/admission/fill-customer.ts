import type { CustomerInput } from '@sluice/types'

import type { Customer } from '../../customers/index.ts'
import type { TransactionCustomer } from '../execution/transaction.ts'

/** The customer data in a method's own data. */
type MethodData = Readonly<Partial<Record<Exclude<keyof CustomerInput, 'id'>, string | undefined>>>

const CONTACTS = [['first_name', 'last_name'], ['email'], ['phone']] as const
const ADDRESS = ['address', 'city', 'country', 'postal_code'] as const

/** Members that belong together: an address must not mix two sources. */
export const WHOLES = [...CONTACTS, ADDRESS] as const satisfies readonly (readonly (keyof MethodData)[])[]

/** Members of a stored customer that belong together; its address has a region. */
const STORED_WHOLES = [...CONTACTS, [...ADDRESS, 'state']] as const

/** Members of a customer that methods request under the same name. */
const MEMBERS = WHOLES.flat()

/**
 * Returns the customer of an order, with members that `customer` lacks from the method's data; null if both are
 * empty.
 */
export function fillCustomer(customer: CustomerInput | null, data: MethodData): CustomerInput | null {
  return orNobody({ ...pickCustomer(data), ...customer })
}

/**
 * Returns the customer of a session's order. Data that the shopper typed for the method replaces earlier data. Null
 * if both are empty.
 */
export function correctCustomer(customer: CustomerInput | null, typed: MethodData): CustomerInput | null {
  return orNobody({ ...customer, ...pickCustomer(typed) })
}

function orNobody(customer: CustomerInput): CustomerInput | null {
  return Object.keys(customer).length === 0 ? null : customer
}

/** Returns only the customer data in a method's own data. */
function pickCustomer(data: MethodData): CustomerInput {
  const given = MEMBERS.flatMap((member) => (data[member] === undefined ? [] : [[member, data[member]]]))
  return Object.fromEntries(given) as CustomerInput
}

/**
 * Returns the customer of an order for a stored customer, whose record supplies the name, e-mail, phone and address
 * that the order lacks.
 *
 * @decision 0378
 */
export function fillFromRecord(
  customer: TransactionCustomer | null,
  record: Customer | null,
): TransactionCustomer | null {
  if (record === null) return customer
  const known: Readonly<Record<(typeof STORED_WHOLES)[number][number], string | null>> = {
    first_name: record.firstName,
    last_name: record.lastName,
    email: record.email,
    phone: record.phone,
    address: record.address,
    city: record.city,
    country: record.country,
    postal_code: record.postalCode,
    state: record.region,
  }
  const left = STORED_WHOLES.filter((group) => group.every((member) => (customer?.[member] ?? '') === ''))
  const filled = left.flat().flatMap((member) => (known[member] === null ? [] : [[member, known[member]]]))
  return { ...customer, ...Object.fromEntries(filled) }
}
