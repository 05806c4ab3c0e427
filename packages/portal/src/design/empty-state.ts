import { html, LitElement, nothing, type TemplateResult } from 'lit'

import { DESIGN } from './design.ts'

/** `<portal-empty-state>`: says what would be listed here and how it comes about; its content is the first step. */
export class EmptyStateElement extends LitElement {
  static override styles = DESIGN
  static override properties = { heading: {}, text: {} }
  declare heading: string
  declare text: string

  constructor() {
    super()
    this.heading = ''
    this.text = ''
  }

  protected override render(): TemplateResult {
    return html`<div class="empty">
      <h2>${this.heading}</h2>
      ${this.text === '' ? nothing : html`<p>${this.text}</p>`}
      <slot></slot>
    </div>`
  }
}

customElements.define('portal-empty-state', EmptyStateElement)
