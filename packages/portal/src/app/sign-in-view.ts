import { html, nothing, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'

/** Where a sign-in begins; the browser comes back with a session. */
export const SIGN_IN = '/portal/login'

/** Where a sign-in begins that ends with a change of what the person signs in with. */
export const changeOf = (change: string) => `${SIGN_IN}?change=${change}`

export function signInView(reason: string | null): TemplateResult {
  return html`<main class="alone">
    <h1>${TEXTS.pages.signIn}</h1>
    ${reason === null ? nothing : html`<p class="notice" role="alert">${reason}</p>`}
    <p><a class="button main" href=${SIGN_IN}>${TEXTS.pages.signIn}</a></p>
    <p>${TEXTS.signIn.lead}</p>
    <p><code>${TEXTS.signIn.command}</code> ${TEXTS.signIn.explain}</p>
  </main>`
}
