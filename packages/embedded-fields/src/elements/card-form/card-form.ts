import { digitsOf } from '../../formatting/digits.ts'
import { parseExpiry } from '../../formatting/expiry.ts'
import { keepFormatted } from '../../formatting/keep-formatted.ts'
import { FORM_TEXTS, type FormTexts } from '@sluice/texts/card-form'
import type { CardValues } from '../../payment/payment-order.ts'
import { fieldsOf, PLAIN_CARD, presenceOf, type FormPlan } from '../../protocol/form-plan.ts'
import { brandRules, rulesOfBrand } from '../../validation/card-brand.ts'
import type { FieldErrorCode, FieldName } from '../../validation/field-errors.ts'
import { validateExpiry } from '../../validation/validate-expiry.ts'
import { mayBecomeNumber } from '../../validation/validate-holder.ts'
import { make, setText } from '../make.ts'
import { brandIcon } from './brand-icons.ts'
import { makeFieldRow, type FieldRow } from './field-row.ts'
import { errorToShow, UNTOUCHED, type FieldView, type Occasion } from './field-view.ts'
import { FIELDS, type FieldContext } from './fields.ts'
import { expiryOf, makeSavedCardLine, SAVED_CARD_ID } from './saved-card-line.ts'

/** The fields that hold no card data: who pays. */
export interface Holder {
  readonly holderName: string
  readonly holderEmail: string
}

const HOLDER_FIELDS = ['holderName', 'holderEmail'] as const

/**
 * The card form: the fields of its plan, with their labels and errors.
 *
 * It renders into its own light DOM, because password managers do not look into shadow roots, and it is built once: what
 * changes later are texts and attributes, so nothing is replaced while the shopper types.
 *
 * @summary Card number, expiry date, security code, and what else the plan asks for.
 * @event field-view - A field's state changed; `detail` is its name. Carries no card data.
 * @event field-edit - The shopper typed in a field; `detail` is its name.
 * @event holder-change - The reportable part of the holder's name has changed; see {@link CardForm.readHolder}.
 * @event submit-request - Enter was pressed in a field.
 */
