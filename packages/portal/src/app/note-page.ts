import { html, nothing, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { PageElement } from './portal-element.ts'

/** A page that a person may open. */
export interface PageLink {
  readonly href: string
  readonly name: string
}

/** `<portal-note-page>`: a page that says one thing, and leads on. */
export class NotePage extends PageElement {
  static override properties = { heading: {}, text: {}, way: { attribute: false } }
  declare heading: string
  declare text: string
  /** Null for a person who may open no page. */
  declare way: PageLink | null

  protected override render(): TemplateResult {
    const { way } = this
    return html`<h1 tabindex="-1">${this.heading}</h1>
      <p>${this.text}</p>
      ${
        way === null
          ? nothing
          : html`<p><a class="button main" href=${way.href}>${TEXTS.goTo(way.name)}</a></p>`
      }`
  }
}

customElements.define('portal-note-page', NotePage)
