import { html, type Markup } from '../../document/html.ts'
import { ICONS, type Speaker } from '../../document/page-parts.ts'

/** The page for an address without a payment, and for a payment without any method. */
export function renderUnavailable(text: Speaker, returnUrl: string | null): Markup {
  return html`<section class="panel result" data-tone="open" data-sign="closed">
    <div class="sign"><span data-for="closed">${ICONS.closed}</span></div>
    <h1>${text('unavailable')}</h1>
    <p>${text('unavailableNote')}</p>
    ${returnUrl !== null && html`<a class="button" href="${returnUrl}">${text('backToShop')}</a>`}
  </section>`
}
