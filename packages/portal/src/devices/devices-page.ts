import { html, type TemplateResult } from 'lit'

import type { Frame, Page } from '../app/page.ts'
import { DEVICE_TEXTS as texts } from '../texts/device-texts.ts'

/** Where a person types the code that a program shows. */
export class DevicesPage implements Page {
  readonly title = texts.title
  readonly section = ''
  readonly #frame: Frame

  constructor(frame: Frame) {
    this.#frame = frame
  }

  view(): TemplateResult {
    return html`<h1 tabindex="-1">${texts.title}</h1>
      <p>${texts.lead}</p>
      <form class="fields" @submit=${(event: SubmitEvent) => this.#find(event)}>
        <label for="code">${texts.code}</label>
        <input
          id="code"
          name="code"
          required
          maxlength="20"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          aria-describedby="code-hint"
        />
        <p id="code-hint" class="hint">${texts.codeHint}</p>
        <p class="buttons"><button class="main">${texts.find}</button></p>
      </form>`
  }

  #find(event: SubmitEvent): void {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget as HTMLFormElement).get('code'))
    this.#frame.go(`/devices/${encodeURIComponent(code.trim().toUpperCase())}`)
  }
}
