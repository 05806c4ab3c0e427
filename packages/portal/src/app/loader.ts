import { Task, TaskStatus } from '@lit/task'
import { html, type TemplateResult } from 'lit'

import '../design/error-state.ts'
import { TEXTS } from '../texts/texts.ts'
import { Refusal } from './ask.ts'
import type { PortalElement } from './portal-element.ts'

/**
 * Data that an element loads: a `Task` with one display for loading and one for errors. What is there stays on the
 * screen while it is loaded again. Without `args` it loads once; with them, whenever they change.
 */
export class Loader<Value, const Args extends readonly unknown[] = readonly []> {
  readonly #task: Task<Args, Value>
  #reason = ''
  #isMissing = false

  constructor(
    host: PortalElement,
    load: (signal: AbortSignal, ...args: Args) => Promise<Value>,
    args: () => Args = () => [] as readonly unknown[] as Args,
  ) {
    this.#task = new Task<Args, Value>(host, {
      task: (values, { signal }) => load(signal, ...values),
      args,
      onError: (error) => {
        this.#reason = host.portal.explain(error)
        this.#isMissing = error instanceof Refusal && error.kind === 'not-found'
      },
    })
    host.addController({ hostDisconnected: () => this.#task.abort() })
  }

  /** Undefined until it is there. */
  get value(): Value | undefined {
    return this.#task.value
  }

  get isWaiting(): boolean {
    return this.#task.value === undefined && this.#task.status !== TaskStatus.ERROR
  }

  /** Loads it again. */
  reload(): Promise<void> {
    return this.#task.run()
  }

  /** @param showMissing - for what may not exist: trying again would not help. */
  render(show: (value: Value) => TemplateResult, showMissing?: () => TemplateResult): TemplateResult {
    const hasFailed = this.#task.status === TaskStatus.ERROR
    if (hasFailed && this.#isMissing && showMissing !== undefined) return showMissing()
    if (hasFailed)
      return html`<portal-error-state
        .reason=${this.#reason}
        @retry=${() => void this.reload()}
      ></portal-error-state>`
    if (this.#task.value === undefined) return html`<p class="loading">${TEXTS.loading}</p>`
    return show(this.#task.value)
  }
}
