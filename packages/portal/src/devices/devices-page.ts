import { html, type TemplateResult } from 'lit'

import { PageElement } from '../app/portal-element.ts'
import { field } from '../design/field.ts'
import { DEVICE_TEXTS as texts } from '../texts/device-texts.ts'

/** `<portal-devices-page>`: a person types the code that a program shows. */
export class DevicesPage extends PageElement {
  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">${texts.title}</h1>
      <p>${texts.lead}</p>
      <form class="fields" @submit=${(event: SubmitEvent) => this.#find(event)}>
        ${field({
          id: 'code',
          label: texts.code,
          hint: texts.codeHint,
          control: ({ id, describedBy }) =>
            html`<input
              id=${id}
              name="code"
              required
              maxlength="20"
              autocomplete="off"
              autocapitalize="characters"
              spellcheck="false"
              aria-describedby=${describedBy}
            />`,
        })}
        <p class="buttons"><button class="main">${texts.find}</button></p>
      </form>`
  }

  #find(event: SubmitEvent): void {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget as HTMLFormElement).get('code'))
    this.portal.go(`/devices/${encodeURIComponent(code.trim().toUpperCase())}`)
  }
}

customElements.define('portal-devices-page', DevicesPage)
