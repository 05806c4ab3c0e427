import { html, LitElement, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { DESIGN } from './design.ts'

/** `<portal-error-state>`: an error message, and a button that fires `retry`. */
export class ErrorStateElement extends LitElement {
  static override styles = DESIGN
  static override properties = { reason: {} }
  declare reason: string

  constructor() {
    super()
    this.reason = ''
  }

  protected override render(): TemplateResult {
    return html`<div class="notice bad" role="alert">
      <p>${this.reason}</p>
      <p class="buttons">
        <button type="button" @click=${() => this.dispatchEvent(new Event('retry'))}>${TEXTS.again}</button>
      </p>
    </div>`
  }
}

customElements.define('portal-error-state', ErrorStateElement)
