import { html, nothing, render, type TemplateResult } from 'lit/html.js'
import type { CardBrand } from '@sluice/types/vocabulary'
import { digitsOf } from '../../formatting/digits.ts'
import { parseExpiry } from '../../formatting/expiry.ts'
import { keepFormatted } from '../../formatting/keep-formatted.ts'
import { formTexts } from '../../locales/en-US.ts'
import type { FormTexts } from '../../locales/texts.ts'
import { brandRules } from '../../validation/card-brand.ts'
import { FIELD_NAMES, type FieldErrorCode, type FieldName } from '../../validation/field-errors.ts'
import { brandIcon, WARNING_ICON } from './brand-icons.ts'
import { FIELDS, type FieldContext } from './fields.ts'

/** What may be known of a field outside the document that holds it. */
export interface FieldView {
  readonly empty: boolean
  readonly valid: boolean
  readonly potentiallyValid: boolean
  readonly focused: boolean
  /** The error that is shown; a field may be invalid without showing it yet. */
  readonly errorCode: FieldErrorCode | null
  /** Of the number field, once only one is possible. */
  readonly brand: CardBrand | null
}

/** What seals into the four members of a card. Never stored. */
export interface CardValues {
  readonly number: string
  readonly cvv: string
  readonly expirationMonth: string
  readonly expirationYear: string
}

/** Why a field is judged again: this decides which of its errors may be shown. */
type Occasion = 'input' | 'blur' | 'brand-change' | 'reveal'

const UNTOUCHED: FieldView = {
  empty: true,
  valid: false,
  potentiallyValid: true,
  focused: false,
  errorCode: null,
  brand: null,
}

const NO_VIEWS: Readonly<Record<FieldName, FieldView>> = {
  number: UNTOUCHED,
  expiry: UNTOUCHED,
  cvv: UNTOUCHED,
}

/**
 * The card form: number, expiry date and security code, with their labels and errors.
 *
 * It renders into its own light DOM, because password managers do not look into shadow roots, and its inputs are uncontrolled: no
 * value is ever written to an attribute or kept anywhere else.
 *
 * @summary Card number, expiry date and security code.
 * @event field-view - A field's state changed; `detail` is its name. Carries no card data.
 * @event submit-request - Enter was pressed in a field.
 */
export class CardForm extends HTMLElement {
  /** Milliseconds since the epoch, by the gateway's clock once that is known. */
  now: () => number = Date.now
  #texts = formTexts
  #acceptedBrands: readonly string[] | null = null
  #busy = false
  #views = NO_VIEWS
  #announcement = ''
  #isRenderingSoon = false
  #attached = new AbortController()

  /** Everything the form says. */
  set texts(texts: FormTexts) {
    this.#texts = texts
    this.#renderSoon()
  }

