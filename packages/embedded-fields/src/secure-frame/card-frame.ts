import type { CardForm } from '../elements/card-form/card-form.ts'
import { FORM_TEXTS } from '../locales/choose-locale.ts'
import { openChannel, type Channel } from '../protocol/channel.ts'
import { readPageToCard, type CardToPage, type PageToCard, type WireCustomer } from '../protocol/messages.ts'
import { FIELD_NAMES, type FieldErrorCode, type FieldName } from '../validation/field-errors.ts'
import { applyLocale, applyLook } from './apply-look.ts'
import { readBrowserInfo } from '../payment/browser-info.ts'
import type { ClientApi } from '../payment/client-api.ts'
import { toPageCustomer } from '../payment/customer.ts'
import { failure, type Ending, type Failure } from '../payment/ending.ts'
import { followPayment, type FollowedPayment } from '../payment/follow-payment.ts'
import { loadSession, type LoadedSession } from '../payment/load-session.ts'
import { startPayment } from '../payment/start-payment.ts'
import { keepSteps, type RunningStep } from '../payment/step-memory.ts'
import { requestSurfaces } from './request-surfaces.ts'

export interface CardFrameOptions {
  readonly form: CardForm
  readonly sessionId: string
  readonly connectApi: (sessionId: string) => ClientApi
  readonly port: Promise<MessagePort>
}

/** What the service found wrong, shown at the field that it concerns. */
const REFUSED_FIELDS: Readonly<Record<string, readonly [FieldName, FieldErrorCode]>> = {
  '2001': ['expiry', 'expiry_past'],
  '2002': ['number', 'number_invalid'],
  '2004': ['number', 'brand_not_accepted'],
  '2020': ['cvv', 'cvv_invalid'],
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The program of the card frame: the form on one side, the gateway on the other, the merchant's page at the port. */
export class CardFrame {
  readonly #form: CardForm
  readonly #connectApi: CardFrameOptions['connectApi']
  #api: ClientApi
  #session: Promise<LoadedSession | Failure>
  #returnUrl = ''
  #channel: Channel<CardToPage> | null = null
  #payment: FollowedPayment | null = null
  #isPaying = false
  #heightPx = 0
  readonly #surfaces = requestSurfaces((request) => this.#send(request))

  constructor({ form, sessionId, connectApi, port }: CardFrameOptions) {
    this.#form = form
    this.#connectApi = connectApi
    this.#api = connectApi(sessionId)
    this.#session = this.#loadSession()
    form.addEventListener('field-view', (event) => this.#sendState((event as CustomEvent<FieldName>).detail))
    form.addEventListener('submit-request', () => this.#send({ type: 'submit-request' }))
    new ResizeObserver(() => this.#sendHeight()).observe(document.body)
    void port.then((opened) => this.#speak(opened))
  }

  #speak(port: MessagePort): void {
    this.#channel = openChannel<PageToCard, CardToPage>(port, readPageToCard, (message, [attached]) =>
      this.#receive(message, attached),
    )
    // A password manager may have been faster than the handshake.
    for (const name of FIELD_NAMES) this.#sendState(name)
    this.#sendHeight()
    void this.#announceSession()
  }

  #receive(message: PageToCard, port: MessagePort | undefined): void {
    switch (message.type) {
      case 'configure':
        applyLook(message.scheme, message.tokens)
        applyLocale(message.locale)
        this.#form.texts = FORM_TEXTS[message.locale]
        return
      case 'focus':
        return this.#form.focusField()
      case 'reveal':
        return void this.#form.reveal()
      case 'submit':
        return void this.#submit(message.customer)
      case 'cancel':
        return void this.#cancel()
      case 'session':
        this.#api = this.#connectApi(message.sessionId)
        this.#session = this.#loadSession()
        return void this.#announceSession()
      case 'surface-opened':
      case 'surface-failed':
        return this.#surfaces.receive(message, port)
    }
  }

  async #loadSession(): Promise<LoadedSession | Failure> {
    // Without WebCrypto nothing can be sealed, so nothing should be typed either.
    if (!isSecureContext) return failure('insecure_context')
    const loaded = await loadSession(this.#api, { now: Date.now, wait })
    if (loaded.kind === 'failure') return loaded
    const { session, clockOffsetMs } = loaded
    this.#returnUrl = session.return_url
    this.#form.acceptedBrands = session.payment_methods.find(({ type }) => type === 'card')?.brands ?? null
    this.#form.now = () => Date.now() + clockOffsetMs
    return loaded
  }

  async #announceSession(): Promise<void> {
    const loaded = await this.#session
    if (loaded.kind === 'failure') return this.#send({ type: 'error', code: loaded.code })
    const { status, customer } = loaded.session.session
    this.#send({ type: 'ready', status, customer: toPageCustomer(customer) })
    // The page was reloaded in the middle of a payment, or another tab is paying.
    if (status === 'PENDING' && !this.#isPaying) await this.#follow(this.#memory().read())
  }

  async #submit(customer: WireCustomer | null): Promise<void> {
    // A payment that was found running ends for this submission as well.
    if (this.#isPaying) return
    const wrong = this.#form.reveal()
    if (wrong !== null) {
      // The page moves the focus into this frame, and then asks us to place it.
      return this.#send({ type: 'failure', code: 'validation_failed', field: wrong })
    }
    this.#setPaying(true)
    const order = { card: this.#form.readCard(), customer, browserInfo: readBrowserInfo() }
    const started = await startPayment(
      { api: this.#api, memory: this.#memory(), now: Date.now, session: (again) => this.#useSession(again) },
      order,
    )
    if (started.kind === 'failure') return this.#end(started)
    await this.#follow(started.step)
  }

  async #useSession(again: boolean): Promise<LoadedSession | Failure> {
    const loaded = await this.#session
    if (!again && loaded.kind === 'session') return loaded
    this.#session = this.#loadSession()
    return this.#session
  }

  async #follow(step: RunningStep | null): Promise<void> {
    this.#setPaying(true)
    const ports = { api: this.#api, memory: this.#memory(), surfaces: this.#surfaces, wait }
    this.#payment = followPayment(ports, step)
    this.#end(await this.#payment.ended)
  }

  async #cancel(): Promise<void> {
    const isOver = await this.#payment?.cancel()
    if (isOver === false) this.#send({ type: 'cancel-refused' })
  }

  #end(ending: Ending): void {
    this.#payment = null
    this.#setPaying(false)
    if (ending.kind === 'failure') {
      return this.#send({ type: 'failure', code: ending.code, field: ending.field })
    }
    const { answer } = ending
    const refused = REFUSED_FIELDS[answer.processing_code ?? '']
    if (answer.approved) this.#form.clear()
    else if (refused) this.#form.showError(...refused)
    this.#send({ type: 'result', response: answer, returnUrl: this.#returnUrl })
  }

  #setPaying(isPaying: boolean): void {
    this.#isPaying = isPaying
    this.#form.busy = isPaying
  }

  #memory() {
    return keepSteps(this.#api.sessionId)
  }

  #sendState(field: FieldName): void {
    this.#send({ type: 'state', field, ...this.#form.viewOf(field) })
  }

  #sendHeight(): void {
    const heightPx = Math.ceil(document.body.getBoundingClientRect().height)
    if (heightPx === this.#heightPx || this.#channel === null) return
    this.#heightPx = heightPx
    this.#send({ type: 'height', heightPx })
  }

  #send(message: CardToPage): void {
    this.#channel?.send(message)
  }
}
