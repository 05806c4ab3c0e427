import type { Locale } from '@sluice/types/vocabulary'
import type { CardForm } from '../elements/card-form/card-form.ts'
import { type FailureCode, FORM_TEXTS, type FormTexts } from '@sluice/texts/card-form'
import { focusedField, partOf } from '../elements/focused-field.ts'
import type * as Installments from '../installments/installments.ts'
import { openChannel, type Channel } from '../protocol/channel.ts'
import type { FormPlan } from '../protocol/form-plan.ts'
import { readPageToCard, type CardToPage, type PageToCard, type WireCustomer } from '../protocol/messages.ts'
import type { FieldName } from '../validation/field-errors.ts'
import { REFUSED_FIELDS } from '../validation/refused-fields.ts'
import { addBrandFont } from './add-brand-font.ts'
import { failureText } from '../locales/failure-text.ts'
import { followLanguagePreferences, pageTextsOf } from '../locales/follow-language.ts'
import { applyLocale, applyLook } from './apply-look.ts'
import { readBrowserInfo } from '../payment/browser-info.ts'
import type { ClientApi } from '../payment/client-api.ts'
import { customerOfHolder, holderNameOf, toPageCustomer } from '../payment/customer.ts'
import { failure, type Ending, type Failure } from '../payment/ending.ts'
import { followPayment, type FollowedPayment } from '../payment/follow-payment.ts'
import { loadSession, type LoadedSession } from '../payment/load-session.ts'
import type { OrderedMethod, PaymentOrder } from '../payment/payment-order.ts'
import { afterPatience } from '../payment/patience.ts'
import { paymentPorts, wait } from '../payment/payment-ports.ts'
import { browserReach } from '../payment/reach.ts'
import { startPayment } from '../payment/start-payment.ts'
import type { RunningStep } from '../payment/step-memory.ts'
import { Unanswered } from '../payment/unanswered.ts'
import { watchStatus, type StatusWatch } from '../payment/watch-status.ts'
import type * as LowContrast from './find-low-contrast.ts'
import { requestSurfaces } from './request-surfaces.ts'

export interface CardFrameOptions {
  readonly form: CardForm
  readonly plan: FormPlan
  readonly locale: Locale
  readonly sessionId: string
  /** The gateway's address, without a trailing slash. */
  readonly baseUrl: string
  readonly connectApi: (sessionId: string) => ClientApi
  /** Loads the program for the choice of installments. */
  readonly loadInstallments: () => Promise<typeof Installments>
  /** Loads the program that finds texts with low contrast, for the page's developer; null outside the test environment. */
  readonly loadLowContrast: (() => Promise<typeof LowContrast>) | null
  readonly port: Promise<MessagePort>
}

/** The reasons why a session takes no payment; the form shows them. */
const CLOSED_BY = [
  'session_expired',
  'session_finished',
  'session_not_found',
  'insecure_context',
] as const satisfies readonly FailureCode[]

/** Less than it takes to type a card, because a payment waits for it; a slow network brings the 2 kB in one second. */
const INSTALLMENTS_LIMIT_MS = 4_000

type OfferedInstallments = LoadedSession['session']['installments']

type ClosedBy = (typeof CLOSED_BY)[number]

