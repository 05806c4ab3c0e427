import type { Locale } from '@sluice/types/vocabulary'
import { ThreeDsWindows } from '../challenge/three-ds-windows.ts'
import { chooseLocale } from '../locales/choose-locale.ts'
import { pageText } from '../locales/page-text.ts'
import type { FailureCode } from '../locales/texts.ts'
import { HandshakeError, type HandshakeFailure } from '../protocol/handshake.ts'
import type { CardToPage, PaymentAnswer, Surface } from '../protocol/messages.ts'
import { parseWebAddress } from '../three-ds/web-address.ts'
import type { CheckedConfig } from './check-config.ts'
import { checkCustomer } from './check-customer.ts'
import { checkFunction, checkLocale, checkSessionId, type Settings } from './check-options.ts'
import type {
  Component,
  ComponentField,
  ComponentListeners,
  Customer,
  PaymentError,
  SubmitOptions,
  Validation,
} from './embedded-fields-api.ts'
import { FieldStates, type ComponentFieldState } from './field-states.ts'
import { findTarget } from './find-place.ts'
import { FrameHost } from './frame-host.ts'
import { frameKindOf, type FrameKind, type FrameToPage } from './frame-kind.ts'
import { HANDSHAKE_ADVICE, PaymentComponentError } from './payment-component-error.ts'
import { pending } from './pending.ts'
import { Submission } from './submission.ts'
import { warn } from './warn.ts'

type SessionStatus = Extract<CardToPage, { type: 'ready' }>['status']

/** A component of any type: what a merchant's page may ask on one side, what the frame says on the other. */
export class FrameComponent implements Component {
  readonly #listeners: ComponentListeners
  readonly #kind: FrameKind
  readonly #frame: FrameHost
  readonly #windows: ThreeDsWindows
  readonly #fields: FieldStates
  readonly #submission = new Submission()
  /** What was known of the customer beforehand, what was typed, and what was submitted; later ones go before. */
  #customers: { readonly known?: Customer; readonly typed?: Customer; readonly submitted?: Customer } = {}
  readonly #warnedOf = new Set<string>()
  #locale: Locale
  #ready = pending()
  /** A payment runs, one that began before a reload among them. */
  #isPaying = false
  #isDestroyed = false
  /** Inside a listener of the merchant's page. */
  #isTelling = false

