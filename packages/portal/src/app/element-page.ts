import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'

import type { Page } from './page.ts'

/** A page that is an element, among those that are none yet. Each time its address is opened there is a new element. */
export class ElementPage implements Page {
  readonly title: string
  readonly section: string
  readonly #template: TemplateResult

  /** @param section - the entry of the navigation that it belongs to; empty for none. */
  constructor(title: string, section: string, template: TemplateResult) {
    this.title = title
    this.section = section
    this.#template = template
  }

  view(): TemplateResult {
    return html`${keyed(this, this.#template)}`
  }
}
