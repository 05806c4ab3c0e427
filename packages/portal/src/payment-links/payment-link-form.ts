import type { PaymentLinkRequest } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import type { DeedForm } from '../app/deed-dialog.ts'
import { readAmount } from '../payments/read-amount.ts'
import { PAYMENT_LINK_TEXTS as texts } from '../texts/payment-link-texts.ts'
import { TEXTS } from '../texts/texts.ts'

/** Members of a link, beside whose fields problems are shown. */
export const LINK_MEMBERS = ['currency', 'description', 'max_uses', 'expires_at', 'return_url'] as const

const DAY_MS = 86_400_000

interface Field {
  readonly name: string
  readonly label: string
  /** Of the request; null where no problem is shown at the field. */
  readonly member: (typeof LINK_MEMBERS)[number] | null
  readonly value?: string
  readonly inputmode?: 'decimal' | 'numeric' | 'url'
}

const FIELDS: readonly Field[] = [
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

/** Asks for what a new link is about. */
export function paymentLinkForm(
  terminals: readonly string[],
  form: DeedForm,
  submit: (event: SubmitEvent) => void,
): TemplateResult {
  return html`<form @submit=${submit} novalidate>
    <h2 id="payment-link-title">${texts.createTitle}</h2>
    <label for="link-terminal">${texts.terminal}</label>
    <select id="link-terminal" name="terminal">
      ${terminals.map((id) => html`<option value=${id}>${id}</option>`)}
    </select>
    ${FIELDS.map((field) => renderField(field, form))} ${form.reason}
    <p class="buttons">${form.cancel}<button class="main">${texts.save}</button></p>
  </form>`
}

function renderField(
  { name, label, member, value = '', inputmode }: Field,
  { problemOf }: DeedForm,
): TemplateResult {
  const problem = member === null ? null : problemOf(member)
  return html`<label for="link-${name}">${label}</label>
    <input
      id="link-${name}"
      name=${name}
      autocomplete="off"
      inputmode=${inputmode ?? 'text'}
      value=${value}
      aria-invalid=${problem === null ? 'false' : 'true'}
      aria-describedby=${problem === null ? nothing : `link-${name}-problem`}
    />
    ${problem === null ? nothing : html`<p class="hint" id="link-${name}-problem">${TEXTS.problem(label, problem)}</p>`}`
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
