import type { Customer, CustomerChange } from '@sluice/types'
import { html, type TemplateResult } from 'lit'

import type { DeedForm } from '../app/deed-dialog.ts'
import { TEXTS } from '../texts/texts.ts'
import { sayWord } from '../wording/format.ts'

const { customers: texts } = TEXTS

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

export const CUSTOMER_MEMBERS = FIELDS.map(([member]) => member)

/** Asks for everything that can be changed of a customer. */
export function customerForm(
  customer: Customer,
  { reason, cancel, problemOf }: DeedForm,
  submit: (event: SubmitEvent) => void,
): TemplateResult {
  return html`<form @submit=${submit} novalidate>
    <h2 id="customer-title">${texts.changeTitle}</h2>
    ${FIELDS.map(([member, name]) => field(member, customer[name] ?? '', problemOf(member)))}
    <label for="customer-type">${texts.type}</label>
    <select id="customer-type" name="type">
      ${TYPES.map(
        (type) =>
          html`<option value=${type} ?selected=${type === (customer.type ?? 'INDIVIDUAL')}>
            ${sayWord(type)}
          </option>`,
      )}
    </select>
    <p class="hint">${texts.changeHint}</p>
    ${reason}
    <p class="buttons">${cancel}<button class="main">${texts.save}</button></p>
  </form>`
}

function field(member: (typeof CUSTOMER_MEMBERS)[number], value: string, problem: string | null) {
  const id = `customer-${member.replace('.', '-')}`
  return html`<label for=${id}>${texts.members[member]}</label>
    <input
      id=${id}
      name=${member}
      autocomplete="off"
      value=${value}
      aria-describedby="${id}-problem"
      aria-invalid=${problem === null ? 'false' : 'true'}
    />
    <p class=${problem === null ? 'unseen' : 'hint'} id="${id}-problem">
      ${problem === null ? '' : TEXTS.problem(texts.members[member], problem)}
    </p>`
}

/** What a person has changed: what a colleague changed elsewhere meanwhile stays. */
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
