import type { Transaction } from '@sluice/types'
import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { Frame } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatAmount } from '../wording/format.ts'
import { sayStatus, sayType } from '../wording/status-mark.ts'
import type { Operation } from './operations.ts'
import { readAmount } from './read-amount.ts'

const { payment: texts } = TEXTS

/** Asks for the amount of a capture, refund or void, says what will happen, and does it once. */
export class OperationDialog {
  readonly #frame: Frame
  readonly #done: () => void
  #payment: Transaction | null = null
  #operation: Operation | null = null
  #text = ''
  #key = ''
  #reason = ''
  #isBusy = false

  constructor(frame: Frame, done: () => void) {
    this.#frame = frame
    this.#done = done
  }

  open(payment: Transaction, operation: Operation): void {
    this.#payment = payment
    this.#operation = operation
    this.#text = isCurrency(payment.currency) ? fromMinorUnits(operation.maxMinor, payment.currency) : ''
    this.#renew()
    this.#reason = ''
    this.#frame.redraw()
    this.#element?.showModal()
  }

  get #element(): HTMLDialogElement | null {
    return document.querySelector('dialog#operation')
  }

  /** Another wish is another request; a try again of the same one is not. */
  #renew(): void {
    this.#key = crypto.randomUUID()
  }

  view(): TemplateResult {
    const [payment, operation] = [this.#payment, this.#operation]
    return html`<dialog id="operation" aria-labelledby="operation-title" @close=${() => this.#close()}>
      ${payment && operation ? this.#form(payment, operation) : nothing}
    </dialog>`
  }

  #form({ currency }: Transaction, operation: Operation): TemplateResult {
    const { type, maxMinor, isWhole } = operation
    const amountMinor = isWhole ? maxMinor : readAmount(this.#text, currency)
    const limit = formatAmount(maxMinor, currency)
    const problem = amountProblem(amountMinor, maxMinor, currency)
    return html`<form @submit=${(event: SubmitEvent) => void this.#submit(event, amountMinor)}>
      <h2 id="operation-title">${texts.operationTitles[type]}</h2>
      ${
        isWhole
          ? html`<p>${texts.whole(limit)}</p>`
          : html`<label for="amount">${texts.amount(currency)}</label>
              <input
                id="amount"
                inputmode="decimal"
                autocomplete="off"
                aria-describedby="limit"
                aria-invalid=${problem === null ? 'false' : 'true'}
                .value=${this.#text}
                @input=${(event: Event) => this.#type(event)}
              />
              <p id="limit" class="hint">${problem ?? texts.atMost(limit)}</p>`
      }
      ${type === 'CAPTURE' ? renderRest(operation) : nothing}
      ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
      <p class="buttons">
        <button type="button" @click=${() => this.#element?.close()}>${TEXTS.cancel}</button>
        <button class="main" ?disabled=${this.#isBusy || problem !== null}>
          ${texts.confirm[type](problem === null ? formatAmount(amountMinor ?? 0, currency) : '')}
        </button>
      </p>
    </form>`
  }

  #type(event: Event): void {
    this.#text = (event.target as HTMLInputElement).value
    this.#renew()
    this.#frame.redraw()
  }

  async #submit(event: SubmitEvent, amount: number | null): Promise<void> {
    event.preventDefault()
    const [payment, operation] = [this.#payment, this.#operation]
    if (this.#isBusy || payment === null || operation === null || amount === null) return
    const isFinal =
      operation.isOnce === true || new FormData(event.currentTarget as HTMLFormElement).has('final')
    this.#isBusy = true
    this.#reason = ''
    this.#frame.redraw()
    try {
      const { terminal_id, reference, currency } = payment
      const body = {
        terminal_id,
        reference,
        currency,
        amount,
        transaction_type: operation.type,
        parent_transaction_id: operation.parentId,
        ...(operation.type === 'CAPTURE' ? { options: { final_capture: isFinal } } : {}),
      }
      const result = await ask<Transaction>('/api/transactions/manage', {
        method: 'POST',
        body,
        key: this.#key,
      })
      this.#element?.close()
      this.#frame.say(sayResult(result))
      this.#done()
    } catch (error) {
      this.#reason = this.#frame.explain(error)
    } finally {
      this.#isBusy = false
      this.#frame.redraw()
    }
  }

  /** The `close` event fires asynchronously, so the dialog may already be open again. */
  #close(): void {
    if (this.#element?.open) return
    this.#operation = null
    this.#frame.redraw()
  }
}

function amountProblem(amountMinor: number | null, maxMinor: number, currency: string): string | null {
  if (amountMinor === null || amountMinor === 0) return texts.notAnAmount(currency)
  return amountMinor > maxMinor ? texts.tooMuch(formatAmount(maxMinor, currency)) : null
}

function sayResult({ transaction_type: type, status, response_message: message }: Transaction): string {
  const [said, ended] = [sayType(type), sayStatus(status)]
  return status === 'APPROVED' || message === null
    ? texts.done(said, ended)
    : texts.doneBecause(said, ended, message)
}

/** What becomes of the rest of an authorization: a provider that captures once releases it. */
function renderRest({ isOnce = false }: Operation): TemplateResult {
  return isOnce
    ? html`<p class="hint">${texts.capturesOnce}</p>`
    : html`<label class="check"><input type="checkbox" name="final" checked />${texts.finalCapture}</label>`
}
