import type { Locale } from '@sluice/types/vocabulary'

import { html } from '@sluice/shared/html'
import type { RenderedPage } from '../../pages/page.ts'
import { renderBankPage } from './bank-page.ts'
import { MESSAGE_ICONS } from '../../pages/icons.ts'
import { BANK_TEXTS } from '@sluice/texts/simulated-bank'

/** Renders the page of the flow whose challenge never ends. */
export function renderSilentPage(locale: Locale): RenderedPage {
  const { silentTitle, silentText } = BANK_TEXTS[locale]
  return renderMessage(locale, silentTitle, silentText, 'waiting')
}

/**
 * Renders the page for an unreadable request, or one of no known challenge. It has no address to which it could
 * return.
 */
export function renderUnreadablePage(locale: Locale): RenderedPage {
  const { unreadableTitle, unreadableText } = BANK_TEXTS[locale]
  return renderMessage(locale, unreadableTitle, unreadableText, 'refused')
}

function renderMessage(
  locale: Locale,
  title: string,
  text: string,
  icon: keyof typeof MESSAGE_ICONS,
): RenderedPage {
  return renderBankPage({
    locale,
    title,
    mainClass: 'ending',
    main: html`${MESSAGE_ICONS[icon]}
      <h1>${title}</h1>
      <p class="soft">${text}</p>`,
    formAction: "'none'",
  })
}
