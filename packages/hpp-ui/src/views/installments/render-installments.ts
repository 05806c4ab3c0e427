import { html, type Markup } from '../../document/html.ts'
import type { Speaker } from '../../document/page-parts.ts'

/** The list of counts. The browser program fills it for the card that is paid with. */
export function renderInstallments(text: Speaker): Markup {
  return html`<div class="installments needs-script" id="installments" hidden>
    <label for="installment-count">${text('installments')}</label>
    <select id="installment-count" aria-describedby="installment-terms"></select>
    <p class="note" id="installment-terms">${text('installmentTerms')}</p>
  </div>`
}
