import { html, type TemplateResult } from 'lit'

import type { Page } from './app/page.ts'
import { TEXTS } from './texts/texts.ts'

export class MissingPage implements Page {
  readonly title = TEXTS.pages.missing
  readonly section = ''

  view(): TemplateResult {
    return html`<h1 tabindex="-1">${this.title}</h1>
      <p>${TEXTS.missing}</p>`
  }
}
