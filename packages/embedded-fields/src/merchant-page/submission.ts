import type { SubmitOptions } from './embedded-fields-api.ts'
import { PaymentComponentError } from './payment-component-error.ts'

type Callback = SubmitOptions['callback'] | null

/** The payment that the merchant's page waits for. There is at most one, and it ends once. */
export class Submission {
  #waiting: { readonly callback: Callback } | null = null

  get isRunning(): boolean {
    return this.#waiting !== null
  }

  begin(callback: Callback): void {
    this.#waiting = { callback }
  }

  /** It is over. @returns what the page gave to be called with its ending, once. */
  end(): Callback {
    const callback = this.#waiting?.callback
    this.#waiting = null
    return callback
  }

  /** @throws While a payment runs. {@link PaymentComponentError} */
  refuseSecond(): void {
    if (!this.isRunning) return
    throw new PaymentComponentError('payment_in_progress', 'A payment is running; wait for its callback')
  }
}
