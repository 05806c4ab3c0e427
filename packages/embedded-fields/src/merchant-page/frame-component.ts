import type { Locale } from '@sluice/types/vocabulary'
import { ThreeDsWindows } from '../challenge/three-ds-windows.ts'
import { chooseLocale, preferredLocales } from '../locales/choose-locale.ts'
import { customerText, addTexts, pageText } from '../locales/page-text.ts'
import type { PageTextName } from '../locales/page-texts.ts'
import type { FailureCode } from '@sluice/texts/card-form'
import type { CardToPage, PaymentAnswer } from '../protocol/messages.ts'
import { parseWebAddress } from '../three-ds/web-address.ts'
import type { CheckedConfig } from './check-config.ts'
import { checkCustomer } from './check-customer.ts'
import { checkFunction, checkLocale, checkSessionId, type Settings } from './check-options.ts'
import type { Follower, Progress } from './choose-followers.ts'
import type {
  Component,
  ComponentField,
  ComponentListeners,
  Customer,
  PaymentError,
  SubmitOptions,
  Validation,
} from './embedded-fields-api.ts'
import { FieldStates, type ComponentFieldState, type FieldFault } from './field-states.ts'
import { findTarget } from './find-place.ts'
import { FrameHost } from './frame-host.ts'
import { membersOf } from './members.ts'
import { frameKindOf, type FrameKind, type FrameToPage } from './frame-kind.ts'
import { ADVICE, PaymentComponentError, type PaymentComponentErrorCode } from './payment-component-error.ts'
import { pending } from './pending.ts'
import { Submission } from './submission.ts'
import { complain } from './warn.ts'

type Ready = Extract<CardToPage, { type: 'ready' }>

type OpenSurface = Extract<CardToPage, { type: 'open-surface' }>

/** A component of any type, between the calls of a merchant's page and the messages of the frame. */
export class FrameComponent implements Component, Follower {
  readonly #listeners: ComponentListeners
  readonly #kind: FrameKind
  readonly #frame: FrameHost
  readonly #windows: ThreeDsWindows
  readonly #fields: FieldStates
  readonly #submission = new Submission()
  /** The known, the typed and the submitted data of the customer; later ones take precedence. */
  #customers: { readonly known?: Customer; readonly typed?: Customer; readonly submitted?: Customer } = {}
  readonly #complainedOf = new Set<string>()
  readonly #onProgress: (isDestroyed?: boolean) => void
  #progress: Progress = 'unknown'
  #locale: Locale
  readonly #origin: string
  #ready = pending()
  /** Whether a payment runs, including one that began before a reload. */
  #isPaying = false
  /** Whether something was sent since the last outcome. */
  #hasPaid = false
  /** The session to continue with once the running payment has ended. */
  #nextSessionId: string | null = null
  #isDestroyed = false
  /** Whether a listener of the merchant's page is running. */
  #isTelling = false

