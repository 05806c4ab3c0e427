import {
  browserConnection,
  followPayment,
  loadSession,
  readBrowserInfo,
  startPayment,
  type Unanswered,
  type ClientApi,
  type Ending,
  type Failure,
  type FollowedPayment,
  type LoadedSession,
  type RunningStep,
  type StepMemory,
  type Surfaces,
} from '@sluice/embedded-fields/parts'
import type { Locale } from '@sluice/types/vocabulary'
import type { Order } from '../views/way-view.ts'

export interface PaymentPorts {
  readonly api: ClientApi
  readonly memory: StepMemory
  readonly surfaces: Surfaces
  readonly unanswered: Unanswered
  /** As the document brought it; asked for again when its keys have been replaced since. */
  readonly session: LoadedSession
}

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** One payment on this page, from the button to its end. */
export class PaymentRun {
  readonly #ports: PaymentPorts
  #followed: FollowedPayment | null = null
  #isGivenUp = false

  constructor(ports: PaymentPorts) {
    this.#ports = ports
  }

  /** It was sent, and what became of it is not known yet. */
  get isUnanswered(): boolean {
    return this.#followed === null
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  /** Cancels what was sent as soon as it has an answer. */
  giveUp(): void {
    this.#isGivenUp = true
  }

  /** Pays, and has the bank speak as the page does. @returns how it ended; with every fault of the connection, the shopper does not pay twice. */
  async pay(order: Order, locale: Locale): Promise<Ending> {
    const { api, memory, unanswered } = this.#ports
    const started = await startPayment(
      {
        api,
        memory,
        unanswered,
        connection: browserConnection,
        wait,
        now: Date.now,
        session: (again) => this.#useSession(again),
      },
      { ...order, browserInfo: readBrowserInfo(locale) },
    )
    if (started.kind === 'failure') return started
    return this.follow(started.step)
  }

  /** Follows a payment that runs already: after a reload, or because another tab began it. */
  async follow(step: RunningStep | null): Promise<Ending> {
    this.#followed = followPayment({ ...this.#ports, connection: browserConnection, wait }, step)
    if (this.#isGivenUp) void this.cancel()
    return this.#followed.ended
  }

  /** @returns false when the payment goes on all the same. */
  async cancel(): Promise<boolean> {
    return (await this.#followed?.cancel()) ?? true
  }

  async #useSession(again: boolean): Promise<LoadedSession | Failure> {
    if (!isSecureContext) return { kind: 'failure', code: 'insecure_context', field: null }
    return again ? loadSession(this.#ports.api, { now: Date.now, wait }) : this.#ports.session
  }
}