/** The program of the card frame, between the form, the gateway, and the port of the merchant's page. */
export class CardFrame {
  readonly #form: CardForm
  readonly #plan: FormPlan
  readonly #connectApi: CardFrameOptions['connectApi']
  readonly #loadInstallments: CardFrameOptions['loadInstallments']
  readonly #loadLowContrast: CardFrameOptions['loadLowContrast']
  /** Null until a session offers installments. */
  #installments: Installments.InstallmentsChoice | null = null
  #offered: OfferedInstallments
  readonly #followLanguagePreferences: (preferences: string) => void
  #locale: Locale
  #api: ClientApi
  #session: Promise<LoadedSession | Failure>
  #returnUrl = ''
  /** The gateway's origin for banks' pages. */
  #methodsUrl = ''
  /** The session as the form shows it; null until it has loaded. */
  #shown: LoadedSession['session']['session'] | null = null
  /** Whether the shopper was informed that the amount changed, and has not pressed again. */
  #hasChanged = false
  /** The customer, as the session knows them. */
  #known: WireCustomer = {}
  /** The reason why this session takes no payment; null while it does. */
  #closedBy: ClosedBy | null = null
  /** Whether nothing more can happen in this session. */
  #hasEnded = false
  /** The fields to report to the page at the end of this task, and those of them in which the shopper typed. */
  readonly #untold = new Set<FieldName>()
  readonly #edited = new Set<FieldName>()
  #channel: Channel<CardToPage> | null = null
  readonly #unanswered = new Unanswered()
  #payment: FollowedPayment | null = null
  /** The session whose shopper was informed that the service was not reached. */
  #late: StatusWatch | null = null
  #isPaying = false
  #stopWaiting = () => {}
  #heightPx = 0
  readonly #surfaces = requestSurfaces(
    (request) => this.#send(request),
    () => browserReach.addressOf(this.#methodsUrl),
  )

