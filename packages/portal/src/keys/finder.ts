import type { TransactionList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { Frame } from '../app/page.ts'
import { readSearch, toQuery } from '../payments/filters.ts'
import { KEYS_TEXTS as texts } from '../texts/keys-texts.ts'
import { formatAmount } from '../wording/format.ts'
import { TEXTS } from '../texts/texts.ts'

/** Something that can be chosen. */
export interface Choice {
  readonly name: string
  readonly hint: string
  choose(): void
}

/** So many payments are offered: the list shows all. */
const PAYMENTS_MAX = 6
/** Between the last key and the question: shorter than a pause of who types. */
const TYPING_MS = 150

/** The search over everything: a dialog with one field and what it finds (ARIA: combobox with a list). */
export class Finder {
  readonly #frame: Frame
  readonly #fixed: readonly Choice[]
  #text = ''
  #payments: readonly Choice[] = []
  #active = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #abort = new AbortController()

  /** @param fixed - pages and actions, found by their names. */
  constructor(frame: Frame, fixed: readonly Choice[]) {
    this.#frame = frame
    this.#fixed = fixed
  }

  open(): void {
    const dialog = document.querySelector<HTMLDialogElement>('dialog#finder')
    if (dialog === null || dialog.open) return
    this.#search('')
    const input = dialog.querySelector('input')
    if (input) input.value = ''
    dialog.showModal()
  }

  view(): TemplateResult {
    const choices = this.#choices()
    const active = choices[this.#active] === undefined ? nothing : `finder-${this.#active}`
    return html`<dialog id="finder" aria-label=${texts.search}>
      <input
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck="false"
        aria-label=${texts.search}
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls="finder-list"
        aria-activedescendant=${active}
        placeholder=${texts.hint}
        @input=${(event: InputEvent) => this.#search((event.currentTarget as HTMLInputElement).value)}
        @keydown=${(event: KeyboardEvent) => this.#move(event, choices)}
      />
      <ul id="finder-list" class="plain" role="listbox" aria-label=${texts.search}>
        ${choices.map(
          (choice, index) =>
            html`<li
              id="finder-${index}"
              role="option"
              aria-selected=${index === this.#active ? 'true' : 'false'}
              @click=${() => this.#choose(choice)}
            >
              <span>${choice.name}</span> <span class="hint">${choice.hint}</span>
            </li>`,
        )}
      </ul>
      <p class="hint" aria-live="polite">${texts.results(choices.length)}</p>
    </dialog>`
  }

  #choices(): readonly Choice[] {
    const wanted = this.#text.toLowerCase()
    return [...this.#fixed.filter(({ name }) => name.toLowerCase().includes(wanted)), ...this.#payments]
  }

  #search(text: string): void {
    this.#text = text.trim()
    this.#active = 0
    this.#payments = []
    this.#abort.abort()
    clearTimeout(this.#timer)
    if (this.#text !== '' && this.#frame.may('listTransactions'))
      this.#timer = setTimeout(() => void this.#findPayments(), TYPING_MS)
    this.#frame.redraw()
  }

  async #findPayments(): Promise<void> {
    const found = readSearch(this.#text)
    if (found.kind === 'payment') {
      const href = `/payments/${found.id}`
      this.#payments = [{ name: found.id, hint: texts.openPayment, choose: () => this.#frame.go(href) }]
      return this.#frame.redraw()
    }
    const { signal } = (this.#abort = new AbortController())
    const query = toQuery(found.filters)
    query.set('limit', String(PAYMENTS_MAX))
    try {
      const { data } = await ask<TransactionList>(`/api/transactions?${query}`, { signal })
      this.#payments = data.map(({ id, reference, amount, currency, status }) => ({
        name: reference,
        hint: `${formatAmount(amount, currency)} · ${TEXTS.statuses[status]}`,
        choose: () => this.#frame.go(`/payments/${id}`),
      }))
    } catch (error) {
      if (signal.aborted) return
      this.#frame.say(this.#frame.explain(error))
    }
    this.#frame.redraw()
  }

  #move(event: KeyboardEvent, choices: readonly Choice[]): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = choices[this.#active]
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      return this.#choose(chosen)
    }
    if (step === undefined || choices.length === 0) return
    event.preventDefault()
    this.#active = (this.#active + step + choices.length) % choices.length
    this.#frame.redraw()
    document.querySelector(`#finder-${this.#active}`)?.scrollIntoView({ block: 'nearest' })
  }

  #choose(choice: Choice): void {
    document.querySelector<HTMLDialogElement>('dialog#finder')?.close()
    choice.choose()
  }
}
