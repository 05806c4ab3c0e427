import { html, type Markup } from '../../document/html.ts'
import { ICONS, type Speaker } from '../../document/page-parts.ts'

/** Renders the page for shoppers who return with the browser's Back button from the page that confirms a payment. */
export function renderUnfinished(text: Speaker): Markup {
  return html`<section class="panel result" id="unfinished" data-tone="open" data-sign="waiting" hidden>
    <div class="sign"><span data-for="waiting">${ICONS.waiting}</span></div>
    <h2 id="unfinished-title" tabindex="-1">${text('unfinished')}</h2>
    <p>${text('unfinishedNote')}</p>
    <a class="button" id="continue" href="#">${text('continuePayment')}</a>
    <button type="button" class="quiet-button" id="cancel-unfinished">${text('cancelPayment')}</button>
    <p class="problem" id="unfinished-problem" role="alert"></p>
  </section>`
}
