import { html, nothing, type TemplateResult } from 'lit'

import { ask, Refusal } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { DEVICE_TEXTS as texts } from '../texts/device-texts.ts'

/** A program that asks to act for the person. */
interface Device {
  readonly user_code: string
  readonly name: string
  readonly address: string
}

/** Where a person says whether a program may act for them. */
export class DevicePage implements Page {
  readonly title = texts.title
  readonly section = ''
  readonly #frame: Frame
  readonly #path: string
  readonly #device: Loading<{ readonly found: Device | null }>
  #outcome = ''
  #reason = ''

  constructor(frame: Frame, code: string) {
    this.#frame = frame
    this.#path = `/devices/${encodeURIComponent(code)}`
    this.#device = new Loading(frame, (signal) => this.#find(signal))
  }

  leave(): void {
    this.#device.stop()
  }

  view(): TemplateResult {
    return html`<h1 tabindex="-1">${texts.title}</h1>
      ${
        this.#outcome === ''
          ? this.#device.view(({ found }) =>
              found === null
                ? html`<p class="notice bad" role="alert">${texts.unknown}</p>`
                : this.#show(found),
            )
          : html`<p class="notice" role="status">${this.#outcome}</p>`
      }`
  }

  #show({ user_code: code, name, address }: Device): TemplateResult {
    return html`<section aria-labelledby="compare">
      <h2 id="compare">${texts.compare}</h2>
      <p class="code"><strong>${code}</strong></p>
      <p>${texts.what(name, address)} ${texts.all} ${texts.audit}</p>
      <p class="notice">${texts.warning}</p>
      ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
      <p class="buttons">
        <button type="button" @click=${() => this.#answer('deny', texts.denied)}>${texts.deny}</button>
        <button type="button" class="main" @click=${() => this.#answer('approve', texts.approved)}>
          ${texts.approve}
        </button>
      </p>
    </section>`
  }

  async #find(signal: AbortSignal): Promise<{ readonly found: Device | null }> {
    try {
      return { found: await ask<Device>(this.#path, { signal }) }
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'not-found') return { found: null }
      throw error
    }
  }

  async #answer(deed: 'approve' | 'deny', outcome: string): Promise<void> {
    try {
      await ask(`${this.#path}/${deed}`, { method: 'POST', key: crypto.randomUUID() })
      this.#outcome = outcome
    } catch (error) {
      this.#reason = this.#frame.explain(error)
    }
    this.#frame.redraw()
  }
}
