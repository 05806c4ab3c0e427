import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import type { Frame } from '../app/page.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import type { LookSettings } from './settings.ts'

const { look: texts } = SETTINGS_TEXTS

/** The payment page in a look that is tried, as the gateway gives it. */
interface Preview {
  readonly url: string
  readonly weak_colors: readonly {
    readonly color: string
    readonly background: string
    readonly ratio: number
    readonly required_ratio: number
  }[]
}

/** Shows the payment page as the person would have it. While one look is on its way, only the latest of the next is asked for. */
export class LookPreview {
  readonly #frame: Frame
  #preview: Preview | null = null
  #reason = ''
  #page = 'card'
  #next: LookSettings | null = null
  #isAsking = false

  constructor(frame: Frame) {
    this.#frame = frame
  }

  async show(look: LookSettings): Promise<void> {
    this.#next = look
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      while (this.#next !== null) {
        const body: LookSettings = this.#next
        this.#next = null
        this.#preview = await ask<Preview>('/settings/preview', { method: 'POST', body })
        this.#reason = ''
      }
    } catch (error) {
      this.#reason = this.#frame.explain(error)
    } finally {
      this.#isAsking = false
    }
    this.#frame.redraw()
  }

  view(): TemplateResult {
    return html`<section class="preview" aria-labelledby="preview">
      <div class="between">
        <h2 id="preview">${texts.preview}</h2>
        <label class="check"
          >${texts.shows}
          <select @change=${(event: Event) => this.#choose((event.currentTarget as HTMLSelectElement).value)}>
            ${Object.entries(texts.pages).map(([page, name]) => html`<option value=${page}>${name}</option>`)}
          </select></label
        >
      </div>
      <div role="status">
        ${this.#reason === '' ? nothing : html`<p class="notice bad">${this.#reason}</p>`}
        ${(this.#preview?.weak_colors ?? []).map(
          ({ color, background, ratio, required_ratio: required }) =>
            html`<p class="notice">
              ${texts.weak(texts.colors[color] ?? color, ratio, background, required)}
            </p>`,
        )}
      </div>
      ${
        this.#preview === null
          ? nothing
          : html`<iframe
              title=${texts.frame}
              src=${this.#preview.url.replace('page=card', `page=${this.#page}`)}
              sandbox="allow-scripts allow-same-origin"
            ></iframe>`
      }
    </section>`
  }

  #choose(page: string): void {
    this.#page = page
    this.#frame.redraw()
  }
}
