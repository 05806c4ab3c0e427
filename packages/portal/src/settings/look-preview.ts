import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { PortalElement } from '../app/portal-element.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import type { LookSettings } from './settings.ts'

const { look: texts } = SETTINGS_TEXTS

/** The payment page with the draft of a branding, as the gateway returns it. */
interface Preview {
  readonly url: string
  readonly colors: Readonly<Record<string, string>>
  readonly weak_colors: readonly {
    readonly color: string
    readonly background: string
    readonly ratio: number
    readonly required_ratio: number
  }[]
}

/**
 * `<portal-look-preview>`: the payment page in a look that is not saved. While one request is pending, only the latest
 * of the following ones is sent. Fires `colors` when it knows which colors are in use.
 */
export class LookPreviewElement extends PortalElement {
  static override properties = { look: { attribute: false, hasChanged: isDifferent } }
  declare look: LookSettings
  #preview: Preview | null = null
  #reason = ''
  #page = 'card'
  #next: LookSettings | null = null
  #isAsking = false

  /** The colors that the payment page shows: `#rrggbb`, by their names in the branding. */
  get colors(): Readonly<Record<string, string>> {
    return this.#preview?.colors ?? {}
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('look')) void this.#show(this.look)
  }

  async #show(look: LookSettings): Promise<void> {
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
      this.dispatchEvent(new Event('colors'))
    } catch (error) {
      this.#reason = this.portal.explain(error)
    } finally {
      this.#isAsking = false
    }
    this.requestUpdate()
  }

  protected override render(): TemplateResult {
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
    this.requestUpdate()
  }
}

/** A page that is drawn again makes a new object of the same look. */
function isDifferent(value: LookSettings, old: LookSettings | undefined): boolean {
  return JSON.stringify(value) !== JSON.stringify(old)
}

customElements.define('portal-look-preview', LookPreviewElement)
