import { html, type TemplateResult } from 'lit'

import type { Page } from './app/page.ts'

/** A page that says one thing. */
export class NotePage implements Page {
  readonly section = ''
  readonly title: string
  readonly #text: string

  constructor(title: string, text: string) {
    this.title = title
    this.#text = text
  }

  view(): TemplateResult {
    return html`<h1 tabindex="-1">${this.title}</h1>
      <p>${this.#text}</p>`
  }
}
