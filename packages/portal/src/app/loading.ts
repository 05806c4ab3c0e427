import { html, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import type { Frame } from './page.ts'

/** Something that is asked for, on its way from nothing to an answer or a reason. */
export class Loading<Value> {
  readonly #frame: Frame
  readonly #load: (signal: AbortSignal) => Promise<Value>
  #abort = new AbortController()
  #value: Value | null = null
  #reason: string | null = null

  constructor(frame: Frame, load: (signal: AbortSignal) => Promise<Value>) {
    this.#frame = frame
    this.#load = load
    void this.start()
  }

  /** Null until it is there. */
  get value(): Value | null {
    return this.#value
  }

  /** Asks, or asks once more; what is there stays until the answer comes. */
  async start(): Promise<void> {
    this.stop()
    const { signal } = (this.#abort = new AbortController())
    this.#reason = null
    try {
      this.#value = await this.#load(signal)
    } catch (error) {
      if (signal.aborted) return
      this.#reason = this.#frame.explain(error)
    }
    this.#frame.redraw()
  }

  stop(): void {
    this.#abort.abort()
  }

  /** Whether the first answer, or the reason for none, is still to come. */
  get isWaiting(): boolean {
    return this.#value === null && this.#reason === null
  }

  /** @param beside - what else is to have ended before: buttons that came later would move others under the pointer. */
  view(show: (value: Value) => TemplateResult, ...beside: readonly Loading<unknown>[]): TemplateResult {
    if (this.#reason !== null)
      return html`<div class="notice bad" role="alert">
        <p>${this.#reason}</p>
        <button type="button" @click=${() => this.start()}>${TEXTS.again}</button>
      </div>`
    if (this.#value === null || beside.some(({ isWaiting }) => isWaiting))
      return html`<p class="loading">${TEXTS.loading}</p>`
    return show(this.#value)
  }
}
