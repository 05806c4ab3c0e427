import type { TransactionEvent } from '@sluice/types'

import { toQuery } from '../filters/filter-address.ts'
import type { FilterName, Filters } from './filters.ts'

type EventPayload = TransactionEvent['payload']

type Value = string | number | null | undefined

/** The member of an event that each filter compares; one of several may match. Days are compared separately. */
const COMPARED: Readonly<Partial<Record<FilterName, (payment: EventPayload) => Value | readonly Value[]>>> = {
  reference: ({ reference }) => reference,
  reference_or_last4: ({ reference, payment_method_masked: masked }) => [reference, masked?.slice(-4)],
  email: ({ customer_email: email }) => email,
  last4: ({ payment_method_masked: masked }) => masked?.slice(-4),
  // Events do not carry it: a search for one payment does not wait for new ones.
  provider_reference: () => [],
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  status: ({ status }) => status,
  transaction_type: ({ transaction_type: type }) => type,
  payment_method_type: ({ payment_method_type: type }) => type,
  terminal_id: ({ terminal_id: id }) => id,
  customer_id: ({ customer_id: id }) => id,
  parent_id: ({ parent_id: id }) => id,
  payment_link_id: ({ payment_link_id: id }) => id,
}

/** Returns whether the list with these filters would contain the payment. */
export function isListed(payment: EventPayload, filters: Filters): boolean {
  const query = toQuery(filters)
  const [from, to] = [query.get('from'), query.get('to')]
  const at = Date.parse(payment.created_at)
  if ((from !== null && at < Date.parse(from)) || (to !== null && at >= Date.parse(to))) return false
  return (Object.keys(filters) as FilterName[]).every((name) => {
    const read = COMPARED[name]
    if (read === undefined) return true
    // E-mail addresses match in upper and lower case.
    return [read(payment)]
      .flat()
      .some((value) => String(value).toLowerCase() === filters[name]?.toLowerCase())
  })
}

/** Counts the payments that were added or changed since a list was read. */
export class News {
  readonly #added = new Set<string>()
  readonly #changed = new Set<string>()

  /** @returns whether there are more of them than before. */
  hear(payment: EventPayload, filters: Filters, shown: ReadonlySet<string>): boolean {
    const { id } = payment
    const before = this.#added.size + this.#changed.size
    if (shown.has(id)) this.#changed.add(id)
    else if (isListed(payment, filters)) this.#added.add(id)
    return this.#added.size + this.#changed.size > before
  }

  get added(): number {
    return this.#added.size
  }

  get changed(): number {
    return this.#changed.size
  }
}
