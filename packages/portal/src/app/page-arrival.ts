import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit'

import './late-page.ts'
import type { LoadPage, Page } from '../pages.ts'

/**
 * Loads the part of the program that contains the open page. If loading fails, such as without a connection or after an upgrade of
 * the gateway, it is tried again when the connection is back, or when the person presses Reload.
 */
export class PageArrival implements ReactiveController {
  readonly #host: ReactiveControllerHost
  readonly #reloadDocument: () => void
  readonly #arrived = new Set<LoadPage>()
  readonly #retry = () => void this.#loadAgain()
  #page: Page | null = null
  #hasFailed = false

  /** @param reloadDocument - reloads the page to get the current version of the program. */
  constructor(host: ReactiveControllerHost, reloadDocument: () => void = () => location.reload()) {
    this.#host = host
    this.#reloadDocument = reloadDocument
    host.addController(this)
  }

  hostConnected(): void {
    addEventListener('online', this.#retry)
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#retry)
  }

  /** Renders the open page, or its placeholder until it is loaded. */
  render(page: Page): TemplateResult {
    if (page !== this.#page) this.#open(page)
    if (this.#isHere(page)) return page.view
    return html`<portal-late-page
      .heading=${page.title}
      .hasFailed=${this.#hasFailed}
      @reload=${() => void this.#reload()}
    ></portal-late-page>`
  }

  #isHere({ load }: Page): boolean {
    return load === undefined || this.#arrived.has(load)
  }

  #open(page: Page): void {
    this.#page = page
    this.#hasFailed = false
    if (!this.#isHere(page)) void this.#load(page)
  }

  async #load(page: Page): Promise<void> {
    const { load } = page
    if (load === undefined) return
    try {
      await load()
      this.#arrived.add(load)
    } catch {
      if (page === this.#page) this.#hasFailed = true
    }
    if (page === this.#page) this.#host.requestUpdate()
  }

  async #loadAgain(): Promise<void> {
    if (this.#page !== null && this.#hasFailed) await this.#load(this.#page)
  }

  /** Reloads the document only if the gateway can be reached: otherwise the browser would show its error page. */
  async #reload(): Promise<void> {
    const page = this.#page
    await this.#loadAgain()
    if (page === null || page !== this.#page || this.#isHere(page)) return
    const isReachable = await fetch(location.pathname, { method: 'HEAD' }).then(
      () => true,
      () => false,
    )
    if (isReachable && page === this.#page) this.#reloadDocument()
  }
}
