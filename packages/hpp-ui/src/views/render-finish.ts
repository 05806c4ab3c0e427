import type { ClientSession } from '@sluice/types'
import { html, type Markup } from '../document/html.ts'
import { ICONS, type Speaker } from '../document/page-parts.ts'
import { renderInstallments } from './installments/render-installments.ts'

/**
 * The end of every payment method: the problem, the button, and the note about it. It is below the fields of the chosen
 * way and above the other ways, whose rows would push the button off a phone; the program moves it with the choice.
 */
export function renderFinish(
  { session, installments }: Pick<ClientSession, 'session' | 'installments'>,
  text: Speaker,
  { canPay, hasInstallments }: { readonly canPay: boolean; readonly hasInstallments: boolean },
): Markup {
  return html`<div class="finish needs-script" id="finish">
    ${installments && renderInstallments(text, !hasInstallments)}
    <div class="problem" id="problem" role="alert"></div>
    <button type="button" class="button pay" id="pay" ${!canPay && html`hidden`} disabled>
      <span class="pay-label">${text(session.amount === 0 ? 'verify' : 'pay')}</span>
      <span class="pay-busy">${text('paying')}</span>
    </button>
    <p class="secure">${ICONS.lock}<span>${text('secure')}</span></p>
  </div>`
}