  constructor(options: CardFrameOptions) {
    const { form, plan, locale, sessionId, baseUrl, connectApi, port } = options
    this.#form = form
    this.#plan = plan
    this.#locale = locale
    this.#followLanguagePreferences = followLanguagePreferences(baseUrl, (wished) =>
      this.#speakLocale(wished),
    )
    this.#connectApi = connectApi
    this.#loadInstallments = options.loadInstallments
    this.#loadLowContrast = options.loadLowContrast
    this.#api = connectApi(sessionId)
    this.#session = this.#loadSession()
    form.addEventListener('field-view', (event) => this.#tellSoon((event as CustomEvent<FieldName>).detail))
    form.addEventListener('field-edit', (event) => {
      const name = (event as CustomEvent<FieldName>).detail
      this.#edited.add(name)
      this.#tellSoon(name)
    })
    form.addEventListener('holder-change', () =>
      this.#send({ type: 'customer', customer: customerOfHolder(this.#form.readHolder(true)) }),
    )
    form.addEventListener('submit-request', () => this.#send({ type: 'submit-request' }))
    for (const type of ['online', 'offline']) window.addEventListener(type, () => this.#onConnection())
    document.addEventListener('visibilitychange', () => void this.#lookAgain())
    new ResizeObserver(() => this.#sendHeight()).observe(document.body)
    void port.then((opened) => this.#speak(opened))
  }

  #speak(port: MessagePort): void {
    this.#channel = openChannel<PageToCard, CardToPage>(port, readPageToCard, (message, [attached]) =>
      this.#receive(message, attached),
    )
    // A password manager may have been faster than the handshake.
    for (const name of this.#form.names) this.#tellSoon(name)
    this.#sendHeight()
    void this.#announceSession()
  }

  #speakLocale(locale: Locale): void {
    applyLocale(locale)
    this.#locale = locale
    this.#form.texts = this.#texts
    this.#send({ type: 'speaks', locale, texts: pageTextsOf(locale) })
    this.#showNotice()
    // Errors are shown in the new language.
    for (const name of this.#form.names) this.#tellSoon(name)
  }

  #receive(message: PageToCard, port: MessagePort | undefined): void {
    switch (message.type) {
      case 'configure':
        for (const token of applyLook(message.scheme, message.tokens))
          this.#send({ type: 'style-fault', token, ratio: null })
        this.#followLanguagePreferences(message.locale)
        return void this.#reportLowContrast()
      case 'focus':
        this.#form.focusField()
        this.#sendHeight()
        return this.#send({ type: 'look-here', ...partOf(focusedField() ?? this.#form) })
      case 'reveal':
        return void this.#form.reveal()
      case 'submit':
        return void this.#submit(message.customer).catch((error: unknown) => {
          // An internal error. Whether anything was sent is unknown here, and the shopper must not wait forever.
          this.#end(failure('outcome_unknown'))
          reportError(error)
        })
      case 'cancel':
        return void this.#cancel()
      case 'follow':
        if (!this.#isPaying) void this.#follow(this.#ports.memory.read())
        return
      case 'session':
        return this.#changeSession(message.sessionId)
      case 'surface-opened':
      case 'surface-failed':
        return this.#surfaces.receive(message, port)
    }
  }

  async #reportLowContrast(): Promise<void> {
    const program = await this.#loadLowContrast?.().catch(() => null)
    for (const low of program?.findLowContrast() ?? []) this.#send({ type: 'style-fault', ...low })
  }

  /** The running payment belongs to the session in which it began. */
  #changeSession(sessionId: string): void {
    if (this.#isPaying) return this.#sendError('payment_in_progress')
    this.#late?.stop()
    this.#shown = null
    this.#hasChanged = false
    this.#api = this.#connectApi(sessionId)
    this.#session = this.#loadSession()
    void this.#announceSession()
  }

  async #loadSession(): Promise<LoadedSession | Failure> {
    // Without WebCrypto nothing can be sealed, so nothing should be typed either.
    if (!isSecureContext) return failure('insecure_context')
    const api = this.#api
    const loaded = await loadSession(api, this.#ports)
    // Another session has replaced it in the meantime, and the form belongs to that one.
    if (api !== this.#api) return loaded
    if (loaded.kind === 'failure') {
      this.#close(loaded.code)
      return loaded
    }
    const { session, clockOffsetMs } = loaded
    this.#returnUrl = session.return_url
    this.#methodsUrl = session.methods_url
    this.#known = toPageCustomer(session.session.customer)
    addBrandFont(session.branding, location.origin)
    this.#show(session.session)
    const { status } = session.session
    this.#hasEnded = status !== 'CREATED' && status !== 'PENDING'
    this.#close(status === 'SESSION_EXPIRED' ? 'session_expired' : this.#hasEnded ? 'session_finished' : null)
    this.#form.acceptedBrands = session.payment_methods.find(({ type }) => type === 'card')?.brands ?? null
    this.#form.offersSaving = this.#plan.component === 'card' && session.tokenization === 'OPT_IN'
    this.#form.now = () => Date.now() + clockOffsetMs
    this.#form.prefill({ holderName: holderNameOf(this.#known), holderEmail: this.#known.email ?? '' })
    await this.#offer(session.installments)
    return loaded
  }

  async #offer(offered: OfferedInstallments): Promise<void> {
    this.#offered = offered
    if (offered && this.#installments === null) {
      // If the program does not load in time, the card is paid in full. A later choice would move the form.
      const program = await Promise.race([
        this.#loadInstallments().catch(() => null),
        wait(INSTALLMENTS_LIMIT_MS).then(() => null),
      ])
      this.#installments ??= program && program.addInstallments(this.#form, this.#plan)
    }
    this.#showInstallments()
  }

  #show(session: LoadedSession['session']['session']): void {
    if (this.#shown !== null && this.#shown.revision !== session.revision) this.#hasChanged = true
    this.#shown = session
  }

  #showInstallments(): void {
    this.#installments?.show(this.#offered, this.#locale, this.#isPaying || this.#closedBy !== null)
  }

