import type { ClientPaymentRequest, ClientSession } from '@sluice/types'
import { toEmailAddress } from '@sluice/types/vocabulary'
import { CUSTOMER_MEMBERS, type WireCustomer } from '../protocol/messages.ts'

type CustomerMember = (typeof CUSTOMER_MEMBERS)[number]

/** Returns the customer with the API's names of its members. */
export function toApiCustomer(customer: WireCustomer): NonNullable<ClientPaymentRequest['customer']> {
  return Object.fromEntries(Object.entries(customer).map(([member, value]) => [toSnakeCase(member), value]))
}

/** Returns the customer data of the session with the names that a merchant's page uses. */
export function toPageCustomer(customer: ClientSession['session']['customer']): WireCustomer {
  const known: Partial<Record<CustomerMember, string>> = {}
  for (const member of CUSTOMER_MEMBERS) {
    const value: unknown = (customer as Readonly<Record<string, unknown>> | null)?.[toSnakeCase(member)]
    if (typeof value === 'string') known[member] = value
  }
  return known
}

/** Splits a name as on the card. The part after the last space is the family name. */
export function customerOfHolder(
  holder: Readonly<Record<'holderName' | 'holderEmail', string>>,
): WireCustomer {
  const words = holder.holderName
    .replace(/\p{Bidi_Control}/gu, '')
    .trim()
    .split(/\s+/)
  const lastName = words.length > 1 ? words.pop() : undefined
  const members = { firstName: words.join(' '), lastName, email: toEmailAddress(holder.holderEmail) ?? '' }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value))
}

/** Joins a name as on the card, the inverse of {@link customerOfHolder}, to fill in the form. */
export function holderNameOf({ firstName = '', lastName = '' }: WireCustomer): string {
  return `${firstName} ${lastName}`.trim()
}

function toSnakeCase(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
