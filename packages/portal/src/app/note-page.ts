import { html, type TemplateResult } from 'lit'

import { PageElement } from './portal-element.ts'

/** `<portal-note-page>`: a page that says one thing. */
export class NotePage extends PageElement {
  static override properties = { heading: {}, text: {} }
  declare heading: string
  declare text: string

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">${this.heading}</h1>
      <p>${this.text}</p>`
  }
}

customElements.define('portal-note-page', NotePage)
