import type { SessionState } from '@sluice/types'
import { fromMinorUnits, isCurrency, LIMITS } from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import type { DeedForm } from '../app/deed-dialog.ts'
import { readAmount } from '../payments/read-amount.ts'
import { CHECKOUT_TEXTS as texts } from '../texts/checkout-texts.ts'
import { TEXTS } from '../texts/texts.ts'

/** Members of a session, beside whose fields problems are shown. */
export const SESSION_MEMBERS = ['amount', 'description'] as const

/** What a person wants changed; a member that was left as it is stays out. */
interface SessionWish {
  readonly amount?: number
  readonly description?: string | null
}

/** Asks for the amount and the description. */
export function changeForm(
  { amount, currency, description }: SessionState,
  { reason, cancel, problemOf }: DeedForm,
  submit: (event: SubmitEvent) => void,
): TemplateResult {
  const amountProblem = problemOf('amount')
  const descriptionProblem = problemOf('description')
  return html`<form @submit=${submit} novalidate>
    <h2 id="session-title">${texts.changeTitle}</h2>
    <label for="session-amount">${texts.amount(currency)}</label>
    <input
      id="session-amount"
      name="amount"
      inputmode="decimal"
      autocomplete="off"
      value=${isCurrency(currency) ? fromMinorUnits(amount, currency) : ''}
      aria-describedby="session-amount-hint"
      aria-invalid=${amountProblem === null ? 'false' : 'true'}
    />
    <p class="hint" id="session-amount-hint">
      ${amountProblem === null ? texts.changeHint : TEXTS.problem(texts.members.amount, amountProblem)}
    </p>
    <label for="session-description">${texts.members.description}</label>
    <input
      id="session-description"
      name="description"
      autocomplete="off"
      maxlength=${LIMITS.DESCRIPTION_MAX_CHARS}
      value=${description ?? ''}
      aria-describedby="session-description-problem"
      aria-invalid=${descriptionProblem === null ? 'false' : 'true'}
    />
    <p class=${descriptionProblem === null ? 'unseen' : 'hint'} id="session-description-problem">
      ${descriptionProblem === null ? '' : TEXTS.problem(texts.members.description, descriptionProblem)}
    </p>
    ${reason}
    <p class="buttons">${cancel}<button class="main">${texts.save}</button></p>
  </form>`
}

/** What a person has typed; null for an amount that is none. */
export function readSessionWish(
  event: SubmitEvent,
  { amount, currency, description }: SessionState,
): SessionWish | null {
  const form = new FormData(event.currentTarget as HTMLFormElement)
  const typedAmount = readAmount(String(form.get('amount')), currency)
  const typed = String(form.get('description')).trim() || null
  if (typedAmount === null) return null
  return {
    ...(typedAmount === amount ? {} : { amount: typedAmount }),
    ...(typed === description ? {} : { description: typed }),
  }
}

/** Asks before a session is canceled. */
export function cancelForm({ reason }: DeedForm, keep: () => void, cancel: () => void): TemplateResult {
  return html`<h2 id="session-title">${texts.cancelTitle}</h2>
    <p>${texts.cancelHint}</p>
    ${reason}
    <p class="buttons">
      <button type="button" @click=${keep}>${texts.keep}</button>
      <button type="button" class="main" @click=${cancel}>${texts.confirmCancel}</button>
    </p>`
}
