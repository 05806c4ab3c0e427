import type { Language, SessionStatus } from '@sluice/types/vocabulary'
import { html, type Markup } from '../../document/html.ts'
import { ICONS, type Speaker } from '../../document/page-parts.ts'
import { endingReason, endingSign, endingTitle, endingTone, isVerified } from './ending.ts'

/** The outcome of the payment. It is hidden in every page, so that the page can show it without another request. */
export function renderResult(
  end: {
    readonly status: SessionStatus
    readonly processingCode: string | null
    readonly amount: number
  } | null,
  {
    language,
    returnUrl,
    text,
  }: { readonly language: Language; readonly returnUrl: string | null; readonly text: Speaker },
): Markup {
  const status = end && end.status !== 'CREATED' ? end.status : null
  return html`<section
    class="panel result"
    id="result"
    ${status === null && html`hidden`}
    data-tone="${status && endingTone(status)}"
    data-sign="${status && endingSign(status)}"
  >
    <div class="sign">
      ${(['approved', 'refused', 'waiting', 'stopped'] as const).map((sign) => html`<span data-for="${sign}">${ICONS[sign]}</span>`)}
    </div>
    <h2 id="result-title" tabindex="-1">${status && end && text(endingTitle(status, end.amount))}</h2>
    <p id="result-reason">
      ${status && end && !isVerified(status, end.amount) && endingReason(status, end.processingCode, language)}
    </p>
    <p id="try-again"></p>
    ${
      returnUrl !== null &&
      html`<a class="button" href="${returnUrl}" data-leave>${text('backToShop')}</a>
        <div class="going-back needs-script" id="going-back" hidden>
          <p id="seconds-left"></p>
          <button type="button" class="quiet-button" id="stay">${text('stayHere')}</button>
        </div>`
    }
  </section>`
}
