import {
  addressOf,
  afterPatience,
  bringIntoView,
  browserReach,
  connectClientApi,
  failure,
  keepSteps,
  parseWebAddress,
  paymentPorts,
  type ElsewhereOrder,
  readBrowserInfo,
  ThreeDsWindows,
  Unanswered,
  wait,
  watchStatus,
  withoutAmount,
  type ClientApi,
  type Ending,
  type Failure,
  type MethodOrder,
  type StatusWatch,
  type StepMemory,
} from '@sluice/embedded-fields/parts'
import { FAILURE_TEXTS, type FailureCode, FORM_TEXTS } from '@sluice/texts/card-form'
import { advice, LANGUAGES, type SessionStatus } from '@sluice/types/vocabulary'
import type { PageData } from '../hosted-page-view.ts'
import { endingTitle, isFinal } from '../views/result/ending.ts'
import { showResult } from '../views/result/show-result.ts'
import { showUnfinished } from '../views/alternatives/show-unfinished.ts'
import { showWallets } from '../views/alternatives/show-wallets.ts'
import { removeCard } from '../views/saved-cards/show-removal.ts'
import type { Order } from '../views/payment-view.ts'
import { renderPaymentMethods, type RenderedPaymentMethods } from '../views/render-payment-methods.ts'
import { countDown } from './count-down.ts'
import { findElement } from './find-element.ts'
import { nameWindow } from './name-window.ts'
import { pageSurfaces } from './page-surfaces.ts'
import { readLook } from './read-look.ts'
import { readPageAgain } from './read-page-again.ts'
import { PaymentRun } from './run-payment.ts'
import { showChange } from './show-change.ts'
import type { Localizer, LocalizedText } from './localizer.ts'

/** A gateway that does not answer does not stop a shopper who wants to leave. */
const CANCEL_TIMEOUT_MS = 4_000

/** The program of the page: one session, paid once, and every end leads back to the shop. */
export class Checkout {
  #data: PageData
  readonly #localizer: Localizer
  readonly #api: ClientApi
  readonly #baseUrl: string
  readonly #memory: StepMemory
  readonly #windows: ThreeDsWindows
  readonly #unanswered = new Unanswered()
  readonly #clockOffsetMs: number
  readonly #ways: RenderedPaymentMethods
  #run: PaymentRun | null = null
  /** Handles a payment after the page reported that the service is unreachable. */
  #late: StatusWatch | null = null
  #isOver = false
  #walletPays = false
  #hasWallets = false
  /** The page is finding out which window continues a running payment. */
  #isGoingOn = false
  /** A payment that was started waits on a page of another origin. */
  #isAway = false
  #stopCountdown: () => void = () => undefined
  #stopWaiting: () => void = () => undefined
  #isToldToWait = false