  async #announceSession(): Promise<void> {
    const api = this.#api
    const loaded = await this.#session
    // Another session has replaced it in the meantime.
    if (api !== this.#api) return
    if (loaded.kind === 'failure') return this.#sendError(loaded.code)
    if (this.#closedBy === 'session_expired') return this.#sendError(this.#closedBy)
    const { status } = loaded.session.session
    // The page was reloaded during a payment, or another tab or another frame of this page is paying. The page
    // decides which frame continues.
    const resumes = this.#isPaying || (status === 'PENDING' && this.#ports.memory.read() !== null)
    this.#send({ type: 'ready', status, customer: this.#known, resumes })
    if (this.#closedBy !== null) return this.#sendError(this.#closedBy)
    // A decline before a reload requested a correction.
    if (this.#plan.component === 'card') this.#showRefusal(loaded.session.session.processing_code)
  }

  /** Typed values are kept; what could not be loaded is requested again. */
  #onConnection(): void {
    this.#showNotice()
    if (!navigator.onLine) return
    void this.#lookAgain()
    void this.#session.then((loaded) => {
      if (loaded.kind === 'session' || loaded.code !== 'network_error') return
      this.#session = this.#loadSession()
      return this.#announceSession()
    })
  }

  /** A shopper who went to fetch the card may return too late, or have paid in another tab. */
  async #lookAgain(): Promise<void> {
    if (document.hidden || this.#isPaying || this.#hasEnded) return
    const api = this.#api
    const status = await api.getStatus()
    if (status.kind !== 'ok' || status.body.status === 'CREATED') return
    if (this.#isPaying || api !== this.#api) return
    this.#session = this.#loadSession()
    await this.#announceSession()
  }

  #showNotice(): void {
    this.#showInstallments()
    this.#form.closed = this.#closedBy ? this.#textOf(this.#closedBy) : ''
    this.#form.notice = this.#hasChanged
      ? this.#textOf('amount_changed')
      : navigator.onLine
        ? ''
        : this.#texts.offline
  }

