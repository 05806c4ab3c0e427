import { html, nothing, render, type TemplateResult } from 'lit/html.js'
import type { OfferedMethod } from '@sluice/types'
import { METHOD_TEXTS, type MethodTexts } from '@sluice/texts/methods'
import type { WireCustomer } from '../../protocol/messages.ts'
import { METHOD_FIELDS, type MethodErrorCode, type MethodFieldName } from './method-fields.ts'
import { renderMark } from './method-marks.ts'
import { findClosed, matchesSearch, showMethods, type ShownMethod } from './shown-method.ts'

/** A complete `payment_method`, with which a payment can start. */
export interface MethodOrder {
  readonly type: string
  readonly data: Readonly<Record<string, string>>
}

/**
 * More entries would push all other content off a phone. A longer list can be searched; the remaining entries are
 * behind one button.
 */
const SHOWN_AT_FIRST = 6

const SEARCH_ID = 'method-search'

const CUSTOMER_MEMBERS = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
} as const satisfies Record<Exclude<MethodFieldName, 'blik_code'>, keyof WireCustomer>

/**
 * The ways to pay that are confirmed elsewhere: a button for each. One that needs to know who pays opens in its place.
 *
 * Cards and wallets of the browser are not drawn: they are other elements.
 *
 * @summary Buttons for bank accounts, transfers, schemes and other ways to pay.
 * @event pay - A way to pay was chosen and its fields are right; `detail` is a {@link MethodOrder}.
 * @event refuse - What was typed cannot be sent: the field that has the focus says why.
 * @event choose-above - A method was chosen that the page around shows itself; `detail` is its type.
 * @event method-open - A way to pay was opened; `detail` is its type.
 */
export class MethodList extends HTMLElement {
  #methods: readonly OfferedMethod[] = []
  #texts: MethodTexts = METHOD_TEXTS['en-US']
  #customer: WireCustomer = {}
  #shownAbove: readonly string[] = []
  #isSole = false
  #open: string | null = null
  #pressed: string | null = null
  #errors: Partial<Record<MethodFieldName, MethodErrorCode>> = {}
  #busy = false
  /** Methods in which the shopper edits values that the session already knows. */
  readonly #unfolded = new Set<string>()
  #showsAll = false
  #typed = ''
  #isRenderingSoon = false

  /** The methods of the session, in its order. */
  set methods(methods: readonly OfferedMethod[]) {
    this.#methods = methods
    this.#renderSoon()
  }

  /**
   * Methods that the surrounding page shows itself. Here, only a search finds them, and it leads to the page's own
   * entry.
   */
  set shownAbove(types: readonly string[]) {
    this.#shownAbove = types
    this.#renderSoon()
  }

  /** Shows only the fields of the single method, because the page around shows its name and its button. */
  set isSole(isSole: boolean) {
    this.#isSole = isSole
    this.#open = this.#methods[0]?.type ?? null
    this.#renderSoon()
  }

  /** All texts of the list. */
  set texts(texts: MethodTexts) {
    this.#texts = texts
    this.#renderSoon()
  }

  /** Sets known values of the shopper, which need not be typed again. */
  set customer(customer: WireCustomer) {
    this.#customer = customer
    this.#renderSoon()
  }

  /** Prevents another payment during one. */
  set busy(busy: boolean) {
    this.#busy = busy
    if (!busy) this.#pressed = null
    this.#renderSoon()
  }

  get isEmpty(): boolean {
    return this.#described().length === 0
  }

  /** Returns the open method if its fields are valid; otherwise shows their errors. */
  readOrder(): MethodOrder | null {
    const open = this.#described().find(({ type }) => type === this.#open)
    if (!open) return null
    const judged = open.fields.map((name) => ({
      name,
      ...METHOD_FIELDS[name].validate(this.#input(open.type, name).value),
    }))
    this.#errors = Object.fromEntries(
      judged.flatMap((field) => (field.kind === 'error' ? [[field.name, field.code]] : [])),
    )
    this.#render()
    const wrong = judged.find(({ kind }) => kind === 'error')
    if (wrong) {
      this.#refuse(open.type, wrong.name)
      return null
    }
    const values = judged.flatMap((field) =>
      field.kind === 'value' && field.value !== '' ? [[field.name, field.value] as const] : [],
    )
    return { type: open.type, data: Object.fromEntries(values) }
  }

  /** Marks the declined input as wrong: a BLIK code is the only typed value here. @returns whether there is one. */
  showRefusal(): boolean {
    const open = this.#described().find(({ type }) => type === this.#open)
    if (!open?.fields.includes('blik_code')) return false
    this.#errors = { blik_code: 'blik_code_refused' }
    this.#render()
    this.#refuse(open.type, 'blik_code')
    return true
  }