  constructor(data: PageData, localizer: Localizer) {
    this.#data = data
    this.#localizer = localizer
    this.#baseUrl = data.baseUrl || location.origin
    browserReach.learn(data.session.fallback_origins)
    this.#api = connectClientApi(this.#baseUrl, data.clientKey, data.sessionId)
    this.#memory = keepSteps(data.sessionId)
    this.#windows = new ThreeDsWindows(data.clientKey)
    this.#clockOffsetMs = data.session.server_time * 1_000 - Date.now()
    this.#ways = renderPaymentMethods({
      session: data.session,
      localizer,
      now: () => this.#now(),
      onSubmit: () => void this.#pay(),
      onRemove: (paymentMethodId) => this.#removeCard(paymentMethodId),
      onElsewhere: (order) => void this.#payElsewhere(order),
    })
  }

  start(): void {
    const { status } = this.#data.session.session
    if (isFinal(status)) return void this.#showFinished()
    this.#listen()
    if (this.#data.expiresAtMs !== null) this.#countDown(this.#data.expiresAtMs)
    // Reloaded in the middle of a payment, or opened while another tab pays.
    if (status === 'PENDING') return void this.#proceed()
    // A decline before the reload required a correction.
    const { processing_code: code } = this.#data.session.session
    if (code !== null) this.#explain(code)
    void this.#showWallets()
  }

  /**
   * Resolves once the frame has reported whether it continues a running payment. A frame that already exists began
   * without it: a running payment then belongs to another tab.
   */
  async #showWallets(): Promise<boolean> {
    const room = document.querySelector<HTMLElement>('[data-room="wallets"]')
    if (room === null || this.#hasWallets) return false
    this.#hasWallets = true
    return this.#openWallets(room)
  }

  #openWallets(room: HTMLElement): Promise<boolean> {
    return showWallets(room, {
      data: this.#data,
      localizer: this.#localizer,
      windows: this.#windows,
      look: readLook,
      onPaying: (isPaying) => {
        this.#walletPays = isPaying
        this.#setBusy(isPaying)
        // The frame says at its button what went wrong there; whether the session has ended, the page says.
        if (!isPaying) void this.checkAgain()
      },
      // Nothing of a wallet's payment was typed here.
      onResult: (answer) => this.#settle({ kind: 'answer', answer }, false),
    })
  }

  #listen(): void {
    const pay = findElement<HTMLButtonElement>('#pay')
    pay.disabled = false
    pay.addEventListener('click', () => void this.#pay())
    document.querySelector('#cancel')?.addEventListener('click', (event) => {
      event.preventDefault()
      void this.#cancelAndLeave()
    })
    addEventListener('pageshow', ({ persisted }) => {
      // The browser restored an old state of the page; only the gateway knows what has happened since.
      if (persisted) location.reload()
    })
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.checkAgain()
    })
  }

  /** Another tab may have paid, or time may have run out in the background. */
  async checkAgain(): Promise<void> {
    if (this.#isBusy || this.#isGoingOn) return
    const answer = await this.#api.getStatus()
    if (answer.kind !== 'ok' || this.#isBusy || this.#isGoingOn) return
    const { status, processing_code: code, revision } = answer.body
    if (status === 'PENDING') await this.#proceed()
    else if (isFinal(status)) this.#end(status, code)
    else if (revision !== this.#data.session.session.revision) await this.#showChange()
  }

  /**
   * The merchant changed the order: typed values are kept, and the shopper presses the button again once the new amount
   * is shown.
   */
  async #showChange(): Promise<void> {
    const data = await readPageAgain()
    // Without the new amount, the page must not accept a payment.
    if (data === null) return location.reload()
    this.#data = data
    showChange(this.#localizer, data)
    this.#ways.changeSession(data.session)
    this.#complain(failure('amount_changed'))
  }

  async #pay(): Promise<void> {
    if (this.#isBusy) return
    this.#complain(null)
    const order = this.#ways.readOrder()
    if (order === null || this.#isOffline()) return
    await ('type' in order ? this.#payElsewhere(order) : this.#send(order))
  }

  async #send(order: Order): Promise<void> {
    const run = this.#begin()
    await this.#settleSent(run, await run.pay(order, this.#localizer.locale), () => this.#send(order))
  }

  /** A request that seems lost may have arrived; the page sends it again to get its answer. */
  async #settleSent(run: PaymentRun, ending: Ending, sendAgain: () => Promise<void>): Promise<void> {
    this.#settle(ending)
    if (ending.kind !== 'failure' || ending.code !== 'network_error') return
    if (run.isGivenUp) return this.#cancelAndLeave()
    this.#late = watchStatus(this.#api, wait, ({ status }) => status !== 'CREATED')
    await this.#late.ended
    if (!this.#isBusy) await sendAgain()
  }

  /** Pays in a way that is confirmed on a page of another origin. */
  async #payElsewhere(paymentMethod: MethodOrder): Promise<void> {
    if (this.#isBusy) return
    this.#complain(null)
    if (this.#isOffline()) return this.#setBusy(false)
    const browserInfo = readBrowserInfo(this.#localizer.locale)
    const { revision } = this.#data.session.session
    await this.#sendElsewhere({ paymentMethod, customer: null, browserInfo, revision })
  }

  async #sendElsewhere(order: ElsewhereOrder): Promise<void> {
    const run = this.#begin()
    const started = await run.payElsewhere(order)
    if (started.kind !== 'away') {
      const ending = started.kind === 'started' ? await run.follow(started.step) : started
      return this.#settleSent(run, ending, () => this.#sendElsewhere(order))
    }
    if (run.isGivenUp) {
      this.#run = null
      return this.#cancelAndLeave()
    }
    this.#announce(this.#localizer.words('goingToProvider'))
    location.assign(started.url)
  }

  async #removeCard(paymentMethodId: string): Promise<boolean> {
    const { clientKey, sessionId } = this.#data
    const isGone = await removeCard({ baseUrl: this.#baseUrl, clientKey, sessionId }, paymentMethodId)
    if (isGone) this.#announce(this.#localizer.words('cardRemoved'))
    return isGone
  }

  /** Surely nothing would leave, so nothing is begun: the shopper presses again. */
  #isOffline(): boolean {
    if (navigator.onLine) return false
    this.#complain(failure('network_error'))
    return true
  }

  async #proceed(): Promise<void> {
    const step = this.#memory.read()
    // The frame of the wallets keeps the steps of its own payments.
    this.#isGoingOn = true
    const isOfWallets = step === null && (await this.#showWallets())
    this.#isGoingOn = false
    if (isOfWallets) return
    const address = step && addressOf(step)
    if (address) return this.#waitForProvider(await browserReach.addressOf(address))
    this.#settle(await this.#begin().follow(step))
  }

  /** The shopper left for a provider's page and is back without having finished there. */
  async #waitForProvider(address: string): Promise<void> {
    this.#isAway = true
    const watch = watchStatus(this.#api, wait, ({ status }) => status !== 'PENDING')
    const unfinished = showUnfinished(this.#localizer, address, async () => {
      const { kind } = await this.#api.cancel()
      await watch.look()
      return kind === 'ok'
    })
    findElement('#checkout').hidden = true
    const status = await watch.ended
    // Nothing was paid and the session is open again, or gone: the document says which.
    if (status === null || !isFinal(status.status)) return location.reload()
    unfinished.hide()
    this.#end(status.status, status.processing_code)
  }

  #begin(): PaymentRun {
    this.#late?.stop()
    const { session } = this.#data
    const surfaces = pageSurfaces(this.#windows, async () => ({
      methodsUrl: await browserReach.addressOf(session.methods_url),
      locale: this.#localizer.locale,
      look: readLook,
      onCancel: () => void this.#cancelRun(run),
    }))
    const run = new PaymentRun(paymentPorts(this.#api, this.#unanswered, surfaces), {
      kind: 'session',
      session,
      clockOffsetMs: this.#clockOffsetMs,
    })
    this.#run = run
    this.#setBusy(true)
    return run
  }

  async #cancelRun(run: PaymentRun): Promise<void> {
    // The dialog shows that the payment continues.
    if (!(await run.cancel())) this.#windows.resume()
  }

  #settle(ending: Ending, isTyped = true): void {
    this.#run = null
    this.#setBusy(false)
    if (ending.kind === 'failure') return this.#settleFailure(ending)
    const { status, processing_code: code, correctable } = ending.answer
    if (!correctable && (isFinal(status) || status === 'PENDING')) return this.#end(status, code)
    // Nothing was charged: the shopper may correct it.
    this.#memory.forget()
    if (code === null) this.#complain({ kind: 'failure', code: 'request_refused', field: null })
    else if (!isTyped || !this.#ways.showRefusal(code)) this.#explain(code)
  }

  #settleFailure(failed: Failure): void {
    if (failed.code === 'outcome_unknown') return this.#end('PENDING', null)
    if (failed.code === 'session_expired') return this.#end('SESSION_EXPIRED', null)
    // Another tab has paid: its outcome is this page's.
    if (failed.code === 'session_finished') return void this.checkAgain()
    if (failed.code === 'amount_changed') return void this.#showChange()
    this.#complain(failed)
  }

  #complain(failed: Failure | null): void {
    this.#localizer.put(findElement('#problem'), failed && this.#wordsOf(failed.code))
    if (failed) bringIntoView(findElement('#problem'))
  }

  #wordsOf(code: FailureCode): LocalizedText {
    if (code === 'payment_link_in_use') return this.#localizer.words('linkInUse')
    return (language) => {
      const text = FAILURE_TEXTS[LANGUAGES[language].locale][code]
      return this.#data.session.session.amount === 0
        ? withoutAmount(text)
        : text.replace('{amount}', this.#localizer.amountIn(language))
    }
  }

  /** Describes the error if no field can be marked. */
  #explain(processingCode: string): void {
    this.#localizer.put(findElement('#problem'), (language) => advice(processingCode).shopper[language])
    bringIntoView(findElement('#problem'))
  }

  #setBusy(isBusy: boolean): void {
    const pay = findElement('#pay')
    pay.ariaDisabled = String(isBusy)
    findElement('#checkout').toggleAttribute('data-busy', isBusy)
    findElement('#checkout').removeAttribute('data-may-leave')
    this.#ways.setBusy(isBusy)
    this.#announce(isBusy ? this.#localizer.words('paying') : null)
    this.#tellWhoWaits(isBusy)
  }

  #tellWhoWaits(isBusy: boolean): void {
    this.#stopWaiting()
    const notice = findElement('#notice')
    if (isBusy)
      this.#stopWaiting = afterPatience(() => {
        this.#isToldToWait = true
        this.#localizer.put(notice, (language) => FORM_TEXTS[LANGUAGES[language].locale].stillWorking)
      })
    else if (this.#isToldToWait) this.#localizer.put(notice, null)
    this.#isToldToWait = false
  }

  /** Announces a change to shoppers who cannot see the button and the countdown. */
  #announce(words: LocalizedText | null): void {
    this.#localizer.put(findElement('#status'), words)
  }

  #countDown(endsAtMs: number): void {
    const line = findElement('#time-left')
    const text = findElement('#time-left-text')
    this.#stopCountdown = countDown(endsAtMs, {
      now: () => this.#now(),
      show: (time) => {
        line.hidden = time === null
        this.#localizer.put(text, time === null ? null : this.#localizer.words('timeLeft', { time }))
      },
      announce: (minutes) => this.#announce(this.#localizer.words('minutesLeft', { minutes })),
      onEnd: () => void this.#timeIsOver(),
    })
  }

  /** A payment that runs may still end well; only a page where nothing happens is over. */
  async #timeIsOver(): Promise<void> {
    await this.checkAgain()
    if (!this.#isBusy) this.#end('SESSION_EXPIRED', null)
  }

  /** The document says that it is over, and not why. */
  async #showFinished(): Promise<void> {
    const { status } = this.#data.session.session
    const answer = status === 'DECLINED' ? await this.#api.getStatus() : null
    this.#end(status, answer?.kind === 'ok' ? answer.body.processing_code : null)
  }

  #end(status: SessionStatus, processingCode: string | null): void {
    if (this.#isOver || status === 'CREATED') return
    this.#isOver = true
    this.#stopCountdown()
    this.#ways.clear()
    if (isFinal(status)) this.#memory.forget()
    findElement('#checkout').hidden = true
    findElement('#time-left').hidden = true
    const { amount } = this.#data.session.session
    if (amount > 0)
      this.#localizer.put(
        findElement('#amount-label'),
        this.#localizer.words(status === 'PENDING' ? 'amountToPay' : 'amount'),
      )
    nameWindow(
      this.#localizer,
      this.#data.session.branding.merchant_name,
      this.#localizer.words(endingTitle(status, amount)),
    )
    showResult(this.#localizer, { status, processingCode, amount, onLeave: () => this.#leave() })
  }

  /** The connection is lost: a shopper who waits for the answer to a payment may still leave. */
  offerToLeave(): void {
    if (this.#run?.isUnanswered) findElement('#checkout').toggleAttribute('data-may-leave', true)
  }

  async #cancelAndLeave(): Promise<void> {
    if (this.#run?.isUnanswered) {
      this.#run.giveUp()
      findElement('#checkout').removeAttribute('data-may-leave')
      return this.#localizer.put(findElement('#notice'), this.#localizer.words('cancelingLater'))
    }
    if (this.#isBusy) return
    this.#isOver = true
    this.#setBusy(true)
    await Promise.race([this.#api.cancel(), wait(CANCEL_TIMEOUT_MS)])
    this.#leave()
  }

  /** Replaces this page in the history, so that the Back button of the shop does not lead to an ended payment. */
  #leave(): void {
    const address = parseWebAddress(this.#data.session.return_url)
    if (address) location.replace(address)
  }

  /** A payment was sent and has no end yet. */
  get isPaying(): boolean {
    return this.#run !== null || this.#walletPays
  }

  get #isBusy(): boolean {
    return this.#isOver || this.#isAway || this.#walletPays || this.#run !== null
  }

  #now(): number {
    return Date.now() + this.#clockOffsetMs
  }
}