  /** Shows in the form that nothing can be paid in this session, if the code means that. */
  #close(code: string | null): void {
    this.#closedBy = CLOSED_BY.find((known) => known === code) ?? null
    this.#showNotice()
  }

  async #submit(submitted: WireCustomer | null): Promise<void> {
    // A payment that was found running ends for this submission as well.
    if (this.#isPaying) return
    const wrong = this.#form.reveal()
    if (wrong !== null) {
      // The page moves the focus into this frame, and then requests its placement.
      const message = this.#texts.errors[this.#form.faultOf(wrong) ?? 'number_required']
      return this.#send({ type: 'failure', code: 'validation_failed', field: wrong, message })
    }
    // Nothing can leave, so nothing can be paid.
    if (!navigator.onLine) return this.#sendFailure(failure('network_error'))
    this.#hasChanged = false
    this.#showNotice()
    await this.#pay({
      revision: this.#shown?.revision,
      method: this.#orderedMethod(),
      customer: this.#customer(submitted),
      browserInfo: readBrowserInfo(this.#locale),
      saveCard: this.#form.savesCard,
      installments: this.#installments?.count,
    })
  }

  async #pay(order: PaymentOrder): Promise<void> {
    this.#late?.stop()
    this.#setPaying(true)
    const session = (again: boolean) => this.#useSession(again)
    const started = await startPayment({ ...this.#ports, memory: null, session }, order)
    if (started.kind === 'started') {
      if (started.step) return this.#follow(started.step)
      // The running payment of the session may belong to another frame. The page decides which one continues.
      this.#setPaying(false)
      const resumes = this.#ports.memory.read() !== null
      return this.#send({ type: 'ready', status: 'PENDING', customer: this.#known, resumes })
    }
    // Typed values are kept. The shopper sees the new amount, and presses again.
    if (started.code === 'amount_changed') await this.#useSession(true)
    this.#end(started)
    if (started.code !== 'network_error') return
    // A lost request may still arrive. It is then sent again for its answer.
    this.#late = watchStatus(this.#api, wait, ({ status }) => status !== 'CREATED')
    await this.#late.ended
    if (!this.#isPaying) await this.#pay(order)
  }

  #orderedMethod(): OrderedMethod {
    const plan = this.#plan
    return plan.component === 'card'
      ? { type: 'card', card: this.#form.readCard() }
      : {
          type: 'saved_card',
          paymentMethodId: plan.paymentMethodId,
          savedCard: plan.savedCard,
          cvv: this.#form.readCvv(),
        }
  }

  /** Returns the additions to the session's data; null if there are none. */
  #customer(submitted: WireCustomer | null): WireCustomer | null {
    const said = { ...customerOfHolder(this.#form.readHolder()), ...submitted }
    return Object.keys(said).length === 0 ? null : said
  }

  async #useSession(again: boolean): Promise<LoadedSession | Failure> {
    const loaded = await this.#session
    if (!again && loaded.kind === 'session') return loaded
    this.#session = this.#loadSession()
    return this.#session
  }

  async #follow(step: RunningStep | null): Promise<void> {
    this.#setPaying(true)
    this.#payment = followPayment(this.#ports, step)
    this.#end(await this.#payment.ended)
  }

  async #cancel(): Promise<void> {
    const isOver = await this.#payment?.cancel()
    if (isOver === false) this.#send({ type: 'cancel-refused' })
  }

  #end(ending: Ending): void {
    this.#payment = null
    this.#setPaying(false)
    this.#installments?.settle(ending)
    if (ending.kind === 'failure') {
      this.#close(ending.code)
      return this.#sendFailure(ending)
    }
    const { answer } = ending
    this.#hasEnded = answer.status !== 'INVALID' && !answer.correctable
    if (answer.approved) this.#form.clear()
    else this.#showRefusal(answer.processing_code)
    this.#send({ type: 'result', response: answer, returnUrl: this.#returnUrl })
  }

  /** Marks the field that the gateway rejected, if the code identifies it. */
  #showRefusal(processingCode: string | null): void {
    const refused = REFUSED_FIELDS[processingCode ?? '']
    if (refused) this.#form.showError(...refused)
  }

  #setPaying(isPaying: boolean): void {
    if (this.#isPaying !== isPaying) this.#send({ type: 'paying', isPaying })
    this.#isPaying = isPaying
    this.#form.busy = isPaying
    this.#showNotice()
    this.#stopWaiting()
    if (isPaying) this.#stopWaiting = afterPatience(() => (this.#form.notice = this.#texts.stillWorking))
  }

  /** The dependencies of a payment. */
  get #ports() {
    return paymentPorts(this.#api, this.#unanswered, this.#surfaces)
  }

  /** Several changes in one task are reported once. */
  #tellSoon(field: FieldName): void {
    if (this.#untold.size === 0) queueMicrotask(() => this.#tellFields())
    this.#untold.add(field)
  }

  #tellFields(): void {
    const fields = [...this.#untold]
    this.#untold.clear()
    for (const field of fields) {
      const code = this.#form.faultOf(field)
      this.#channel?.send({
        type: 'state',
        field,
        ...this.#form.viewOf(field),
        fault: code && { code, message: this.#texts.errors[code] },
        edited: this.#edited.delete(field),
      })
    }
  }

  #sendHeight(): void {
    const heightPx = Math.ceil(document.body.getBoundingClientRect().height)
    if (heightPx === this.#heightPx || this.#channel === null) return
    this.#heightPx = heightPx
    this.#send({ type: 'height', heightPx })
  }

  get #texts(): FormTexts {
    return FORM_TEXTS[this.#locale]
  }

  #textOf(code: FailureCode): string {
    return failureText(this.#locale, code, this.#shown)
  }

  #sendError(code: FailureCode): void {
    this.#send({ type: 'error', code, message: this.#textOf(code) })
  }

  #sendFailure({ code, field }: Failure): void {
    this.#send({ type: 'failure', code, field, message: this.#textOf(code) })
  }

  #send(message: CardToPage): void {
    // Other messages may refer to the current state of the fields.
    this.#tellFields()
    this.#channel?.send(message)
  }
}
