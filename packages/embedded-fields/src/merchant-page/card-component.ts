import type { Locale } from '@sluice/types/vocabulary'
import { chooseLocale, FORM_TEXTS, PAYMENT_TEXTS } from '../locales/choose-locale.ts'
import type { FailureCode, FormTexts } from '../locales/texts.ts'
import { HandshakeError, type HandshakeFailure } from '../protocol/handshake.ts'
import type { CardToPage, FieldState, PaymentAnswer, Surface } from '../protocol/messages.ts'
import { parseWebAddress } from '../three-ds/web-address.ts'
import { FIELD_NAMES, type FieldErrorCode, type FieldName } from '../validation/field-errors.ts'
import { CardFrameHost } from './card-frame-host.ts'
import { checkCallback, checkCustomer, checkLocale, checkSessionId, type Settings } from './check-options.ts'
import {
  HANDSHAKE_ADVICE,
  PaymentComponentError,
  type PaymentComponentErrorCode,
} from './payment-component-error.ts'
import { ThreeDsWindows } from '../challenge/three-ds-windows.ts'
import type {
  CardComponent,
  CardListeners,
  CardValidation,
  Customer,
  PaymentError,
  SubmitOptions,
} from './embedded-fields-api.ts'

type Submission = Pick<SubmitOptions, 'callback'>

/** What a field is before its frame has said anything. */
const UNKNOWN: Omit<FieldState, 'field'> = {
  empty: true,
  valid: false,
  potentiallyValid: true,
  focused: false,
  brand: null,
  errorCode: null,
}

/** The `card` component: what a merchant's page may ask, on one side, and what the card frame says, on the other. */
export class SluiceCardComponent implements CardComponent {
  readonly #listeners: CardListeners
  readonly #frame: CardFrameHost
  readonly #windows: ThreeDsWindows
  #locale: Locale
  #fields = initialFields()
  #customer: Customer = {}
  #submission: Submission | null = null
  #ready = pending()
  #isDestroyed = false
  /** Inside a listener of the merchant's page. */
  #isTelling = false

