import type { PaymentLinkRequest } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import { field } from '../design/field.ts'
import { readAmount } from '../payments/read-amount.ts'
import { PAYMENT_LINK_TEXTS as texts } from '../texts/payment-link-texts.ts'
import { TEXTS } from '../texts/texts.ts'

/** Members of a link at whose fields problems are shown. */
export const LINK_MEMBERS = ['currency', 'description', 'max_uses', 'expires_at', 'return_url'] as const

const DAY_MS = 86_400_000

interface LinkField {
  readonly name: string
  readonly label: string
  /** Of the request; null where no problem is shown at the field. */
  readonly member: (typeof LINK_MEMBERS)[number] | null
  readonly value?: string
  readonly inputmode?: 'decimal' | 'numeric' | 'url'
}

const FIELDS: readonly LinkField[] = [
  { name: 'description', label: texts.description, member: 'description' },
  { name: 'currency', label: texts.currency, member: 'currency', value: 'EUR' },
  { name: 'amount', label: texts.fixed, member: null, inputmode: 'decimal' },
  { name: 'least', label: texts.least, member: null, inputmode: 'decimal' },
  { name: 'most', label: texts.most, member: null, inputmode: 'decimal' },
  { name: 'uses', label: texts.maxUses, member: 'max_uses', value: '1', inputmode: 'numeric' },
  {
    name: 'days',
    label: texts.days,
    member: 'expires_at',
    value: String(LIMITS.PAYMENT_LINK_LIFETIME_DEFAULT_DAYS),
    inputmode: 'numeric',
  },
  { name: 'return', label: texts.returnUrl, member: 'return_url', inputmode: 'url' },
]

/** Fields for what a new link is about. */
export function paymentLinkFields(
  terminals: readonly string[],
  problemOf: (member: string) => string | null,
): TemplateResult {
  return html`${field({
    id: 'link-terminal',
    label: texts.terminal,
    control: ({ id }) =>
      html`<select id=${id} name="terminal">
        ${terminals.map((terminal) => html`<option value=${terminal}>${terminal}</option>`)}
      </select>`,
  })}
  ${FIELDS.map(({ name, label, member, value = '', inputmode = 'text' }) => {
    const problem = member === null ? null : problemOf(member)
    return field({
      id: `link-${name}`,
      label,
      problem: problem === null ? null : TEXTS.problem(label, problem),
      control: ({ id, describedBy, invalid }) =>
        html`<input
          id=${id}
          name=${name}
          autocomplete="off"
          inputmode=${inputmode}
          value=${value}
          aria-invalid=${invalid}
          aria-describedby=${describedBy}
        />`,
    })
  })}`
}

/** What a person has typed; null where an amount is none. */
export function readPaymentLink(form: FormData, nowMs: number): PaymentLinkRequest | null {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const currency = text('currency').toUpperCase()
  const isFixed = text('amount') !== ''
  const [amount, min, max] = ['amount', 'least', 'most'].map((name) => readAmount(text(name), currency))
  if (isFixed ? typeof amount !== 'number' : typeof min !== 'number' || typeof max !== 'number') return null
  return {
    terminal_id: text('terminal'),
    // The gateway judges what was typed, and names the member.
    currency: currency as PaymentLinkRequest['currency'],
    ...(isFixed ? { amount: amount ?? 0 } : { amount_range: { min: min ?? 0, max: max ?? 0 } }),
    transaction_type: 'PURCHASE',
    description: text('description'),
    max_uses: text('uses') === '' ? null : Number(text('uses')),
    expires_at: new Date(nowMs + Number(text('days')) * DAY_MS).toISOString(),
    ...(text('return') !== '' && { return_url: text('return') }),
  }
}
