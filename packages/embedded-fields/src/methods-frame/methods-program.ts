import type { Locale } from '@sluice/types/vocabulary'
import type { MethodOrder } from '../elements/method-list/method-list.ts'
import type { FailureCode } from '@sluice/texts/card-form'
import { failureText } from '../locales/failure-text.ts'
import { followLanguagePreferences, pageTextsOf } from '../locales/follow-language.ts'
import { METHOD_TEXTS } from '@sluice/texts/methods'
import { readBrowserInfo } from '../payment/browser-info.ts'
import type { ClientApi } from '../payment/client-api.ts'
import { toPageCustomer } from '../payment/customer.ts'
import { failure, type Ending, type Failure } from '../payment/ending.ts'
import { answerOfStatus, followPayment, type FollowedPayment } from '../payment/follow-payment.ts'
import { loadSession, type LoadedSession } from '../payment/load-session.ts'
import { addressOf, payElsewhere, type ElsewhereOrder, type PaymentAway } from '../payment/pay-elsewhere.ts'
import { afterPatience } from '../payment/patience.ts'
import { paymentPorts, wait } from '../payment/payment-ports.ts'
import { browserReach } from '../payment/reach.ts'
import type { StartedPayment } from '../payment/start-payment.ts'
import type { RunningStep } from '../payment/step-memory.ts'
import { Unanswered } from '../payment/unanswered.ts'
import { watchStatus, type StatusWatch } from '../payment/watch-status.ts'
import { focusedField, partOf } from '../elements/focused-field.ts'
import { openChannel, type Channel } from '../protocol/channel.ts'
import type { MethodsShown } from '../protocol/frame-address.ts'
import {
  readPageToCard,
  type MethodsToPage,
  type PageToCard,
  type WireCustomer,
} from '../protocol/messages.ts'
import { addBrandFont } from '../secure-frame/add-brand-font.ts'
import { applyLook } from '../secure-frame/apply-look.ts'
import { requestSurfaces } from '../secure-frame/request-surfaces.ts'
import { openGwallet, type Gwallet } from '../wallets/gwallet.ts'
import { readGwalletConfig } from '../wallets/gwallet-config.ts'
import { walletAmount } from '../wallets/gwallet-request.ts'
import { loadGwallet } from '../wallets/load-gwallet.ts'
import { MethodsView } from './methods-view.ts'

export interface MethodsProgramOptions {
  readonly root: HTMLElement
  readonly shown: MethodsShown
  readonly locale: Locale
  readonly sessionId: string
  /** The address of the API, without a trailing slash. */
  readonly baseUrl: string
  /** The origin of the API and of merchants' assets, which is not that of this frame. */
  readonly gatewayOrigin: string
  readonly connectApi: (sessionId: string) => ClientApi
  readonly port: Promise<MessagePort>
}

