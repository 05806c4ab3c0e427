import type { CustomerInput } from '@sluice/types'

/** What a method's own data says of the customer. */
type MethodData = Readonly<Partial<Record<Exclude<keyof CustomerInput, 'id'>, string | undefined>>>

/** Members of a customer that a method may ask for by the same name. */
const MEMBERS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'address',
  'city',
  'country',
  'postal_code',
] as const satisfies readonly (keyof MethodData)[]

/** The customer of an order: what the method was given fills in what `customer` leaves out. Null when both say nothing. */
export function fillCustomer(customer: CustomerInput | null, data: MethodData): CustomerInput | null {
  const given = MEMBERS.flatMap((member) => {
    const value = data[member]
    return value === undefined ? [] : [[member, value] as const]
  })
  if (customer === null && given.length === 0) return null
  return { ...(Object.fromEntries(given) as CustomerInput), ...customer }
}
