import type { ClientSession } from '@sluice/types'
import { type Language, LANGUAGES } from '@sluice/types/vocabulary'
import { PAYMENT_LINK_TEXTS } from '@sluice/texts/payment-link'
import { html, type Markup } from '../../document/html.ts'
import { ICONS, type Speaker } from '../../document/page-parts.ts'
import { say } from '../../locales/say.ts'

interface Message {
  readonly title: string
  readonly text: string
}

/**
 * Returns the message that explains why the page cannot take a payment. An unknown address is reported like an unknown
 * payment link.
 */
export function unavailableMessage(session: ClientSession | null, language: Language): Message {
  return session === null
    ? PAYMENT_LINK_TEXTS[LANGUAGES[language].locale].hindrances.unknown
    : { title: say(language, 'unavailable'), text: say(language, 'unavailableNote') }
}

/** The page for an address without a payment, and for a payment without any method. It runs no script. */
export function renderUnavailable(message: Message, text: Speaker, returnUrl: string | null): Markup {
  return html`<section class="panel result" data-tone="open" data-sign="closed">
    <div class="sign"><span data-for="closed">${ICONS.closed}</span></div>
    <h1>${message.title}</h1>
    <p>${message.text}</p>
    ${returnUrl !== null && html`<a class="button" href="${returnUrl}">${text('backToShop')}</a>`}
  </section>`
}