  /** Brands the session can be paid with; null for any. Fields filled before are judged again. */
  set acceptedBrands(brands: readonly string[] | null) {
    this.#acceptedBrands = brands
    if (!this.#views.number.empty) this.#judge('number', 'input')
  }

  /** While a payment runs nothing can be changed. */
  set busy(busy: boolean) {
    this.#busy = busy
    this.#renderSoon()
  }

  viewOf(name: FieldName): FieldView {
    return this.#views[name]
  }

  focusField(name: FieldName = this.#firstInvalid() ?? 'number'): void {
    this.#input(name).focus()
  }

  /** Shows what is wrong with each field. @returns the first field that is, in the order of the form. */
  reveal(): FieldName | null {
    for (const name of FIELD_NAMES) this.#judge(name, 'reveal')
    const wrong = FIELD_NAMES.filter((name) => !this.#views[name].valid)
    this.#announce(wrong.length > 1 ? this.#texts.checkFields : '')
    return wrong[0] ?? null
  }

  /** Shows an error that only the service could find; it goes away with the next change of the field. */
  showError(name: FieldName, errorCode: FieldErrorCode): void {
    this.#setView(name, { ...this.#views[name], valid: false, errorCode })
    this.#announceError(name)
  }

  /** Reads the card, for sealing it at once. Call it only when {@link reveal} found nothing. */
  readCard(): CardValues {
    const { month, year } = parseExpiry(this.#input('expiry').value)
    return {
      number: digitsOf(this.#input('number').value),
      cvv: digitsOf(this.#input('cvv').value),
      expirationMonth: String(Number(month)),
      expirationYear: year,
    }
  }

  clear(): void {
    for (const name of FIELD_NAMES) {
      this.#input(name).value = ''
      this.#setView(name, { ...UNTOUCHED, focused: this.#views[name].focused })
    }
    this.#announce('')
  }

  connectedCallback(): void {
    this.#render()
    this.#attached = new AbortController()
    for (const name of FIELD_NAMES) {
      const { format, caret } = FIELDS[name]
      const formatted = {
        caret,
        format: (text: string, deleting: boolean) => format(text, deleting, this.#context()),
      }
      keepFormatted(this.#input(name), formatted, this.#attached.signal)
    }
  }

  disconnectedCallback(): void {
    this.#attached.abort()
    this.clear()
  }

  /** Several changes of one task are drawn once. */
  #renderSoon(): void {
    if (this.#isRenderingSoon || !this.isConnected) return
    this.#isRenderingSoon = true
    queueMicrotask(() => {
      this.#isRenderingSoon = false
      this.#render()
    })
  }

  #render(): void {
    const template = html`
      <form
        class="card-form"
        action="#"
        novalidate
        aria-busy=${this.#busy}
        @submit=${(event: Event) => event.preventDefault()}
        @keydown=${this.#onKeydown}
        @input=${this.#onInput}
        @change=${this.#onInput}
        @focusin=${this.#onFocusChange}
        @focusout=${this.#onFocusChange}
      >
        ${FIELD_NAMES.map((name) => this.#renderField(name))}
        <p class="visually-hidden" role="status" aria-live="polite">${this.#announcement}</p>
      </form>
    `
    render(template, this, { host: this })
  }

  #renderField(name: FieldName): TemplateResult {
    const { id, autocomplete, enterKeyHint } = FIELDS[name]
    const { errorCode } = this.#views[name]
    return html`
      <div class="field field-${name}">
        <label for=${id}>${this.#texts.labels[name]}</label>
        <div class="box">
          <input
            id=${id}
            name=${id}
            type="text"
            inputmode="numeric"
            autocomplete=${autocomplete}
            enterkeyhint=${enterKeyHint}
            autocapitalize="off"
            autocorrect="off"
            spellcheck="false"
            placeholder=${this.#texts.placeholders[name]}
            aria-required="true"
            aria-invalid=${errorCode !== null}
            aria-describedby="${id}-error"
            ?readonly=${this.#busy}
          />
          ${
            name === 'number'
              ? html`<svg class="brand" viewBox="0 0 34 22" aria-hidden="true">
                  ${brandIcon(this.#views.number.brand)}
                </svg>`
              : nothing
          }
        </div>
        <p class="error" id="${id}-error">
          ${errorCode === null ? nothing : html`${WARNING_ICON}<span>${this.#texts.errors[errorCode]}</span>`}
        </p>
      </div>
    `
  }

  #onInput({ target }: Event): void {
    const name = nameOf(target)
    if (name === null) return
    this.#judge(name, 'input')
    if (name === 'number') this.#fitCvvToBrand()
    this.#announceError(name)
  }

  /** Another brand may print fewer digits. */
  #fitCvvToBrand(): void {
    const input = this.#input('cvv')
    const fitting = FIELDS.cvv.format(input.value, false, this.#context())
    if (fitting !== input.value) input.value = fitting
    this.#judge('cvv', 'brand-change')
  }

  #onFocusChange({ target, type }: Event): void {
    const name = nameOf(target)
    if (name === null) return
    const focused = type === 'focusin'
    this.#setView(name, { ...this.#views[name], focused })
    if (focused) return
    this.#judge(name, 'blur')
    this.#announceError(name)
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    this.dispatchEvent(new CustomEvent('submit-request'))
  }

  #judge(name: FieldName, occasion: Occasion): void {
    const { value } = this.#input(name)
    const verdict = FIELDS[name].judge(value, this.#context())
    const shown = this.#views[name].errorCode
    const errors: Record<Occasion, FieldErrorCode | null> = {
      // While typing, only what no further digit can mend.
      input: verdict.potentiallyValid ? null : verdict.errorCode,
      // Passing through an empty field is no mistake.
      blur: value === '' || verdict.valid ? shown : verdict.errorCode,
      'brand-change': verdict.valid ? null : shown,
      reveal: verdict.errorCode,
    }
    this.#setView(name, {
      empty: value === '',
      valid: verdict.valid,
      potentiallyValid: verdict.potentiallyValid,
      focused: this.#views[name].focused,
      errorCode: errors[occasion],
      brand: name === 'number' ? brandRules(digitsOf(value)).brand : null,
    })
  }

  #setView(name: FieldName, view: FieldView): void {
    const before = this.#views[name]
    const keys = Object.keys(view) as (keyof FieldView)[]
    if (keys.every((key) => view[key] === before[key])) return
    this.#views = { ...this.#views, [name]: view }
    this.#renderSoon()
    this.dispatchEvent(new CustomEvent<FieldName>('field-view', { detail: name }))
  }

  /** For whoever cannot see the text under the field appear. */
  #announceError(name: FieldName): void {
    const { errorCode } = this.#views[name]
    this.#announce(errorCode === null ? '' : this.#texts.errors[errorCode])
  }

  #announce(text: string): void {
    this.#announcement = text
    this.#renderSoon()
  }

  #firstInvalid(): FieldName | undefined {
    return FIELD_NAMES.find((name) => !this.#views[name].valid)
  }

  #context(): FieldContext {
    return {
      number: this.#input('number').value,
      acceptedBrands: this.#acceptedBrands,
      nowMs: this.now(),
    }
  }

  #input(name: FieldName): HTMLInputElement {
    const input = this.querySelector<HTMLInputElement>(`#${FIELDS[name].id}`)
    if (input === null) throw new Error('The card form has not been rendered yet')
    return input
  }
}

function nameOf(target: EventTarget | null): FieldName | null {
  const { id } = target as HTMLElement
  return FIELD_NAMES.find((name) => FIELDS[name].id === id) ?? null
}

declare global {
  interface HTMLElementTagNameMap {
    'sluice-card-form': CardForm
  }
}
