import { CUSTOMER_MEMBER_MAX_CHARS, CUSTOMER_MEMBERS, type WireCustomer } from '../protocol/messages.ts'
import type { Customer } from './embedded-fields-api.ts'
import { invalidOption } from './payment-component-error.ts'

type CustomerMember = (typeof CUSTOMER_MEMBERS)[number]

export interface CheckedCustomer {
  /** The customer; null if none was given. */
  readonly customer: WireCustomer | null
  /** The first invalid member; null if there is none. */
  readonly wrongMember: CustomerMember | null
}

/**
 * Rules for values. They reject only what is certainly wrong, at once; the gateway validates again before the
 * payment, including phone numbers by their country's numbering plan.
 */
const SHAPES: Readonly<Partial<Record<CustomerMember, RegExp>>> = {
  country: /^[A-Z]{2}$/,
  email: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
  // E.164 has at most 15 digits; people put more than digits into them.
  phone: /^\s*\+(?:[^\da-z]*\d){7,15}[^\da-z]*$/i,
}

/**
 * Direction marks are copied from contacts and documents. They are invisible, and the gateway rejects them in
 * names.
 */
const MARKS = /\p{Bidi_Control}/gu

/**
 * Reads the customer that a merchant's page passes.
 *
 * @throws When a member is unknown, or is not a string: errors of the page, not of the shopper. {@link
 * PaymentComponentError}
 */
export function checkCustomer(given: Customer | null | undefined): CheckedCustomer {
  if (given === undefined || given === null) return { customer: null, wrongMember: null }
  if (typeof given !== 'object') throw invalidOption('customer', 'an object')
  const customer: Partial<Record<CustomerMember, string>> = {}
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    const member = CUSTOMER_MEMBERS.find((known) => known === name)
    if (member === undefined) throw invalidOption(`customer.${name}`, `one of ${CUSTOMER_MEMBERS.join(', ')}`)
    if (value !== undefined && typeof value !== 'string') throw invalidOption(`customer.${name}`, 'a string')
    // An empty input of a page's form means that nothing was entered.
    const visible = value?.replace(MARKS, '')
    if (visible) customer[member] = visible
  }
  return {
    customer,
    wrongMember: CUSTOMER_MEMBERS.find((member) => isWrong(member, customer[member])) ?? null,
  }
}

function isWrong(member: CustomerMember, value: string | undefined): boolean {
  if (value === undefined) return false
  return value.length > CUSTOMER_MEMBER_MAX_CHARS || SHAPES[member]?.test(value) === false
}
