import {
  CURRENCY_CODES,
  RESULT_METHOD_TYPES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '@sluice/types/vocabulary'
import { html, LitElement, nothing, type TemplateResult } from 'lit'

import { field } from '../design/field.ts'
import { FILTER_TEXTS as texts } from '../texts/filter-texts.ts'
import { sayMethodType } from '../wording/say-method-type.ts'
import { sayStatus, sayType } from '../wording/status-mark.ts'
import { FILTER_NAMES, type FilterName, type Filters } from './filters.ts'
import { type FilterProblems, type PanelField, readPanel, showAmount } from './read-panel.ts'

/** Filters that are chosen from a list. */
export const CHOICES = {
  status: { values: TRANSACTION_STATUSES, say: sayStatus },
  transaction_type: { values: TRANSACTION_TYPES, say: sayType },
  payment_method_type: { values: RESULT_METHOD_TYPES, say: sayMethodType },
  currency: { values: CURRENCY_CODES, say: (code: string) => code },
} as const

/** The panel's groups of fields, in the order in which they are shown. */
const GROUPS = [
  { name: 'outcome', fields: ['status', 'transaction_type', 'payment_method_type'] },
  { name: 'amount', fields: ['amount', 'currency'] },
  { name: 'days', fields: ['from', 'to'] },
  { name: 'order', fields: ['reference', 'email', 'last4'] },
] as const

/** Dispatched when the person applies or resets the filters. */
export class FiltersChosenEvent extends Event {
  readonly filters: Filters

  constructor(filters: Filters) {
    super('filters-chosen')
    this.filters = filters
  }
}

/**
 * `<portal-filter-panel>`: the button of the filters and their panel, a modal dialog at the side of the window, or over all of a phone's.
 * Nothing is filtered before the person applies it, and filters without a field in the panel stay as they are. Its markup is part of the
 * page's own tree.
 */
export class FilterPanel extends LitElement {
  static override properties = { filters: { attribute: false }, problems: { state: true } }
  declare filters: Filters
  declare protected problems: FilterProblems

  constructor() {
    super()
    this.filters = {}
    this.problems = {}
  }

  protected override createRenderRoot(): this {
    return this
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog')
  }

  protected override render(): TemplateResult {
    const count = FILTER_NAMES.filter((name) => this.filters[name]).length
    return html`<button type="button" aria-haspopup="dialog" @click=${() => this.#open()}>
        ${texts.open}${count === 0 ? nothing : html` <span class="badge">${count} <span class="unseen">${texts.active}</span></span>`}
      </button>
      <dialog aria-labelledby="filters-title">
        <form novalidate @submit=${(event: SubmitEvent) => void this.#apply(event)}>
          <div class="between">
            <h2 id="filters-title">${texts.title}</h2>
            <button
              type="button"
              class="quiet"
              aria-label=${texts.close}
              @click=${() => this.#dialog?.close()}
            >
              ×
            </button>
          </div>
          ${GROUPS.map(
            ({ name, fields }) =>
              html`<fieldset>
                <legend>${texts.groups[name]}</legend>
                ${fields.map((one) => this.#field(one))}
              </fieldset>`,
          )}
          <p class="buttons">
            <button type="button" @click=${() => this.#choose({})}>${texts.reset}</button>
            <button class="main">${texts.apply}</button>
          </p>
        </form>
      </dialog>`
  }

  #field(name: PanelField): TemplateResult {
    const problem = this.problems[name]
    return field({
      id: `filter-${name}`,
      label: texts.fields[name],
      problem: problem === undefined ? null : texts.problems[problem],
      control: ({ id, describedBy, invalid }) =>
        name in CHOICES
          ? choice(id, name as keyof typeof CHOICES)
          : html`<input
              id=${id}
              name=${name}
              type=${TYPES[name] ?? 'text'}
              inputmode=${name === 'amount' ? 'decimal' : name === 'last4' ? 'numeric' : nothing}
              autocomplete="off"
              aria-describedby=${describedBy}
              aria-invalid=${invalid ?? nothing}
            />`,
    })
  }

  /** Begins with the filters of the list, also after others were typed and not applied. */
  #open(): void {
    this.problems = {}
    for (const control of this.#controls()) {
      const name = control.name as FilterName
      control.value = name === 'amount' ? showAmount(this.filters) : (this.filters[name] ?? '')
    }
    this.#dialog?.showModal()
    this.#controls()[0]?.focus()
  }

  async #apply(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const given = Object.fromEntries(this.#controls().map(({ name, value }) => [name, value.trim()]))
    const read = readPanel(given)
    this.problems = read.problems
    if (read.filters !== null) return this.#choose({ ...this.filters, ...read.filters })
    await this.updateComplete
    this.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  #choose(filters: Filters): void {
    this.#dialog?.close()
    this.dispatchEvent(new FiltersChosenEvent(filters))
  }

  #controls(): readonly (HTMLInputElement | HTMLSelectElement)[] {
    return [...this.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
  }
}

const TYPES: Readonly<Partial<Record<PanelField, string>>> = { from: 'date', to: 'date', email: 'email' }

function choice(id: string, name: keyof typeof CHOICES): TemplateResult {
  const { values, say } = CHOICES[name]
  return html`<select id=${id} name=${name}>
    <option value="">${texts.any}</option>
    ${values.map((one) => html`<option value=${one}>${say(one)}</option>`)}
  </select>`
}

customElements.define('portal-filter-panel', FilterPanel)
