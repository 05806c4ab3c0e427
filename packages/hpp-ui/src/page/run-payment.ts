import {
  followPayment,
  loadSession,
  payElsewhere,
  readBrowserInfo,
  startPayment,
  type ElsewhereOrder,
  type Ending,
  type Failure,
  type FollowedPayment,
  type LoadedSession,
  type PaymentAway,
  type PaymentPorts,
  type RunningStep,
  type StartedPayment,
} from '@sluice/embedded-fields/parts'
import type { Locale } from '@sluice/types/vocabulary'
import type { Order } from '../views/payment-view.ts'

/** One payment on this page, from the button to its end. */
export class PaymentRun {
  readonly #ports: PaymentPorts
  readonly #session: LoadedSession
  #followed: FollowedPayment | null = null
  #isGivenUp = false

  /** @param session - as in the document; it is fetched again if its keys have been replaced since. */
  constructor(ports: PaymentPorts, session: LoadedSession) {
    this.#ports = ports
    this.#session = session
  }

  /** The payment was sent, and its outcome is not known yet. */
  get isUnanswered(): boolean {
    return this.#followed === null
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  /** Cancels the sent payment as soon as it has an answer. */
  giveUp(): void {
    this.#isGivenUp = true
  }

  /** Pays, and has the bank speak as the page does. @returns how it ended; with every fault of the connection, the shopper does not pay twice. */
  async pay(order: Order, locale: Locale): Promise<Ending> {
    const session = (again: boolean) => this.#useSession(again)
    const { revision } = this.#session.session.session
    const paid = { ...order, revision, browserInfo: readBrowserInfo(locale) }
    const started = await startPayment({ ...this.#ports, session }, paid)
    if (started.kind === 'failure') return started
    return this.follow(started.step)
  }

  /** Pays in a way that is confirmed on a page of another origin. */
  payElsewhere(order: ElsewhereOrder): Promise<PaymentAway | StartedPayment | Failure> {
    return payElsewhere(this.#ports, order)
  }

  /** Follows a payment that runs already: after a reload, or because another tab began it. */
  async follow(step: RunningStep | null): Promise<Ending> {
    this.#followed = followPayment(this.#ports, step)
    if (this.#isGivenUp) void this.cancel()
    return this.#followed.ended
  }

  /** @returns false if the payment continues nevertheless. */
  async cancel(): Promise<boolean> {
    return (await this.#followed?.cancel()) ?? true
  }

  async #useSession(again: boolean): Promise<LoadedSession | Failure> {
    if (!isSecureContext) return { kind: 'failure', code: 'insecure_context', field: null }
    return again ? loadSession(this.#ports.api, this.#ports) : this.#session
  }
}
