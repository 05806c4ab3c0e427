import { html, LitElement, nothing, type TemplateResult } from 'lit'

import { DESIGN } from '../design/design.ts'
import { TEXTS } from '../texts/texts.ts'
import { SIGN_IN } from './sign-in-addresses.ts'

const { signIn: texts } = TEXTS

/** `<portal-sign-in>`: the page of a person who is not signed in, with the reason if a session ended. */
export class SignInElement extends LitElement {
  static override styles = DESIGN
  static override properties = { reason: {} }
  /** Null for a person who has just arrived. */
  declare reason: string | null

  constructor() {
    super()
    this.reason = null
  }

  protected override render(): TemplateResult {
    return html`<main class="alone">
      <h1>${TEXTS.pages.signIn}</h1>
      ${this.reason === null ? nothing : html`<p class="notice" role="alert">${this.reason}</p>`}
      <p><a class="button main" href=${SIGN_IN}>${TEXTS.pages.signIn}</a></p>
      <p>${texts.lead}</p>
      <p><code>${texts.command}</code> ${texts.explain}</p>
    </main>`
  }
}

customElements.define('portal-sign-in', SignInElement)