/** The program of the methods frame, between the buttons, the gateway, and the port of the surrounding page. */
export class MethodsProgram {
  readonly #view: MethodsView
  readonly #shown: MethodsShown
  readonly #gatewayOrigin: string
  readonly #followLanguagePreferences: (preferences: string) => void
  readonly #connectApi: MethodsProgramOptions['connectApi']
  readonly #surfaces = requestSurfaces(
    (request) => this.#send(request),
    async () => location.origin,
  )
  #api: ClientApi
  #session: Promise<LoadedSession | Failure>
  #channel: Channel<MethodsToPage> | null = null
  readonly #unanswered = new Unanswered()
  #payment: FollowedPayment | null = null
  #watch: StatusWatch | null = null
  #gwallet: Gwallet | null = null
  /** The session as last loaded; null before. */
  #priced: LoadedSession['session']['session'] | null = null
  /** The page's data about the shopper. */
  #told: WireCustomer = {}
  #locale: Locale
  #isPaying = false
  #stopWaiting = () => {}
  #isLoaded = false
  #heightPx = 0

  constructor(options: MethodsProgramOptions) {
    const { root, shown, locale, sessionId, baseUrl, gatewayOrigin, connectApi, port } = options
    this.#shown = shown
    this.#locale = locale
    this.#gatewayOrigin = gatewayOrigin
    this.#followLanguagePreferences = followLanguagePreferences(baseUrl, (wished) =>
      this.#speakLocale(wished),
    )
    this.#connectApi = connectApi
    this.#api = connectApi(sessionId)
    this.#view = new MethodsView(root, METHOD_TEXTS[locale], {
      onReturn: () => this.#goBack(),
      onCancel: () => void this.#cancelElsewhere(),
    })
    this.#speakLocale(locale)
    this.#view.list.addEventListener(
      'pay',
      (event) => void this.#pay((event as CustomEvent<MethodOrder>).detail),
    )
    this.#view.list.addEventListener('method-open', (event) => {
      this.#send({ type: 'method', method: (event as CustomEvent<string | null>).detail })
      this.#lookHere(this.#view.list.querySelector('[data-open]'))
    })
    this.#view.list.addEventListener('refuse', () => this.#lookHere(focusedField()))
    this.#view.wallet.addEventListener('press', () => void this.#payByWallet())
    // The Back button may restore this document in its earlier state.
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return
      this.#session = this.#loadSession()
      void this.#announceSession(true)
    })
    new ResizeObserver(() => this.#sendHeight()).observe(document.body)
    this.#session = this.#loadSession()
    void port.then((opened) => this.#speak(opened))
  }

  #speak(port: MessagePort): void {
    this.#channel = openChannel<PageToCard, MethodsToPage>(port, readPageToCard, (message, [attached]) =>
      this.#receive(message, attached),
    )
    void this.#announceSession()
  }

  #receive(message: PageToCard, port: MessagePort | undefined): void {
    switch (message.type) {
      case 'configure':
        for (const token of applyLook(message.scheme, message.tokens))
          this.#send({ type: 'style-fault', token, ratio: null })
        return this.#followLanguagePreferences(message.locale)
      case 'focus':
        this.#view.list.focusFirst()
        return this.#lookHere(focusedField())
      case 'reveal':
        return void this.#view.list.readOrder()
      case 'submit':
        return this.#submit(message.customer)
      case 'cancel':
        return void this.#cancel()
      case 'follow':
        if (!this.#isPaying) void this.#resume(this.#ports.memory.read())
        return
      case 'session':
        this.#watch?.stop()
        this.#priced = null
        this.#api = this.#connectApi(message.sessionId)
        return void this.#reload()
      case 'surface-opened':
      case 'surface-failed':
        return this.#surfaces.receive(message, port)
    }
  }

  #speakLocale(locale: Locale): void {
    const texts = METHOD_TEXTS[locale]
    this.#locale = locale
    document.documentElement.lang = locale
    document.title = texts.methodList
    this.#view.show({ texts })
    this.#send({ type: 'speaks', locale, texts: pageTextsOf(locale) })
  }

  #reload(): Promise<void> {
    this.#session = this.#loadSession()
    return this.#announceSession()
  }

  async #loadSession(): Promise<LoadedSession | Failure> {
    const api = this.#api
    const loaded = await loadSession(api, this.#ports)
    // Another session has replaced it in the meantime, and the list belongs to that one.
    if (api !== this.#api || loaded.kind === 'failure') return loaded
    const { payment_methods: methods, session, branding } = loaded.session
    const hasChanged = this.#priced !== null && this.#priced.revision !== session.revision
    this.#priced = session
    if (hasChanged) this.#view.show({ notice: this.#textOf('amount_changed') })
    addBrandFont(branding, this.#gatewayOrigin)
    this.#view.show({
      isLoaded: true,
      isClosed: false,
      isAway: false,
      ...(this.#view.isClosed && { notice: null }),
      methods: this.#shown === 'all' ? methods : [],
      hasOthers: this.#shown === 'wallets' && methods.length > 1,
      customer: toPageCustomer(session.customer),
    })
    this.#offerWallet(loaded)
    return loaded
  }

  /** The button is shown at once, and disappears if the wallet cannot be used. */
  #offerWallet({ session }: LoadedSession): void {
    const config = walletAmount(session.session) === null ? null : readGwalletConfig(session.payment_methods)
    if (config && !this.#gwallet) {
      this.#gwallet = openGwallet(
        config,
        browserReach.addressOf(config.script_url).then((url) => loadGwallet(config, url)),
      )
      void this.#gwallet.isReady.then((hasWallet) =>
        this.#view.show({ hasWallet, isWalletGone: !hasWallet && this.#shown === 'all' }),
      )
    }
    this.#view.show({ hasWallet: config !== null })
  }

  /**
   * @param isBack - The browser shows this document again as it was left, perhaps from the page where a payment
   * continued.
   */
  async #announceSession(isBack = false): Promise<void> {
    const api = this.#api
    const loaded = await this.#session
    if (api !== this.#api) return
    this.#isLoaded = true
    this.#sendHeight()
    if (loaded.kind === 'failure') return this.#close(loaded.code)
    const { customer, status } = loaded.session.session
    const isRunning = status === 'PENDING'
    const step = isRunning ? this.#ports.memory.read() : null
    const resumes = this.#payment !== null || step !== null
    this.#send({ type: 'ready', status, customer: toPageCustomer(customer), resumes })
    const wasAway = isBack && this.#isPaying && this.#payment === null
    // For the surrounding page, this frame is already paying, so no component has to continue.
    if (wasAway && isRunning) return this.#resume(step)
    if (status !== 'CREATED' && !isRunning) this.#close('session_finished')
    // Runs last, so that a session that waits for the end of the payment does not receive the previous outcome.
    if (wasAway) this.#setPaying(false)
  }

  #submit(customer: WireCustomer | null): void {
    this.#told = { ...this.#told, ...customer }
    const order = this.#view.list.readOrder()
    if (order !== null) return void this.#pay(order)
    this.#send({
      type: 'failure',
      code: 'validation_failed',
      field: 'method',
      message: this.#textOf('request_refused'),
    })
  }

  async #payByWallet(): Promise<void> {
    const gwallet = this.#gwallet
    const loaded = await this.#session
    if (this.#isPaying || gwallet === null || loaded.kind !== 'session') return
    this.#setPaying(true)
    const outcome = await gwallet.pay(loaded.session.session)
    // The surrounding page sees one payment, so that no other session begins between the wallet's window and the
    // request.
    const { revision } = loaded.session.session
    if (outcome.kind === 'order') return this.#payIn(outcome.order, revision, outcome.customer)
    this.#setPaying(false)
    if (outcome.kind === 'canceled') return
    this.#notify(METHOD_TEXTS[this.#locale].wallet[outcome.failure])
  }

  async #pay(order: MethodOrder): Promise<void> {
    const loaded = await this.#session
    if (this.#isPaying) return
    if (loaded.kind === 'failure') return this.#end(loaded)
    await this.#payIn(order, loaded.session.session.revision)
  }

  /** @param revision - Of the session as the shopper saw it. */
  async #payIn(order: MethodOrder, revision: number, known: WireCustomer = {}): Promise<void> {
    // Nothing can leave, so nothing can be paid.
    if (!navigator.onLine) return this.#end(failure('network_error'))
    const customer = { ...known, ...this.#told }
    await this.#begin({
      paymentMethod: order,
      customer: Object.keys(customer).length === 0 ? null : customer,
      browserInfo: readBrowserInfo(this.#locale),
      revision,
    })
  }

  async #begin(order: ElsewhereOrder): Promise<void> {
    this.#watch?.stop()
    this.#setPaying(true)
    const sent = await this.#ask(order)
    await this.#proceed(sent)
    if (sent.kind !== 'failure' || sent.code !== 'network_error') return
    // A lost request may still arrive. It is then sent again for its answer.
    this.#watch = watchStatus(this.#api, wait, ({ status }) => status !== 'CREATED')
    await this.#watch.ended
    if (!this.#isPaying) await this.#begin(order)
  }

  async #proceed(sent: PaymentAway | StartedPayment | Failure): Promise<void> {
    if (sent.kind === 'failure') {
      if (sent.code === 'amount_changed') await (this.#session = this.#loadSession())
      return this.#end(sent)
    }
    if (sent.kind === 'away') return this.#send({ type: 'redirect', url: sent.url })
    if (sent.step) return this.#follow(sent.step)
    // The running payment of the session may belong to another frame. The page decides which one continues.
    this.#setPaying(false)
    await this.#reload()
  }

  #ask(order: ElsewhereOrder): Promise<PaymentAway | StartedPayment | Failure> {
    return payElsewhere(this.#ports, order)
  }

  async #follow(step: RunningStep | null): Promise<void> {
    this.#setPaying(true)
    this.#payment = followPayment(this.#ports, step)
    await this.#end(await this.#payment.ended)
  }

  /** @param step - Of the payment that runs; null when another tab, or another frame, has begun it. */
  #resume(step: RunningStep | null): Promise<void> {
    if (step === null) return this.#waitElsewhere(false)
    return addressOf(step) === null ? this.#follow(step) : this.#waitElsewhere(true)
  }

  /** The shopper returned without finishing, or another tab pays. The status shows how it ends. */
  async #waitElsewhere(canReturn: boolean): Promise<void> {
    this.#setPaying(true)
    this.#view.show({ isAway: true, canReturn })
    const api = this.#api
    this.#watch?.stop()
    this.#watch = watchStatus(api, wait, (known) => known.status !== 'PENDING')
    const status = await this.#watch.ended
    if (api !== this.#api) return
    this.#view.show({ isAway: false })
    if (status === null) return this.#end(failure('session_not_found'))
    if (status.status === 'CREATED' && status.processing_code === null) return this.#setPaying(false)
    await this.#end({ kind: 'answer', answer: answerOfStatus(status) })
  }

  #goBack(): void {
    const step = this.#ports.memory.read()
    const url = step && addressOf(step)
    if (url !== null)
      void browserReach.addressOf(url).then((reached) => this.#send({ type: 'redirect', url: reached }))
  }

  async #cancelElsewhere(): Promise<void> {
    await this.#api.cancel()
    await this.#watch?.look()
  }

  async #cancel(): Promise<void> {
    const isOver = await this.#payment?.cancel()
    if (isOver === false) this.#send({ type: 'cancel-refused' })
  }

  async #end(ending: Ending): Promise<void> {
    this.#payment = null
    this.#setPaying(false)
    if (ending.kind === 'failure') {
      const { code, field } = ending
      const message = this.#textOf(code)
      this.#notify(message)
      return this.#send({ type: 'failure', code, field, message })
    }
    this.#ports.memory.forget()
    if (ending.answer.correctable && !this.#view.list.showRefusal())
      this.#notify(this.#textOf('request_refused'))
    const loaded = await this.#session
    const returnUrl = loaded.kind === 'session' ? loaded.session.return_url : ''
    this.#send({ type: 'result', response: ending.answer, returnUrl })
  }

  /** Shows why nothing was paid above everything else, where the shopper sees it. */
  #notify(notice: string): void {
    this.#view.show({ notice })
    this.#lookHere(this.#view.notice)
  }

  #lookHere(element: Element | null): void {
    if (!element) return
    this.#sendHeight()
    this.#send({ type: 'look-here', ...partOf(element) })
  }

  #setPaying(isPaying: boolean): void {
    if (isPaying !== this.#isPaying) this.#send({ type: 'paying', isPaying })
    this.#isPaying = isPaying
    this.#view.show({ isBusy: isPaying, isLong: false, ...(isPaying && { notice: null }) })
    this.#stopWaiting()
    if (isPaying) this.#stopWaiting = afterPatience(() => this.#view.show({ isLong: true }))
  }

  #textOf(code: FailureCode): string {
    return failureText(this.#locale, code, this.#priced)
  }

  /** Nothing can be paid here, so the list of methods is removed. */
  #close(code: FailureCode): void {
    const message = this.#textOf(code)
    // A page with its own list of methods reports it in one place.
    if (this.#shown === 'all')
      this.#view.show({ methods: [], hasWallet: false, isWalletGone: false, notice: message, isClosed: true })
    this.#send({ type: 'error', code, message })
  }

  /** The dependencies of a payment. */
  get #ports() {
    return paymentPorts(this.#api, this.#unanswered, this.#surfaces)
  }

  #sendHeight(): void {
    const heightPx = Math.ceil(document.body.getBoundingClientRect().height)
    // Until its content is known, the surrounding page keeps the reserved space.
    if (!this.#isLoaded || heightPx === this.#heightPx || this.#channel === null) return
    this.#heightPx = heightPx
    this.#send({ type: 'height', heightPx })
  }

  #send(message: MethodsToPage): void {
    this.#channel?.send(message)
  }
}
