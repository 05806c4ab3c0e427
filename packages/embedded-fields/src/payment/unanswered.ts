import type { ClientEnvelope } from '@sluice/types'
import type { ApiAnswer } from './client-api.ts'

export type SendPayment = () => Promise<ApiAnswer<ClientEnvelope>>

/**
 * Stores the request whose answer was lost, because it may have arrived. If the shopper pays the same order again,
 * the same request is sent with the same key, so it is the same payment.
 */
export class Unanswered {
  #order = ''
  #send: SendPayment | null = null

  /** @param order - What is paid with, and in which session. In memory only. */
  find(order: unknown): SendPayment | null {
    return this.#send && JSON.stringify(order) === this.#order ? this.#send : null
  }

  keep(order: unknown, send: SendPayment): void {
    this.#order = JSON.stringify(order)
    this.#send = send
  }

  forget(): void {
    this.#order = ''
    this.#send = null
  }
}