  #refuse(type: string, name: MethodFieldName): void {
    this.#input(type, name).focus()
    this.dispatchEvent(new Event('refuse'))
  }

  focusFirst(): void {
    const first = this.querySelector<HTMLElement>('[aria-invalid="true"]') ?? this.querySelector('button')
    first?.focus()
  }

  connectedCallback(): void {
    this.#render()
  }

  /** Several changes in one task are rendered once. */
  #renderSoon(): void {
    if (this.#isRenderingSoon || !this.isConnected) return
    this.#isRenderingSoon = true
    queueMicrotask(() => {
      this.#isRenderingSoon = false
      this.#render()
    })
  }

  /** Renders everything and hides parts as needed, so that typed values are kept. */
  #render(): void {
    if (this.#isSole) return this.#renderSole()
    const all = this.#described()
    const listed = all.filter(({ type }) => !this.#shownAbove.includes(type))
    const isLong = all.length > SHOWN_AT_FIRST
    const found = isLong && this.#typed !== '' ? this.#find(all) : null
    const shown = new Set(found?.methods ?? listed.slice(0, this.#showsAll ? listed.length : SHOWN_AT_FIRST))
    const hidden = found ? 0 : listed.length - shown.size
    const status = found?.status ?? ''
    const template = html`
      ${isLong ? this.#renderSearch() : nothing}
      <p class=${status === '' ? 'method-announcement' : 'method-quiet method-found'} role="status">
        ${this.#pressed === null ? status : this.#texts.working}
      </p>
      <ul
        class="methods"
        role="list"
        aria-label=${this.#texts.methodList}
        aria-busy=${this.#busy}
        ?hidden=${shown.size === 0}
      >
        ${all.map((method) => this.#renderMethod(method, shown.has(method)))}
      </ul>
      ${
        hidden > 0
          ? html`<button type="button" class="method-more" @click=${this.#onMore}>
              ${this.#texts.more} (${hidden})
            </button>`
          : nothing
      }
    `
    render(template, this, { host: this })
  }

  #renderSole(): void {
    const [sole] = this.#described()
    if (!sole) return
    const { type, name, fields } = sole
    const template =
      fields.length === 0
        ? html`<p class="method-quiet method-next">${this.#texts.confirmNext}</p>`
        : html`<form
            class="method-details"
            aria-label=${name}
            novalidate
            @submit=${this.#onSubmit}
            @input=${this.#onInput}
          >
            ${this.#renderFields(type, fields, true)}
            <button hidden></button>
          </form>`
    render(template, this, { host: this })
  }

  /** The results of a search and their announcement; for a discontinued method, its successor. */
  #find(all: readonly ShownMethod[]): { readonly methods: readonly ShownMethod[]; readonly status: string } {
    const { found, ended, instead, notFound, language } = this.#texts
    const methods = all.filter((method) => matchesSearch(method, this.#typed))
    if (methods.length > 0) return { methods, status: found.replace('{count}', String(methods.length)) }
    const closed = findClosed(this.#typed)
    if (closed === null) return { methods, status: notFound }
    const replacements = all.filter(({ type }) => closed.instead.includes(type))
    const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(
      replacements.map(({ name }) => name),
    )
    const advice = replacements.length > 0 ? ` ${instead.replace('{names}', names)}` : ''
    return { methods: replacements, status: ended.replace('{name}', closed.name) + advice }
  }

  #renderSearch(): TemplateResult {
    return html`
      <div class="method-search">
        <label for=${SEARCH_ID}>${this.#texts.search}</label>
        <input
          id=${SEARCH_ID}
          type="search"
          autocomplete="off"
          spellcheck="false"
          enterkeyhint="search"
          @input=${this.#onSearch}
        />
      </div>
    `
  }

  #renderMethod({ type, name, note, mark, fields }: ShownMethod, isShown: boolean): TemplateResult {
    const isOpen = this.#open === type
    const isAbove = this.#shownAbove.includes(type)
    const asks = fields.length > 0 && !isAbove
    return html`
      <li
        class="method"
        data-method=${isAbove ? nothing : type}
        ?hidden=${!isShown}
        ?data-open=${isOpen}
        ?data-pressed=${this.#pressed === type}
      >
        <button
          type="button"
          class="method-choose"
          aria-disabled=${this.#busy}
          aria-expanded=${asks ? isOpen : nothing}
          aria-controls=${asks ? `${type}-details` : nothing}
          @click=${() => (asks ? this.#toggle(type) : this.#choose(type, isAbove))}
        >
          ${renderMark(mark)}
          <span class="method-name">
            ${name}${note === null ? nothing : html`<span class="method-quiet method-note">${note}</span>`}
          </span>
          <span class="method-chevron" aria-hidden="true"></span>
        </button>
        ${
          asks
            ? html`<form
                class="method-details"
                id="${type}-details"
                aria-label=${name}
                novalidate
                ?hidden=${!isOpen}
                @submit=${this.#onSubmit}
                @input=${this.#onInput}
              >
                ${this.#renderFields(type, fields, isOpen)}
                <button class="method-proceed" aria-disabled=${this.#busy}>${this.#texts.proceed}</button>
              </form>`
            : nothing
        }
      </li>
    `
  }

  /** Collapses known values into one line, so that the shopper first sees the fields to fill in. */
  #renderFields(type: string, fields: readonly MethodFieldName[], isOpen: boolean): TemplateResult {
    const known = this.#unfolded.has(type) ? [] : fields.filter((name) => this.#isKnown(name))
    const [first] = known
    return html`
      ${fields.map((name) => this.#renderField(type, name, { isOpen, isFolded: known.includes(name) }))}
      ${
        first === undefined
          ? nothing
          : html`<p class="method-known">
              <span>${this.#contactOf(known)}</span>
              <button
                type="button"
                class="method-change"
                @click=${() => this.#unfold(type, first)}
                aria-disabled=${this.#busy}
              >
                ${this.#texts.change}
              </button>
            </p>`
      }
    `
  }

  /** The e-mail address after a comma, so that it does not seem to belong to the name. */
  #contactOf(known: readonly MethodFieldName[]): string {
    return known
      .map((name) => this.#knownValue(name))
      .join(' ')
      .replace(/ (?=\S+@)/, ', ')
  }

  #unfold(type: string, first: MethodFieldName): void {
    if (this.#busy) return
    this.#unfolded.add(type)
    this.#render()
    this.#input(type, first).focus()
  }

  #isKnown(name: MethodFieldName): boolean {
    const value = this.#knownValue(name)
    return value !== '' && METHOD_FIELDS[name].validate(value).kind === 'value'
  }

  #knownValue(name: MethodFieldName): string {
    return name === 'blik_code' ? '' : (this.#customer[CUSTOMER_MEMBERS[name]] ?? '')
  }

  #renderField(
    type: string,
    name: MethodFieldName,
    { isOpen, isFolded }: { readonly isOpen: boolean; readonly isFolded: boolean },
  ): TemplateResult {
    const { type: inputType, inputMode, autocomplete, isRequired } = METHOD_FIELDS[name]
    const id = `${type}-${name}`
    const error = isOpen ? this.#errors[name] : undefined
    return html`
      <div class="method-field method-field-${name}" ?hidden=${isFolded}>
        <label for=${id}>
          ${this.#texts.labels[name]}
          ${isRequired ? nothing : html`<span class="method-quiet">(${this.#texts.optional})</span>`}
        </label>
        <input
          id=${id}
          name=${name}
          type=${inputType}
          inputmode=${inputMode}
          autocomplete=${autocomplete}
          autocapitalize=${inputType === 'email' || inputMode === 'numeric' ? 'off' : 'words'}
          spellcheck="false"
          value=${this.#knownValue(name)}
          aria-required=${isRequired}
          aria-invalid=${error !== undefined}
          aria-describedby=${`${id}-error${name === 'blik_code' ? ` ${id}-hint` : ''}`}
          ?readonly=${this.#busy}
        />
        ${name === 'blik_code' ? html`<p class="method-quiet method-hint" id="${id}-hint">${this.#texts.blikHint}</p>` : nothing}
        <p class="method-error" id="${id}-error" role="alert" ?data-wrong=${error !== undefined}>
          ${error === undefined ? nothing : this.#texts.errors[error]}
        </p>
      </div>
    `
  }

  #toggle(type: string): void {
    if (this.#busy) return
    this.#open = this.#open === type ? null : type
    this.#errors = {}
    this.#render()
    this.dispatchEvent(new CustomEvent<string | null>('method-open', { detail: this.#open }))
  }

  #choose(type: string, isAbove: boolean): void {
    if (this.#busy) return
    if (isAbove) {
      this.dispatchEvent(new CustomEvent<string>('choose-above', { detail: type }))
      return
    }
    this.#open = null
    this.#pay({ type, data: {} })
  }

  #onSubmit(event: Event): void {
    event.preventDefault()
    if (this.#busy) return
    const order = this.readOrder()
    if (order !== null) this.#pay(order)
  }

  #pay(order: MethodOrder): void {
    this.#pressed = order.type
    this.#render()
    this.dispatchEvent(new CustomEvent<MethodOrder>('pay', { detail: order }))
  }

  /** An error disappears as soon as the field is edited. The next submission validates it again. */
  #onInput({ target }: Event): void {
    const name = (target as HTMLInputElement).name as MethodFieldName
    if (this.#errors[name] === undefined) return
    const { [name]: _, ...others } = this.#errors
    this.#errors = others
    this.#renderSoon()
  }

  #onSearch({ target }: Event): void {
    this.#typed = (target as HTMLInputElement).value.trim()
    this.#renderSoon()
  }

  /** The button disappears, so the focus moves to the content that it revealed. */
  #onMore(): void {
    const [first] = this.querySelectorAll('.method[hidden]')
    this.#showsAll = true
    this.#render()
    first?.querySelector('button')?.focus()
  }

  #described(): readonly ShownMethod[] {
    return showMethods(this.#methods, this.#texts)
  }

  #input(type: string, name: MethodFieldName): HTMLInputElement {
    const input = this.querySelector<HTMLInputElement>(`#${type}-${name}`)
    if (input === null) throw new Error('The list of methods has not been rendered yet')
    return input
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sluice-method-list': MethodList
  }
}
