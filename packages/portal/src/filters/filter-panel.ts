import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'

import { type ControlAttributes, field } from '../design/field.ts'
import { FILTER_TEXTS as texts } from '../texts/filter-texts.ts'
import { formatValue } from './filter-chips.ts'
import type { Choice, Filter, FilterList, Filters } from './filter-list.ts'
import { readFields } from './read-fields.ts'

type Control = HTMLInputElement | HTMLSelectElement

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
 * page's own tree. `filters-opened` says that the panel opens, so that choices can be loaded.
 */
export class FilterPanel extends LitElement {
  static override properties = {
    list: { attribute: false },
    filters: { attribute: false },
    problems: { state: true },
    hasFields: { state: true },
  }
  declare list: FilterList
  declare filters: Filters
  declare protected problems: Filters
  /** The fields are drawn when the panel first opens: the choices of a list are hundreds of elements. */
  declare protected hasFields: boolean

  constructor() {
    super()
    this.filters = {}
    this.problems = {}
    this.hasFields = false
  }

  protected override createRenderRoot(): this {
    return this
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog')
  }

  protected override render(): TemplateResult {
    const count = Object.keys(this.list.filters).filter((name) => this.filters[name]).length
    return html`<button type="button" aria-haspopup="dialog" @click=${() => void this.#open()}>
        ${texts.open}${count === 0 ? nothing : html` <span class="badge">${count} <span class="unseen">${texts.active}</span></span>`}
      </button>
      <dialog aria-labelledby="filters-title">
        <form
          novalidate
          @change=${(event: Event) => this.#forget(event)}
          @submit=${(event: SubmitEvent) => void this.#apply(event)}
        >
          <div class="between">
            <h2 id="filters-title">${this.list.title}</h2>
            <button
              type="button"
              class="quiet"
              aria-label=${texts.close}
              @click=${() => this.#dialog?.close()}
            >
              ×
            </button>
          </div>
          ${this.hasFields ? this.#groups() : nothing}
          <p class="buttons">
            <button type="button" @click=${() => this.#choose({})}>${texts.reset}</button>
            <button class="main">${texts.apply}</button>
          </p>
        </form>
      </dialog>`
  }

  #groups(): readonly TemplateResult[] {
    return this.list.groups.map(
      ({ name, fields }) =>
        html`<fieldset>
          <legend>${name}</legend>
          ${fields.map((one) => this.#field(one))}
        </fieldset>`,
    )
  }

  #field(name: string): TemplateResult | typeof nothing {
    const filter = this.list.filters[name]
    if (filter === undefined) return nothing
    const { label, hint, choices } = filter
    return field({
      id: `filter-${name}`,
      label,
      problem: this.problems[name] ?? null,
      ...(hint !== undefined && { hint }),
      control: (attributes) =>
        choices === undefined
          ? input(name, filter, attributes)
          : select(name, withCurrent(choices, filter, name, this.filters), attributes),
    })
  }

  /** Begins with the filters of the list, also after others were typed and not applied. */
  async #open(): Promise<void> {
    this.dispatchEvent(new Event('filters-opened'))
    this.problems = {}
    this.hasFields = true
    await this.updateComplete
    const dialog = this.#dialog
    if (dialog === null || dialog.open) return
    const shown = this.list.show?.(this.filters) ?? this.filters
    for (const control of this.#controls()) control.value = shown[control.name] ?? ''
    dialog.showModal()
    this.#controls()[0]?.focus()
  }

  /** Clears the filters within the one that changed: their values may not be among the new choices. */
  #forget({ target }: Event): void {
    const changed = (target as Control).name
    for (const control of this.#controls())
      if (this.list.filters[control.name]?.within === changed) control.value = ''
  }

  async #apply(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const given = Object.fromEntries(this.#controls().map(({ name, value }) => [name, value.trim()]))
    const { filters, problems } = readFields(this.list, given)
    this.problems = problems
    if (Object.keys(problems).length === 0) return this.#choose({ ...this.filters, ...filters })
    await this.updateComplete
    this.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  #choose(filters: Filters): void {
    this.#dialog?.close()
    this.dispatchEvent(new FiltersChosenEvent(filters))
  }

  #controls(): readonly Control[] {
    return [...this.querySelectorAll<Control>('input, select')]
  }
}

/** The value that holds stays choosable while the choices are not there, or no longer have it. */
function withCurrent(
  choices: readonly Choice[],
  filter: Filter,
  name: string,
  filters: Filters,
): readonly Choice[] {
  const value = filters[name] ?? ''
  if (value === '' || choices.some((choice) => choice.value === value)) return choices
  return [...choices, { value, label: formatValue(filter, value, filters) }]
}

function select(
  name: string,
  choices: readonly Choice[],
  { id, describedBy }: ControlAttributes,
): TemplateResult {
  // By value: what is chosen stays so while other choices arrive.
  return html`<select id=${id} name=${name} aria-describedby=${describedBy}>
    <option value="">${texts.any}</option>
    ${repeat(
      choices,
      ({ value }) => value,
      ({ value, label }) => html`<option value=${value}>${label}</option>`,
    )}
  </select>`
}

function input(
  name: string,
  { type, inputMode }: Filter,
  { id, describedBy, invalid }: ControlAttributes,
): TemplateResult {
  return html`<input
    id=${id}
    name=${name}
    type=${type ?? 'text'}
    inputmode=${inputMode ?? nothing}
    autocomplete="off"
    aria-describedby=${describedBy}
    aria-invalid=${invalid}
  />`
}

customElements.define('portal-filter-panel', FilterPanel)
