import type { TransactionList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { PortalElement } from '../app/portal-element.ts'
import { toQuery } from '../filters/filter-address.ts'
import { readSearch } from '../payments/filters.ts'
import { KEYS_TEXTS as texts } from '../texts/keys-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatAmount } from '../wording/format.ts'
import { type FoundDocument, loadDocuments } from './documents.ts'
import { type Choice, findChoices, GROUPS } from './find-choices.ts'

/** So many payments are offered: the list shows all. */
const PAYMENTS_MAX = 6

/** The delay between the last key and the request: shorter than a typing pause. */
const TYPING_MS = 150

/**
 * `<portal-finder>`: the search over everything. A dialog with one field and the payments, pages, settings and documents that it finds
 * (ARIA: combobox with a list). Its markup is part of the tree around it.
 */
export class Finder extends PortalElement {
  static override properties = {
    known: { attribute: false },
    text: { state: true },
    payments: { state: true },
    documents: { state: true },
    active: { state: true },
    problem: { state: true },
    isSearching: { state: true },
  }
  /** Pages, settings and actions. */
  declare known: readonly Choice[]
  declare protected text: string
  declare protected payments: readonly Choice[]
  declare protected documents: readonly Choice[]
  /** The place of the choice that Enter takes. */
  declare protected active: number
  /** The reason why payments could not be searched. */
  declare protected problem: string
  declare protected isSearching: boolean
  #timer: ReturnType<typeof setTimeout> | undefined
  #abort = new AbortController()

  constructor() {
    super()
    this.known = []
    this.documents = []
    this.#reset('')
  }

  protected override createRenderRoot(): this {
    return this
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog')
  }

  /** @param text - what the field begins with. */
  open(text = ''): void {
    const dialog = this.#dialog
    if (dialog === null || dialog.open) return
    this.#search(text)
    const input = dialog.querySelector('input')
    if (input) input.value = text
    dialog.showModal()
    if (this.documents.length === 0) void this.#loadDocuments()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    this.#abort.abort()
  }

  protected override render(): TemplateResult {
    const choices = findChoices(this.text, [...this.known, ...this.documents], this.payments)
    return html`<dialog id="finder" aria-label=${texts.search}>
      <input
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck="false"
        aria-label=${texts.search}
        aria-autocomplete="list"
        aria-expanded=${choices.length > 0 ? 'true' : 'false'}
        aria-controls="finder-list"
        aria-activedescendant=${choices[this.active] === undefined ? nothing : `finder-${this.active}`}
        placeholder=${texts.hint}
        @input=${(event: InputEvent) => this.#search((event.currentTarget as HTMLInputElement).value)}
        @keydown=${(event: KeyboardEvent) => void this.#press(event, choices)}
      />
      ${this.problem === '' ? nothing : html`<p class="notice bad" role="alert">${this.problem}</p>`}
      <div id="finder-list" role="listbox" aria-label=${texts.search} ?hidden=${choices.length === 0}>
        ${GROUPS.map((group) => this.#group(group, choices))}
      </div>
      ${choices.length === 0 && !this.isSearching ? html`<p class="empty">${texts.nothingFor(this.text)}</p>` : nothing}
      <p class="hint" role="status">${this.isSearching ? texts.searching : texts.results(choices.length)}</p>
    </dialog>`
  }

  #group(group: Choice['group'], choices: readonly Choice[]): TemplateResult | typeof nothing {
    if (!choices.some((choice) => choice.group === group)) return nothing
    return html`<div role="group" aria-labelledby="finder-${group}">
      <div id="finder-${group}" class="hint" role="presentation">${texts.groups[group]}</div>
      ${choices.map((choice, place) =>
        choice.group === group
          ? html`<div
              id="finder-${place}"
              role="option"
              aria-selected=${place === this.active ? 'true' : 'false'}
              @click=${() => this.#choose(choice)}
            >
              <span>${choice.name}</span> <span class="hint">${choice.hint}</span>
            </div>`
          : nothing,
      )}
    </div>`
  }

  #reset(text: string): void {
    this.text = text
    this.payments = []
    this.active = 0
    this.problem = ''
    this.isSearching = false
  }

  #search(typed: string): void {
    this.#reset(typed.trim())
    this.#abort.abort()
    clearTimeout(this.#timer)
    if (this.text === '' || !this.portal.may('listTransactions')) return
    this.isSearching = true
    this.#timer = setTimeout(() => void this.#findPayments(this.text), TYPING_MS)
  }

  async #findPayments(text: string): Promise<void> {
    const { signal } = (this.#abort = new AbortController())
    try {
      const found = await findPayments(text, signal)
      this.payments = found.map(({ id, ...shown }) => ({
        group: 'payments',
        ...shown,
        choose: () => this.portal.go(`/payments/${id}`),
      }))
    } catch (error) {
      if (signal.aborted) return
      this.problem = texts.paymentsFailed(this.portal.explain(error))
    }
    this.isSearching = false
  }

  async #loadDocuments(): Promise<void> {
    const toChoice = ({ title, href, of }: FoundDocument): Choice => ({
      group: 'documents',
      name: title,
      hint: of ?? '',
      words: of ?? '',
      // The portal stays open next to it.
      choose: () => void open(href, '_blank', 'noopener'),
    })
    this.documents = (await loadDocuments()).map(toChoice)
  }

  async #press(event: KeyboardEvent, choices: readonly Choice[]): Promise<void> {
    const chosen = choices[this.active]
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault()
      if (chosen !== undefined) this.#choose(chosen)
      return
    }
    const next = nextPlace(event.key, this.active, choices.length)
    if (next === null) return
    event.preventDefault()
    this.active = next
    await this.updateComplete
    this.querySelector(`#finder-${next}`)?.scrollIntoView({ block: 'nearest' })
  }

  #choose(choice: Choice): void {
    this.#dialog?.close()
    choice.choose()
  }
}

/** Returns the place after an arrow key; the list wraps around. Home and End move the text cursor instead. */
function nextPlace(key: string, place: number, count: number): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  return step === undefined || count === 0 ? null : (place + step + count) % count
}

/** The payments that a text may mean. An id is not looked up: its page says if it does not exist. */
async function findPayments(
  text: string,
  signal: AbortSignal,
): Promise<readonly { readonly id: string; readonly name: string; readonly hint: string }[]> {
  const search = readSearch(text)
  if (search.kind === 'payment') return [{ id: search.id, name: search.id, hint: texts.openPayment }]
  const query = toQuery(search.filters)
  query.set('limit', String(PAYMENTS_MAX))
  const { data } = await ask<TransactionList>(`/api/transactions?${query}`, { signal })
  return data.map(({ id, reference, amount, currency, status }) => ({
    id,
    name: reference,
    hint: `${formatAmount(amount, currency)} · ${TEXTS.statuses[status]}`,
  }))
}

customElements.define('portal-finder', Finder)
