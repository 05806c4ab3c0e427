import { html, type PropertyValues, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { PartElement } from './portal-element.ts'

/**
 * `<portal-late-page>`: in the place of a page while its part of the program is loaded, or why it is not. Fires `reload`.
 */
export class LatePage extends PartElement {
  static override properties = { heading: {}, hasFailed: { attribute: false } }
  declare heading: string
  declare hasFailed: boolean

  protected override updated(_changed: PropertyValues): void {
    // While it is loaded, the focus waits for the heading of the page itself.
    if (this.hasFailed) this.dispatchEvent(new Event('page-drawn', { bubbles: true }))
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">${this.heading}</h1>
      ${this.hasFailed ? this.#failure() : html`<p class="loading">${TEXTS.loading}</p>`}`
  }

  #failure(): TemplateResult {
    return html`<div class="notice bad" role="alert">
      <p>${TEXTS.unloaded.text}</p>
      <p class="buttons">
        <button type="button" @click=${() => this.dispatchEvent(new Event('reload'))}>
          ${TEXTS.unloaded.reload}
        </button>
      </p>
    </div>`
  }
}

customElements.define('portal-late-page', LatePage)