  constructor(
    settings: Settings,
    { plan, listeners }: CheckedConfig,
    onProgress: (isDestroyed?: boolean) => void,
  ) {
    this.#onProgress = onProgress
    this.#origin = settings.origin
    this.#listeners = listeners
    const preferences = preferredLocales(settings.locale, navigator.languages)
    this.#locale = chooseLocale(preferences)
    this.#windows = new ThreeDsWindows(settings.clientKey)
    this.#kind = frameKindOf(plan)
    this.#fields = new FieldStates(this.#kind.fields)
    this.#frame = new FrameHost(settings, this.#kind, preferences, {
      onMessage: (message) => this.#receive(message),
      onFailure: (code) => this.#fail(code),
      onLate: () => this.#waitAgain(),
      onLost: () => this.#onFrameLost(),
    })
  }

  get sessionId(): string {
    return this.#frame.sessionId
  }

  get hasDialog(): boolean {
    return !this.#kind.isApart
  }

  /** A component that is not mounted is not waited for. */
  get progress(): Progress {
    if (this.#isPaying) return 'paying'
    return this.#progress === 'unknown' && !this.#frame.isShown ? 'none' : this.#progress
  }

  /** @param follows - Whether this component continues the running payment; otherwise another one does. */
  settle(follows: boolean): void {
    if (this.#progress !== 'held' && this.#progress !== 'elsewhere') return
    this.#progress = 'none'
    if (!follows) {
      return this.#endSubmission({ code: 'payment_in_progress', message: 'A payment is running' })
    }
    this.#isPaying = true
    this.#frame.send({ type: 'follow' })
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
      const { code, message } = this.#faultOf(field)
      return { field, code, message }
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
    const preferences = preferredLocales(locale, [])
    this.#locale = chooseLocale(preferences)
    this.#frame.changeLocale(preferences)
  }

  updateSession(sessionId: string): void {
    this.#refuseDestroyed()
    checkSessionId(sessionId)
    this.#nextSessionId = sessionId
    this.#goOnWithSession()
  }

  focus(): void {
    this.#refuseDestroyed()
    this.#frame.focus()
  }

  refreshStyles(): void {
    this.#refuseDestroyed()
    this.#frame.refreshLook()
  }

  submitPayment(options: SubmitOptions = {}): void {
    this.#refuseDestroyed()
    membersOf('options', options, ['customer', 'callback'])
    const { customer: given, callback } = options ?? {}
    this.#submission.refuseSecond()
    if (!this.#frame.isShown) {
      throw new PaymentComponentError('not_mounted', 'Not mounted; call mount first')
    }
    const { customer, wrongMember } = checkCustomer(given)
    checkFunction('callback', callback)
    this.#submission.begin(callback)
    // Reported later, like every other outcome, because a page may still be setting up what its callback needs.
    if (wrongMember !== null) {
      return queueMicrotask(() => this.#onFailure('customer_invalid', `customer.${wrongMember}`))
    }
    const { failure } = this.#frame
    if (failure !== null) return queueMicrotask(() => this.#fail(failure))
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
    // Other components may have waited for this one's knowledge.
    this.#onProgress(true)
  }

  #receive(message: FrameToPage): void {
    switch (message.type) {
      case 'ready':
        return this.#onReady(message)
      case 'paying':
        this.#isPaying = message.isPaying
        if (message.isPaying) this.#setProgress('none', true)
        return this.#goOnWithSession()
      case 'customer':
        this.#customers = { ...this.#customers, typed: message.customer }
        return
      case 'speaks':
        this.#locale = addTexts(message.locale, message.texts)
        return this.#frame.entitle(this.#locale)
      case 'style-fault':
        return this.#frame.warnOfStyle(message.token, message.ratio)
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
      case 'look-here':
        return this.#frame.bringIntoView(message)
      case 'submit-request':
        return void this.#frame.submitForm()
      case 'open-surface':
        return void this.#openWindow(message)
      case 'close-surface':
        return this.#windows.close(message.surface)
      case 'cancel-refused':
        return this.#windows.resume()
      case 'redirect':
        return goTo(message.url)
      case 'result':
        return this.#onResult(message.response, message.returnUrl)
      case 'failure': {
        // A lost request may still arrive. The frame reports it then.
        const isLost = this.#hasPaid && message.code === 'network_error'
        this.#setProgress(isLost ? 'unknown' : 'none', isLost)
        return this.#onFailure(message.code, message.field, message.message)
      }
      case 'error':
        return this.#fail(message.code as FailureCode, message.message)
    }
  }

  #onReady({ status, customer, resumes }: Ready): void {
    // After a payment was sent, it only determines which component follows the running one.
    const hasPaid = this.#hasPaid
    this.#setProgress(status !== 'PENDING' ? 'none' : resumes ? 'held' : 'elsewhere')
    this.#customers = { ...this.#customers, known: customer }
    // An error follows, which reports it.
    if (status !== 'CREATED' && status !== 'PENDING') return
    this.#ready.resolve()
    if (!hasPaid) this.#tell(() => this.#listeners.onReady?.())
  }

  #onState(state: ComponentFieldState): void {
    const { field, valid, empty, brand } = state
    const { isChanged, focus, error } = this.#fields.take(state)
    if (isChanged) this.#tell(() => this.#listeners.onChange?.({ field, valid, empty, brand }))
    if (focus === 'focus') this.#tell(() => this.#listeners.onFocus?.({ field }))
    if (focus === 'blur') this.#tell(() => this.#listeners.onBlur?.({ field }))
    if (error) this.#tellError({ ...error, field })
  }

  async #openWindow({ surface, windowSize, methodsUrl }: OpenSurface): Promise<void> {
    try {
      const opened = await this.#windows.open(surface, windowSize, {
        // A frame with foreign scripts must not choose which page is shown. Only this code does.
        methodsUrl: this.#frame.methodsUrl ?? methodsUrl,
        locale: this.#locale,
        look: () => this.#frame.look,
        onCancel: () => this.#frame.send({ type: 'cancel' }),
      })
      if (opened === null) return
      this.#frame.send({ type: 'surface-opened', surface, windowSize: opened.windowSize }, [opened.port])
    } catch {
      this.#frame.send({ type: 'surface-failed', surface })
    }
  }

  #onResult(response: PaymentAnswer, returnUrl: string): void {
    const callback = this.#submission.end()
    const { onComplete } = this.#listeners
    const isOver = response.status !== 'INVALID' && !response.correctable
    this.#setProgress(isOver ? 'over' : 'none')
    // The form marks the invalid field, and moves the focus there.
    if (!isOver) this.#frame.focus()
    this.#call(() => callback?.({ ...response }, null))
    this.#tell(() => onComplete?.({ ...response }))
    this.#goOnWithSession()
    if (callback || onComplete) return
    // Rejected data can be corrected in the form. In all other cases, this page is finished.
    if (isOver) goTo(returnUrl)
  }

  #onFailure(code: string, member: string | null, message = ''): void {
    const error = this.#describe(code, member, message)
    if (error.code === 'validation_failed') this.#frame.focus()
    else this.#tellError(error)
    this.#endSubmission(error)
  }

  #describe(code: string, member: string | null, message: string): PaymentError {
    const [, customerMember] = /^customer\.(.+)/.exec(member ?? '') ?? []
    if (customerMember !== undefined) {
      const name = toCamelCase(customerMember)
      const message = customerText(this.#locale, name)
      return { code: 'customer_invalid', message, field: `customer.${name}` }
    }
    return { code: code as FailureCode, message, ...(member !== null && { field: member }) }
  }

  #faultOf(
    field: ComponentField,
  ): FieldFault | { readonly code: 'validation_failed'; readonly message: string } {
    const message = pageText(this.#locale, 'request_refused')
    return this.#fields.faultOf(field) ?? { code: 'validation_failed', message }
  }

  /** Marks the component as unusable until the page intervenes. */
  #fail(
    code: PaymentComponentErrorCode,
    message: string = pageText(this.#locale, SHOPPER_TEXTS[code] ?? 'service_unavailable'),
  ): void {
    this.#setProgress('none')
    // The second origin is known once a frame has answered.
    const methods = this.#frame.methodsUrl ?? 'SLUICE_METHODS_URL'
    const origins = code === 'frame_blocked' ? ` ${this.#origin} and ${methods}` : ''
    const advice = ADVICE[code] && ADVICE[code] + origins
    this.#ready.reject(new PaymentComponentError(code, advice ?? message))
    this.#tellError({ code, message })
    this.#endSubmission({ code, message })
    const isUnheard = !advice && !this.#listeners.onError
    if ((advice || isUnheard) && this.#isFirst(code)) complain(`${code}: ${advice ?? message}`)
  }

  #setProgress(progress: Progress, hasPaid = false): void {
    this.#progress = progress
    this.#hasPaid = hasPaid
    this.#onProgress()
  }

  /** Each problem is logged only once. */
  #isFirst(subject: string): boolean {
    if (this.#complainedOf.has(subject)) return false
    this.#complainedOf.add(subject)
    return true
  }

  /** The typed values are lost with the frame, so the page is notified. */
  #onFrameLost(): void {
    this.#isPaying = false
    this.#setProgress('unknown')
    this.#windows.closeAll()
    this.#waitAgain()
    for (const field of this.#fields.clear()) {
      this.#tell(() => this.#listeners.onChange?.({ field, valid: false, empty: true, brand: null }))
    }
    const message = 'Removed from the page while a payment ran'
    this.#endSubmission({ code: 'frame_removed', message })
    // Other components may have waited for it. Whether it is mounted again is known only then.
    queueMicrotask(this.#onProgress)
  }

  #endSubmission(error: PaymentError): void {
    const callback = this.#submission.end()
    this.#call(() => callback?.(null, error))
    this.#goOnWithSession()
  }

  /** A payment belongs to the session in which it began. A new session begins after it. */
  #goOnWithSession(): void {
    const sessionId = this.#nextSessionId
    if (sessionId === null || this.#isDestroyed || this.#isPaying || this.#submission.isRunning) return
    this.#nextSessionId = null
    this.#waitAgain()
    this.#frame.changeSession(sessionId)
    this.#setProgress('unknown')
  }

  /** Callers that still wait, wait for the next one. */
  #waitAgain(): void {
    const before = this.#ready
    this.#ready = pending()
    this.#ready.promise.then(before.resolve, before.reject)
  }

  #tellError(error: PaymentError): void {
    this.#tell(() => this.#listeners.onError?.(error))
  }

  /** A listener of a component that was destroyed, perhaps by the listener before it, is no longer called. */
  #tell(call: () => void): void {
    if (!this.#isDestroyed) this.#call(call)
  }

  /** An error in the page's own function must not prevent the next one from being called. */
  #call(call: () => void): void {
    this.#isTelling = true
    try {
      call()
    } catch (error) {
      reportError(error)
    }
    this.#isTelling = false
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
  fault: null,
  edited: false,
}

/** The message for the shopper if the fault is theirs; for other faults, a generic message. */
const SHOPPER_TEXTS: Readonly<Record<string, PageTextName>> = { frame_timeout: 'network_error' }

/** Navigates to a web address only, because the gateway's answer alone must not run a script. */
function goTo(address: string): void {
  const url = parseWebAddress(address)
  if (url !== null) location.assign(url)
}

/** Converts the API's name of a member to that of this library. */
function toCamelCase(name: string): string {
  return name.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase())
}