  constructor(settings: Settings, { plan, listeners }: CheckedConfig) {
    this.#listeners = listeners
    this.#locale = chooseLocale(settings.locale, navigator.languages)
    this.#windows = new ThreeDsWindows(settings)
    this.#kind = frameKindOf(plan)
    this.#fields = new FieldStates(this.#kind.fields)
    this.#frame = new FrameHost(settings, this.#kind, this.#locale, {
      onMessage: (message) => this.#receive(message),
      onFailure: (code) => this.#fail(code, HANDSHAKE_ADVICE[code]),
      onLost: () => this.#onFrameLost(),
    })
  }

  mount(target: string | Element): Promise<void> {
    this.#refuseDestroyed()
    if (this.#frame.isShown) {
      throw new PaymentComponentError('already_mounted', 'Mounted already; call unmount first')
    }
    this.#frame.show(findTarget(target))
    return this.#ready.promise
  }

  unmount(): void {
    this.#refuseDestroyed()
    this.#frame.park()
  }

  validate(): boolean {
    this.#refuseDestroyed()
    if (!this.#isTelling) this.#frame.send({ type: 'reveal' })
    return this.#fields.invalid.length === 0
  }

  getDataWithValidation(): Validation {
    this.#refuseDestroyed()
    const errors = this.#fields.invalid.map((field) => {
      const code = this.#fields.errorOf(field)
      return { field, code, message: this.#textOf(code) }
    })
    return { valid: errors.length === 0, errors, data: this.getCustomer() }
  }

  getCustomer(): Customer {
    this.#refuseDestroyed()
    const { known, typed, submitted } = this.#customers
    return { ...known, ...typed, ...submitted }
  }

  changeLocale(locale: Locale): void {
    this.#refuseDestroyed()
    checkLocale(locale)
    this.#locale = chooseLocale(locale, [])
    this.#frame.changeLocale(this.#locale)
  }

  updateSession(sessionId: string): void {
    this.#refuseDestroyed()
    this.#submission.refuseSecond(this.#isPaying)
    checkSessionId(sessionId)
    this.#waitAgain()
    this.#frame.changeSession(sessionId)
  }

  focus(): void {
    this.#refuseDestroyed()
    this.#frame.focus()
  }

  refreshStyles(): void {
    this.#refuseDestroyed()
    this.#frame.refreshLook()
  }

  submitPayment({ customer: given, callback }: SubmitOptions = {}): void {
    this.#refuseDestroyed()
    this.#submission.refuseSecond()
    if (!this.#frame.isShown) {
      throw new PaymentComponentError('not_mounted', 'Not mounted; call mount first')
    }
    const { customer, wrongMember } = checkCustomer(given)
    checkFunction('callback', callback)
    this.#submission.begin(callback)
    // Later, as every other ending: a page may still be setting up what its callback needs.
    if (wrongMember !== null) {
      return queueMicrotask(() => this.#onFailure('customer_invalid', `customer.${wrongMember}`))
    }
    const { failure } = this.#frame
    if (failure !== null) return queueMicrotask(() => this.#fail(failure, HANDSHAKE_ADVICE[failure]))
    this.#customers = { ...this.#customers, submitted: { ...this.#customers.submitted, ...customer } }
    // A payment that was found running after a reload ends for this submission.
    if (!this.#isPaying) this.#frame.send({ type: 'submit', customer })
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.#windows.closeAll()
    this.#frame.destroy()
    this.#ready.reject(new PaymentComponentError('destroyed', 'Destroyed before it was ready'))
    this.#endSubmission({ code: 'destroyed', message: 'Destroyed while a payment ran' })
  }

  #receive(message: FrameToPage): void {
    switch (message.type) {
      case 'ready':
        return this.#onReady(message.status, message.customer)
      case 'paying':
        this.#isPaying = message.isPaying
        return
      case 'customer':
        this.#customers = { ...this.#customers, typed: message.customer }
        return
      case 'low-contrast':
        return this.#warnOfContrast(message.token, message.ratio)
      case 'state':
        return this.#onState(message)
      case 'method':
        return this.#onState({
          ...METHOD_STATE,
          valid: message.method !== null,
          empty: message.method === null,
        })
      case 'height':
        return this.#frame.setHeight(message.heightPx)
      case 'submit-request':
        return void this.#frame.submitForm()
      case 'open-surface':
        return void this.#openWindow(message.surface, message.windowSize)
      case 'close-surface':
        return this.#windows.close(message.surface)
      case 'cancel-refused':
        return this.#windows.resume()
      case 'redirect':
        return goTo(message.url)
      case 'result':
        return this.#onResult(message.response, message.returnUrl)
      case 'failure':
        return this.#onFailure(message.code, message.field)
      case 'error':
        return this.#fail(message.code as FailureCode, this.#textOf(message.code))
    }
  }

  #onReady(status: SessionStatus, customer: Customer): void {
    this.#customers = { ...this.#customers, known: customer }
    if (status === 'CREATED' || status === 'PENDING') return this.#ready.resolve()
    this.#ready.reject(
      new PaymentComponentError(
        'session_finished',
        `The session has ended (${status}): call updateSession with another one`,
      ),
    )
    this.#tellError({ code: 'session_finished', message: this.#textOf('session_not_found') })
  }

  #onState(state: ComponentFieldState): void {
    const { field, valid, empty, brand } = state
    const { isChanged, error } = this.#fields.take(state)
    if (isChanged) this.#tell(() => this.#listeners.onChange?.({ field, valid, empty, brand }))
    if (error !== null && !this.#isDestroyed)
      this.#tellError({ code: error, message: this.#textOf(error), field })
  }

  async #openWindow(surface: Surface, size: string): Promise<void> {
    try {
      const opened = await this.#windows.open(surface, size, {
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
    const callback = this.#submission.end()
    if (callback) return this.#tell(() => callback({ ...response }, null))
    // Refused data can be corrected in the form; everything else is over for this page.
    if (response.status !== 'INVALID') goTo(returnUrl)
  }

  #onFailure(failure: string, member: string | null): void {
    const error = this.#describe(failure, member)
    if (error.code === 'validation_failed') this.#frame.focus()
    else this.#tellError(error)
    this.#endSubmission(error)
  }

  #describe(failure: string, member: string | null): PaymentError {
    const field = this.#kind.fields.find((known) => known === member)
    if (failure === 'validation_failed' && field) {
      return { code: failure, message: this.#textOf(this.#fields.errorOf(field)), field }
    }
    const isCustomer = failure === 'request_refused' && member?.startsWith('customer.')
    return {
      code: isCustomer ? 'customer_invalid' : (failure as FailureCode),
      message: this.#textOf(failure),
      ...(member === null ? {} : { field: isCustomer ? toCamelCase(member) : member }),
    }
  }

  /** The component cannot be used: nobody can pay until the page does something about it. */
  #fail(code: HandshakeFailure | FailureCode, message: string): void {
    this.#ready.reject(new PaymentComponentError(code, message))
    this.#tellError({ code, message })
    this.#endSubmission({ code, message })
  }

  /** What was typed is gone with the frame, and the page hears of it. */
  #onFrameLost(): void {
    this.#isPaying = false
    this.#windows.closeAll()
    this.#waitAgain()
    for (const field of this.#fields.clear()) {
      this.#tell(() => this.#listeners.onChange?.({ field, valid: false, empty: true, brand: null }))
    }
    const message = 'Removed from the page while a payment ran'
    this.#endSubmission({ code: 'frame_removed', message })
  }

  #endSubmission(error: PaymentError): void {
    const callback = this.#submission.end()
    this.#tell(() => callback?.(null, error))
  }

  /** Whoever waits still, waits for the next. */
  #waitAgain(): void {
    const before = this.#ready
    this.#ready = pending()
    this.#ready.promise.then(before.resolve, before.reject)
  }

  #warnOfContrast(token: string, ratio: string): void {
    if (this.#warnedOf.has(token)) return
    this.#warnedOf.add(token)
    warn(`--lib-${token}: the contrast is ${ratio}:1; at least 4.5:1 is needed`)
  }

  #tellError(error: PaymentError): void {
    this.#tell(() => this.#listeners.onError?.(error))
  }

  /** What breaks in the page's own function must not keep the next one from being called. */
  #tell(call: () => void): void {
    this.#isTelling = true
    try {
      call()
    } catch (error) {
      reportError(error)
    }
    this.#isTelling = false
  }

  /** For the shopper. */
  #textOf(code: string): string {
    return pageText(this.#locale, code)
  }

  #refuseDestroyed(): void {
    if (!this.#isDestroyed) return
    throw new PaymentComponentError('destroyed', 'Destroyed; create another one')
  }
}

const METHOD_STATE: ComponentFieldState = {
  field: 'method' satisfies ComponentField,
  empty: true,
  valid: false,
  potentiallyValid: true,
  focused: false,
  brand: null,
  errorCode: null,
}

/** The gateway's word is not enough to run a script: only web addresses. */
function goTo(address: string): void {
  const url = parseWebAddress(address)
  if (url !== null) location.assign(url)
}

/** As the API names a member → as this library does. */
function toCamelCase(name: string): string {
  return name.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase())
}
