import { html, LitElement, nothing, type TemplateResult } from 'lit'

import { brand } from '../design/brand.ts'
import { DESIGN } from '../design/design.ts'
import { TEXTS } from '../texts/texts.ts'
import type { Session } from './session.ts'
import { SIGN_IN } from './sign-in-addresses.ts'

const { signIn: texts } = TEXTS

/** `<portal-sign-in>`: the page of a person who is not signed in, with the reason if a session ended. */
export class SignInElement extends LitElement {
  static override styles = DESIGN
  static override properties = { reason: {}, environment: {}, missing: { type: Boolean } }
  /** Null for a person who has just arrived. */
  declare reason: string | null
  /** The environment of the installation; null if the document does not contain it. */
  declare environment: Session['environment'] | null
  /** Whether the address belongs to no page, so that signing in would not show it. */
  declare missing: boolean

  constructor() {
    super()
    this.reason = null
    this.environment = null
    this.missing = false
  }

  protected override render(): TemplateResult {
    const { environment, missing } = this
    return html`<main class="alone door">
      <p class="brand">
        ${brand()}
        ${environment === null ? nothing : html`<span class="environment ${environment}">${TEXTS.environments[environment]}</span>`}
      </p>
      <section>
        <h1>${missing ? TEXTS.pages.missing : TEXTS.pages.signIn}</h1>
        ${this.reason === null ? nothing : html`<p class="notice bad" role="alert">${this.reason}</p>`}
        <p>${missing ? TEXTS.missingSignedOut : texts.lead}</p>
        <p><a class="button main" href=${SIGN_IN}>${TEXTS.pages.signIn}</a></p>
      </section>
      ${environment === 'production' ? nothing : html`<p class="hint">${texts.link} <code>${texts.command}</code> ${texts.explain}</p>`}
    </main>`
  }
}

customElements.define('portal-sign-in', SignInElement)
