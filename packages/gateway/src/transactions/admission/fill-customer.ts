import type { CustomerInput } from '@sluice/types'

import type { Customer } from '../../customers/index.ts'
import type { TransactionCustomer } from '../execution/transaction.ts'

/** What a method's own data says of the customer. */
type MethodData = Readonly<Partial<Record<Exclude<keyof CustomerInput, 'id'>, string | undefined>>>

const CONTACTS = [['first_name', 'last_name'], ['email'], ['phone']] as const
const ADDRESS = ['address', 'city', 'country', 'postal_code'] as const

/** Members that say one thing together: an address of two halves, from two places, belongs to no person. */
export const WHOLES = [...CONTACTS, ADDRESS] as const satisfies readonly (readonly (keyof MethodData)[])[]

/** The same of a stored customer, whose address has a region. */
const STORED_WHOLES = [...CONTACTS, [...ADDRESS, 'state']] as const

/** Members of a customer that a method may ask for by the same name. */
const MEMBERS = WHOLES.flat()

/** The customer of an order: what the method was given fills in what `customer` leaves out. Null when both say nothing. */
export function fillCustomer(customer: CustomerInput | null, data: MethodData): CustomerInput | null {
  return orNobody({ ...pickCustomer(data), ...customer })
}

/**
 * The customer of a session's order: what the shopper typed for the method takes the place of what was known before. Null when
 * both say nothing.
 */
export function correctCustomer(customer: CustomerInput | null, typed: MethodData): CustomerInput | null {
  return orNobody({ ...customer, ...pickCustomer(typed) })
}

function orNobody(customer: CustomerInput): CustomerInput | null {
  return Object.keys(customer).length === 0 ? null : customer
}

/** What a method's own data says of the customer, and nothing else of it. */
function pickCustomer(data: MethodData): CustomerInput {
  const given = MEMBERS.flatMap((member) => (data[member] === undefined ? [] : [[member, data[member]]]))
  return Object.fromEntries(given) as CustomerInput
}

/**
 * The customer of an order who is stored: the record says of name, e-mail, phone and address what the order leaves out.
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