export class CardForm extends HTMLElement {
  /** The current time in milliseconds since the epoch, by the gateway's clock once it is known. */
  now: () => number = Date.now
  /** The fields of the form, in their order. */
  readonly names: readonly FieldName[]
  readonly #plan: FormPlan
  readonly #rows: Readonly<Partial<Record<FieldName, FieldRow>>>
  readonly #form: HTMLFormElement
  /** Drawn once the fields exist, because a browser treats a picture as a document. */
  readonly #icon = make('img', { class: 'brand', alt: '', loading: 'lazy' })
  readonly #expiry = make('span')
  readonly #saveCard = make('input', { type: 'checkbox' })
  readonly #saveCardText = make('span')
  /** Placed behind the form, because it is unrelated to the fields. */
  readonly #saveCardRow = make(
    'label',
    { class: 'save-card', hidden: '' },
    this.#saveCard,
    this.#saveCardText,
  )
  /** Visible status messages: the connection is lost, the order has changed. */
  readonly #notice = make('p', { class: 'notice', 'aria-live': 'polite' })
  /** Covers the fields once nothing can be paid with them. */
  readonly #closed = make('p', { class: 'error closed', role: 'alert' })
  /** Announcements for shoppers who cannot see the text that appears under a field. */
  readonly #announcement = make('p', { class: 'visually-hidden', role: 'status' })
  #texts: FormTexts = FORM_TEXTS['en-US']
  #acceptedBrands: readonly string[] | null = null
  #offersSaving = false
  #busy = false
  #views: Partial<Record<FieldName, FieldView>> = {}
  /** Fields whose latest edit was reported by an "input" event. */
  readonly #heard = new Set<FieldName>()
  #isRenderingSoon = false

  constructor(plan: FormPlan = PLAIN_CARD) {
    super()
    this.#plan = plan
    this.names = fieldsOf(plan)
    const isSaved = plan.component === 'saved-card'
    this.#rows = Object.fromEntries(
      this.names.map((name, index) => [
        name,
        makeFieldRow(name, {
          isRequired: presenceOf(plan, name) === 'required',
          isLast: index === this.names.length - 1,
          description: isSaved ? SAVED_CARD_ID : '',
        }),
      ]),
    )
    this.#rows.number?.box.append(this.#icon)
    this.#form = make(
      'form',
      {
        class: 'card-form',
        'data-layout': plan.component === 'card' ? plan.layout : null,
        action: '#',
        novalidate: '',
        'aria-labelledby': isSaved ? SAVED_CARD_ID : null,
      },
      ...(isSaved ? [makeSavedCardLine(plan.savedCard, this.#expiry)] : []),
      ...this.names.map((name) => this.#row(name).element),
      this.#notice,
      this.#closed,
      this.#announcement,
    )
    this.#listen()
    this.offersSaving = this.#hasRoomToSave
  }

  /** All texts of the form. */
  set texts(texts: FormTexts) {
    this.#texts = texts
    this.#renderSoon()
  }

  /** The accepted brands of the session; null for any. Setting them validates filled fields again. */
  set acceptedBrands(brands: readonly string[] | null) {
    this.#acceptedBrands = brands
    if (!this.viewOf('number').empty) this.#validate('number', 'input')
  }

  /** Whether the session lets the shopper decide if the card is saved. Reserved space remains. */
  set offersSaving(isOffered: boolean) {
    this.#offersSaving = isOffered
    this.#saveCardRow.hidden = !isOffered && !this.#hasRoomToSave
    this.#saveCardRow.style.visibility = isOffered ? '' : 'hidden'
  }

  /** Whether the shopper wants the card to be saved; undefined if the session does not ask. */
  get savesCard(): boolean | undefined {
    return this.#offersSaving ? this.#saveCard.checked : undefined
  }

  /** Disables all fields during a payment. */
  set busy(busy: boolean) {
    this.#busy = busy
    this.#renderSoon()
  }

  /** A line under the form that is visible and announced; empty for none. */
  set notice(text: string) {
    setText(this.#notice, text)
  }

  /** The reason why nothing can be paid here, shown over the unusable fields. Empty while something can be paid. */
  set closed(text: string) {
    setText(this.#closed, text)
    this.#renderSoon()
  }

  viewOf(name: FieldName): FieldView {
    return this.#views[name] ?? UNTOUCHED
  }

  /** Returns the error of a field, even if it is not shown yet; null if the field is valid. */
  faultOf(name: FieldName): FieldErrorCode | null {
    return (
      this.viewOf(name).errorCode ??
      FIELDS[name].validate(this.#valueOf(name), this.#contextOf(name)).errorCode
    )
  }

  /** Moves the focus to the first invalid field, or to the first one. */
  focusField(): void {
    this.#row(this.#wrongNames()[0] ?? this.names[0] ?? 'cvv').input.focus()
  }

  /**
   * Shows the error of each field. Several are announced by their labels; one is read with its field.
   *
   * @returns the first field that is wrong, in the order of the form.
   */
  reveal(): FieldName | null {
    for (const name of this.names) this.#validate(name, 'reveal')
    const wrong = this.#wrongNames()
    const { checkFields, labels } = this.#texts
    this.#announce(wrong.length > 1 ? `${checkFields}: ${wrong.map((name) => labels[name]).join(', ')}` : '')
    this.#render()
    return wrong[0] ?? null
  }

  /** Shows an error that only the service could detect. It disappears with the next change of the field. */
  showError(name: FieldName, errorCode: FieldErrorCode): void {
    // For a saved card, only the code is typed.
    const shown = this.names.includes(name) ? name : 'cvv'
    const isTold = shown === name || errorCode === 'expiry_past'
    this.#setView(shown, {
      ...this.viewOf(shown),
      valid: false,
      errorCode: isTold ? errorCode : 'cvv_invalid',
    })
    this.#announceError(shown)
  }

  /** Reads the card, for sealing it at once. Call it only when {@link reveal} found nothing. */
  readCard(): CardValues {
    const { month, year } = parseExpiry(this.#valueOf('expiry'))
    return {
      number: digitsOf(this.#valueOf('number')),
      cvv: this.readCvv(),
      expirationMonth: String(Number(month)),
      expirationYear: year,
    }
  }

  /** Returns the data for a payment with a saved card. */
  readCvv(): string {
    return digitsOf(this.#valueOf('cvv'))
  }

  /**
   * Returns the valid typed values about the holder; empty for invalid ones and for hidden fields.
   *
   * @param isTold - whether the page receives it: a value with many digits only after its field has lost the focus.
   */
  readHolder(isTold = false): Holder {
    const [holderName = '', holderEmail = ''] = HOLDER_FIELDS.map((name) => {
      const { valid, focused } = this.viewOf(name)
      const value = valid ? this.#valueOf(name).trim() : ''
      return isTold && focused && mayBecomeNumber(value) ? '' : value
    })
    return { holderName, holderEmail }
  }

  /** Fills in known values if nothing has been typed. */
  prefill(holder: Holder): void {
    for (const name of HOLDER_FIELDS) {
      const row = this.#rows[name]
      if (!row || row.input.value !== '') continue
      row.input.value = holder[name]
      this.#validate(name, 'context')
    }
  }

  /** Clears the card data, and keeps the typed data of the holder, which may be needed again. */
  clear(): void {
    for (const name of this.names) {
      if (!HOLDER_FIELDS.some((known) => known === name)) this.#row(name).input.value = ''
      this.#setView(name, { ...UNTOUCHED, focused: this.viewOf(name).focused })
      this.#validate(name, 'context')
    }
    this.#saveCard.checked = false
    this.#announce('')
  }

  connectedCallback(): void {
    this.append(this.#form, this.#saveCardRow)
    for (const name of this.names) this.#validate(name, 'context')
    // No input can fix an expired saved card, so the error appears at once.
    if (this.#contextOf('cvv').isExpired) this.#validate('cvv', 'input')
    this.#render()
  }

  disconnectedCallback(): void {
    this.clear()
  }

  #listen(): void {
    const form = this.#form
    for (const type of ['input', 'change']) form.addEventListener(type, (event) => this.#onInput(event))
    for (const type of ['focusin', 'focusout'])
      form.addEventListener(type, (event) => this.#onFocusChange(event))
    form.addEventListener('keydown', (event) => this.#onKeydown(event))
    form.addEventListener('submit', (event) => event.preventDefault())
    for (const name of this.names) {
      const { format, caret } = FIELDS[name]
      if (format === null) continue
      keepFormatted(this.#row(name).input, {
        caret,
        format: (text, deleting) => format(text, deleting, this.#contextOf(name)),
      })
    }
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

  #render(): void {
    const texts = this.#texts
    this.#form.ariaBusy = String(this.#busy)
    const isClosed = this.#closed.textContent !== ''
    this.#saveCard.disabled = this.#busy || isClosed
    setText(this.#saveCardText, texts.saveCard)
    for (const name of this.names) {
      const row = this.#row(name)
      row.show(this.viewOf(name), texts, this.#busy)
      row.input.disabled = isClosed
    }
    const icon = brandIcon(this.viewOf('number').brand)
    if (this.#icon.src !== icon) this.#icon.src = icon
    if (this.#plan.component === 'saved-card') {
      const isExpired = this.#contextOf('cvv').isExpired
      this.#expiry.classList.toggle('expired', isExpired)
      const label = isExpired ? texts.expired : texts.expires
      setText(this.#expiry, `${label} ${expiryOf(this.#plan.savedCard)}`)
    }
  }

  #onInput({ target, type }: Event): void {
    const name = this.#nameOf(target)
    if (name === null) return
    // Browsers fire "change" again when a field loses the focus. It is ignored after an "input" event.
    const isEcho = type === 'change' && this.#heard.delete(name)
    if (type === 'input') this.#heard.add(name)
    if (isEcho) return
    this.#validate(name, 'input')
    if (name === 'number') this.#fitCvvToBrand()
    this.#announceError(name)
    this.dispatchEvent(new CustomEvent<FieldName>('field-edit', { detail: name }))
    this.#tellHolder(name)
  }

  #tellHolder(name: FieldName): void {
    if (HOLDER_FIELDS.some((known) => known === name)) this.dispatchEvent(new CustomEvent('holder-change'))
  }

  /** Another brand may have a shorter security code. */
  #fitCvvToBrand(): void {
    const { input } = this.#row('cvv')
    const fitting = FIELDS.cvv.format?.(input.value, false, this.#contextOf('cvv')) ?? ''
    if (fitting !== input.value) input.value = fitting
    this.#validate('cvv', 'context')
  }

  #onFocusChange({ target, type }: Event): void {
    const name = this.#nameOf(target)
    if (name === null) return
    const focused = type === 'focusin'
    this.#setView(name, { ...this.viewOf(name), focused })
    if (focused) return
    const { errorCode } = this.viewOf(name)
    this.#validate(name, 'blur')
    // An earlier announcement is not interrupted.
    if (this.viewOf(name).errorCode !== errorCode) this.#announceError(name)
    // Withheld values are reported now.
    this.#tellHolder(name)
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing || this.#nameOf(event.target) === null) return
    event.preventDefault()
    this.dispatchEvent(new CustomEvent('submit-request'))
  }

  #validate(name: FieldName, occasion: Occasion): void {
    const value = this.#valueOf(name)
    const verdict = FIELDS[name].validate(value, this.#contextOf(name))
    const { errorCode: shown, focused } = this.viewOf(name)
    const isEmpty = value === ''
    this.#setView(name, {
      empty: isEmpty,
      valid: verdict.valid,
      potentiallyValid: verdict.potentiallyValid,
      focused,
      errorCode: errorToShow(occasion, verdict, { isEmpty, shown }),
      brand: name === 'number' ? brandRules(digitsOf(value)).brand : null,
    })
  }

  #setView(name: FieldName, view: FieldView): void {
    const before = this.viewOf(name)
    const keys = Object.keys(view) as (keyof FieldView)[]
    if (keys.every((key) => view[key] === before[key])) return
    this.#views = { ...this.#views, [name]: view }
    this.#renderSoon()
    this.dispatchEvent(new CustomEvent<FieldName>('field-view', { detail: name }))
  }

  #announceError(name: FieldName): void {
    const { errorCode } = this.viewOf(name)
    this.#announce(errorCode === null ? '' : this.#texts.errors[errorCode])
  }

  #announce(text: string): void {
    setText(this.#announcement, text)
  }

  #wrongNames(): readonly FieldName[] {
    return this.names.filter((name) => !this.viewOf(name).valid)
  }

  #contextOf(name: FieldName): FieldContext {
    const plan = this.#plan
    const nowMs = this.now()
    const isSaved = plan.component === 'saved-card'
    return {
      cvvLengths: (isSaved
        ? rulesOfBrand(plan.savedCard.cardBrand)
        : brandRules(digitsOf(this.#valueOf('number')))
      ).cvvLengths,
      acceptedBrands: this.#acceptedBrands,
      nowMs,
      isRequired: presenceOf(plan, name) === 'required',
      isExpired: isSaved && validateExpiry(expiryOf(plan.savedCard), nowMs).errorCode === 'expiry_past',
    }
  }

  get #hasRoomToSave(): boolean {
    return this.#plan.component === 'card' && this.#plan.saveCard
  }

  #valueOf(name: FieldName): string {
    return this.#row(name).input.value
  }

  #row(name: FieldName): FieldRow {
    const row = this.#rows[name]
    if (!row) throw new Error(`This form has no field ${name}`)
    return row
  }

  #nameOf(target: EventTarget | null): FieldName | null {
    return this.names.find((name) => this.#rows[name]?.input === target) ?? null
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sluice-card-form': CardForm
  }
}
