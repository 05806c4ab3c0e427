import type { OfferedSavedCard } from '@sluice/types'
import { html, type Markup } from '../../document/html.ts'
import type { Speaker } from '../../document/page-parts.ts'
import { cardBrandName } from '@sluice/types/vocabulary'
import { expiryText, hasExpired } from './saved-card-expiry.ts'

/** The removal of a saved card: a button, and its confirmation. */
export function renderRemoval(wayId: string, text: Speaker): Markup {
  return html`<div class="removal needs-script" data-removal="${wayId}">
    <button type="button" class="quiet-button">${text('removeCard')}</button>
    <div data-question hidden>
      <span>${text('removeQuestion')}</span>
      <button type="button" class="quiet-button">${text('remove')}</button>
      <button type="button" class="quiet-button">${text('keepCard')}</button>
    </div>
    <p role="alert"></p>
  </div>`
}

/** The line of a saved card in the list of ways to pay: `Visa ending in 4242, expires 05/30`. */
export function renderSavedCardName(card: OfferedSavedCard, nowMs: number, text: Speaker): Markup {
  const date = expiryText(card)
  return html`${cardBrandName(card.card_brand)} ${text('endingIn', { last4: card.card_last_4 })}
    <span class="way-note">${text(hasExpired(card, nowMs) ? 'expired' : 'expires', { date })}</span>`
}
