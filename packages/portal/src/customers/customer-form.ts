import type { Customer, CustomerChange } from '@sluice/types'
import { html, type TemplateResult } from 'lit'

import { field } from '../design/field.ts'
import { CUSTOMERS_TEXTS as texts } from '../texts/customers-texts.ts'
import { formatWord } from '../wording/format.ts'

/** Fields of the form, by the names that problems have for them; in the answer of the gateway the address is flat. */
const FIELDS = [
  ['email', 'email'],
  ['first_name', 'first_name'],
  ['last_name', 'last_name'],
  ['phone', 'phone'],
  ['description', 'description'],
  ['address.address', 'address'],
  ['address.postal_code', 'postal_code'],
  ['address.city', 'city'],
  ['address.region', 'region'],
  ['address.country', 'country'],
] as const

const TYPES = ['INDIVIDUAL', 'COMPANY'] as const

/** Fields for everything that can be changed of a customer. */
export function customerFields(
  customer: Customer,
  problemOf: (member: string) => string | null,
): TemplateResult {
  return html`${FIELDS.map(([member, name]) =>
    field({
      id: `customer-${member.replace('.', '-')}`,
      label: texts.members[member],
      problem: problemOf(member),
      control: ({ id, describedBy, invalid }) =>
        html`<input
          id=${id}
          name=${member}
          autocomplete="off"
          value=${customer[name] ?? ''}
          aria-describedby=${describedBy}
          aria-invalid=${invalid}
        />`,
    }),
  )}
  ${field({
    id: 'customer-type',
    label: texts.type,
    hint: texts.changeHint,
    problem: problemOf('type'),
    control: ({ id, describedBy, invalid }) =>
      html`<select id=${id} name="type" aria-describedby=${describedBy} aria-invalid=${invalid}>
        ${TYPES.map(
          (type) =>
            html`<option value=${type} ?selected=${type === (customer.type ?? 'INDIVIDUAL')}>
              ${formatWord(type)}
            </option>`,
        )}
      </select>`,
  })}`
}

/** Returns only the members that the person changed, so that a colleague's changes to others are kept. */
export function readCustomerChange(form: FormData, customer: Customer): CustomerChange {
  const members: Record<string, string | null> = {}
  const address: Record<string, string | null> = {}
  for (const [member, name] of FIELDS) {
    const typed = String(form.get(member) ?? '').trim() || null
    if (typed === (customer[name] || null)) continue
    if (member.startsWith('address.')) address[name] = typed
    else members[name] = typed
  }
  const type = TYPES.find((one) => one === form.get('type'))
  return {
    ...members,
    ...(type === undefined || type === (customer.type ?? 'INDIVIDUAL') ? {} : { type }),
    ...(Object.keys(address).length === 0 ? {} : { address }),
  }
}
