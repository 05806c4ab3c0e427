import type { Locale } from '@sluice/types/vocabulary'

import { html } from '@sluice/shared/html'
import { PASSAGE_TEXTS } from '@sluice/texts/bank-passage'
import { hiddenFields, RETURN_TARGETS } from '../../pages/form-parts.ts'
import { MESSAGE_ICONS, PROVIDER_MARK } from '../../pages/icons.ts'
import { type RenderedPage, renderPage } from '../../pages/page.ts'
import { PAGE_STYLES } from '../../pages/page.styles.ts'

/** Submits the CReq as soon as the page has loaded. Without scripts, the shopper presses the button. */
const SEND_AT_ONCE = "document.getElementById('challenge').submit()"

/** Renders the page of the simulated 3DS server. It sends the CReq itself, which opens the bank's challenge. */
export function renderHostedPage(page: {
  readonly locale: Locale
  readonly acsUrl: string
  readonly creq: string
  readonly mayBeFramed: boolean
}): RenderedPage {
  const texts = PASSAGE_TEXTS[page.locale]
  return renderPage({
    locale: page.locale,
    title: texts.to_your_bank,
    owner: '3-D Secure Server',
    mark: PROVIDER_MARK,
    badge: 'Test',
    styles: PAGE_STYLES,
    mainClass: 'ending',
    main: html`${MESSAGE_ICONS.neutral}
      <h1>${texts.to_your_bank}</h1>
      <form id="challenge" method="post" action="${page.acsUrl}">
        ${hiddenFields({ creq: page.creq })}
        <button class="primary">${texts.continue}</button>
      </form>`,
    script: SEND_AT_ONCE,
    formAction: `${new URL(page.acsUrl).origin} ${RETURN_TARGETS}`,
    frameAncestors: page.mayBeFramed ? '*' : "'none'",
  })
}