  constructor(settings: Settings, listeners: CardListeners) {
    this.#listeners = listeners
    this.#locale = chooseLocale(settings.locale, navigator.languages)
    this.#windows = new ThreeDsWindows(settings)
    this.#frame = new CardFrameHost(settings, this.#locale, {
      onMessage: (message) => this.#receive(message),
      onFailure: (code) => this.#fail(code, HANDSHAKE_ADVICE[code]),
      onLost: () => this.#onFrameLost(),
    })
  }

  mount(target: string | Element): Promise<void> {
    this.#refuseDestroyed()
    if (this.#frame.isShown) {
      throw new PaymentComponentError(
        'already_mounted',
        'The card form is mounted already; call unmount first',
      )
    }
    const element = typeof target === 'string' ? document.querySelector(target) : target
    if (!element?.isConnected) {
      const wanted = typeof target === 'string' ? `matches "${target}"` : 'was given that is in the document'
      throw new PaymentComponentError('element_not_found', `No element ${wanted}; mount when the page has it`)
    }
    this.#frame.show(element)
    return this.#ready.promise
  }

  unmount(): void {
    this.#refuseDestroyed()
    this.#frame.park()
  }

  validate(): boolean {
    this.#refuseDestroyed()
    if (!this.#isTelling) this.#frame.send({ type: 'reveal' })
    return this.#invalidFields().length === 0
  }

  getDataWithValidation(): CardValidation {
    this.#refuseDestroyed()
    const errors = this.#invalidFields().map((field) => {
      const code = this.#fields[field].errorCode ?? hiddenError(field, this.#fields[field].empty)
      return { field, code, message: this.#errorTexts[code] }
    })
    return { valid: errors.length === 0, errors, data: this.getCustomer() }
  }

  getCustomer(): Customer {
    this.#refuseDestroyed()
    return { ...this.#customer }
  }

  changeLocale(locale: Locale): void {
    this.#refuseDestroyed()
    checkLocale(locale)
    this.#locale = chooseLocale(locale, [])
    this.#frame.changeLocale(this.#locale)
  }

  updateSession(sessionId: string): void {
    this.#refuseDestroyed()
    this.#refuseSecondPayment()
    checkSessionId(sessionId)
    this.#ready = pending()
    this.#frame.changeSession(sessionId)
  }

  focus(): void {
    this.#refuseDestroyed()
    this.#frame.focus()
  }

  submitPayment({ customer, callback }: SubmitOptions = {}): void {
    this.#refuseDestroyed()
    this.#refuseSecondPayment()
    if (!this.#frame.isShown) {
      throw new PaymentComponentError('not_mounted', 'The card form is not mounted; call mount first')
    }
    const checked = checkCustomer(customer)
    checkCallback(callback)
    this.#customer = { ...this.#customer, ...checked }
    this.#submission = callback ? { callback } : {}
    this.#frame.send({ type: 'submit', customer: checked })
  }

  /** Removes the form, its dialog and every listener. A payment that is running ends for the page with an error. */
  destroy(): void {
    if (this.#isDestroyed) return
    const submission = this.#takeSubmission()
    this.#windows.closeAll()
    this.#frame.destroy()
    this.#isDestroyed = true
    submission?.callback?.(null, {
      code: 'destroyed',
      message: 'The card form was destroyed while a payment ran',
    })
  }

  #receive(message: CardToPage): void {
    switch (message.type) {
      case 'ready':
        this.#customer = { ...message.customer }
        return this.#ready.resolve()
      case 'state':
        return this.#onState(message)
      case 'height':
        return this.#frame.setHeight(message.heightPx)
      case 'submit-request':
        return this.#frame.submitForm()
      case 'open-surface':
        return void this.#openWindow(message.surface, message.windowSize)
      case 'close-surface':
        return this.#windows.close(message.surface)
      case 'cancel-refused':
        return this.#windows.resume()
      case 'result':
        return this.#onResult(message.response, message.returnUrl)
      case 'failure':
        return this.#onFailure(message.code, message.field)
      case 'error':
        return this.#fail(
          message.code as FailureCode,
          PAYMENT_TEXTS[this.#locale].failures[message.code as FailureCode],
        )
    }
  }

  #onState({ field, empty, valid, potentiallyValid, focused, brand, errorCode }: FieldState): void {
    const before = this.#fields[field]
    this.#fields = {
      ...this.#fields,
      [field]: { field, empty, valid, potentiallyValid, focused, brand, errorCode },
    }
    if (before.empty !== empty || before.valid !== valid || before.brand !== brand) {
      this.#tell(() => this.#listeners.onChange?.({ field, valid, empty, brand }))
    }
    if (errorCode !== null && before.errorCode !== errorCode) {
      this.#tellError({ code: errorCode, message: this.#errorTexts[errorCode], field })
    }
  }

  async #openWindow(surface: Surface, code: string): Promise<void> {
    try {
      const opened = await this.#windows.open(surface, code, {
        locale: this.#locale,
        look: this.#frame.look,
        onCancel: () => this.#frame.send({ type: 'cancel' }),
      })
      if (opened === null) return
      this.#frame.send({ type: 'surface-opened', surface, windowSize: opened.windowSize }, [opened.port])
    } catch (error) {
      const code = error instanceof HandshakeError ? error.code : 'frame_timeout'
      this.#frame.send({ type: 'surface-failed', surface, code })
    }
  }

  #onResult(response: PaymentAnswer, returnUrl: string): void {
    const submission = this.#takeSubmission()
    if (submission?.callback) return this.#tell(() => submission.callback?.({ ...response }, null))
    // Refused data can be corrected in the form; everything else is over for this page.
    const address = parseWebAddress(returnUrl)
    if (response.status !== 'INVALID' && address !== null) location.assign(address)
  }

  #onFailure(code: string, field: string | null): void {
    const submission = this.#takeSubmission()
    const error = this.#describe(code, field)
    if (code === 'validation_failed') this.#frame.focus()
    else this.#tellError(error)
    this.#tell(() => submission?.callback?.(null, error))
  }

  #describe(code: string, field: string | null): PaymentError {
    const name = FIELD_NAMES.find((known) => known === field)
    if (code === 'validation_failed' && name) {
      const shown = this.#fields[name].errorCode ?? hiddenError(name, this.#fields[name].empty)
      return { code, message: this.#errorTexts[shown], field: name }
    }
    const failure = code as FailureCode
    return {
      code: failure,
      message: PAYMENT_TEXTS[this.#locale].failures[failure],
      ...(field === null ? {} : { field }),
    }
  }

  /** The form cannot be used: nobody can pay until the page does something about it. */
  #fail(code: HandshakeFailure | FailureCode, message: string): void {
    const error = new PaymentComponentError(code, message)
    this.#ready.reject(error)
    this.#tellError({ code, message })
    this.#abandonSubmission(code, message)
  }

  #onFrameLost(): void {
    this.#fields = initialFields()
    this.#windows.closeAll()
    this.#ready = pending()
    this.#abandonSubmission('frame_removed', 'The card form was removed from the page while a payment ran')
  }

  #abandonSubmission(code: PaymentComponentErrorCode, message: string): void {
    const submission = this.#takeSubmission()
    this.#tell(() => submission?.callback?.(null, { code, message }))
  }

  #takeSubmission(): Submission | null {
    const submission = this.#submission
    this.#submission = null
    return submission
  }

  #tellError(error: PaymentError): void {
    this.#tell(() => this.#listeners.onError?.(error))
  }

  #tell(call: () => void): void {
    this.#isTelling = true
    try {
      call()
    } finally {
      this.#isTelling = false
    }
  }

  #invalidFields(): FieldName[] {
    return FIELD_NAMES.filter((field) => !this.#fields[field].valid)
  }

  get #errorTexts(): FormTexts['errors'] {
    return FORM_TEXTS[this.#locale].errors
  }

  #refuseDestroyed(): void {
    if (!this.#isDestroyed) return
    throw new PaymentComponentError('destroyed', 'This component was destroyed; create a new one')
  }

  #refuseSecondPayment(): void {
    if (this.#submission === null) return
    throw new PaymentComponentError('payment_in_progress', 'A payment is running; wait for its callback')
  }
}

/** Errors that the frame does not show yet are not told; from outside a field is missing or unfinished. */
function hiddenError(field: FieldName, isEmpty: boolean): FieldErrorCode {
  return `${field}_${isEmpty ? 'required' : 'incomplete'}`
}

function initialFields(): Readonly<Record<FieldName, FieldState>> {
  return {
    number: { ...UNKNOWN, field: 'number' },
    expiry: { ...UNKNOWN, field: 'expiry' },
    cvv: { ...UNKNOWN, field: 'cvv' },
  }
}

interface Pending {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: PaymentComponentError) => void
}

function pending(): Pending {
  let resolve: Pending['resolve'] = () => undefined
  let reject: Pending['reject'] = () => undefined
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  // Who does not await `mount` hears of it through `onError`.
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
