import { html, type Markup } from '../../document/html.ts'
import type { Speaker } from '../../document/page-parts.ts'

/**
 * The list of counts. The browser program fills it for the card that is paid with.
 *
 * @param isHidden - whether nothing can be chosen for the first way to pay. Otherwise the choice has its room from the first paint on.
 */
export function renderInstallments(text: Speaker, isHidden: boolean): Markup {
  return html`<div class="installments needs-script" id="installments" ${isHidden && html`hidden`}>
    <label for="installment-count">${text('installments')}</label>
    <select id="installment-count" aria-describedby="installment-terms"></select>
    <p class="note" id="installment-terms">${text('installmentTerms')}</p>
  </div>`
}
