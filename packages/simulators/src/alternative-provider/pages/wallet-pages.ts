import { html } from '@sluice/shared/html'
import type { RenderedPage } from '../../pages/page.ts'
import type { OrderView } from './order-view.ts'
import {
  renderButtons,
  renderDecisions,
  renderLanguages,
  renderSimulationNote,
  renderSummary,
  stepUrl,
} from './page-parts.ts'
import { renderProviderFrame } from './provider-frame.ts'
import { PROVIDER_TEXTS } from '@sluice/texts/simulated-provider'

const WALLET_OF_THE_SHOPPER = 'Ada •••• 0815'

/** Renders the first step: the login to the wallet. */
export function renderWalletPage(page: OrderView): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  return renderProviderFrame({
    locale: page.locale,
    title: texts.walletTitle,
    main: html`<h1>${texts.walletTitle}</h1>
      ${renderSummary(page)}
      <p class="lead">${texts.walletText}</p>
      <ul class="choices">
        <li>
          <a href="${stepUrl(page, { step: 'confirm' })}"
            ><span class="initial" aria-hidden="true">A</span>${texts.walletContinue}</a
          >
        </li>
      </ul>
      ${renderButtons(page, texts.decision, [
        { button: 'cancel', label: texts.cancel, kind: 'secondary' },
        { button: 'stay', label: texts.stay, kind: 'secondary' },
      ])}
      ${renderSimulationNote(page)}`,
    footer: renderLanguages(page),
  })
}

/** Renders the second step: consent to the payment. */
export function renderWalletConfirmPage(page: OrderView): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  return renderProviderFrame({
    locale: page.locale,
    title: texts.walletConfirmTitle,
    main: html`<h1>${texts.walletConfirmTitle}</h1>
      ${renderSummary(page, [
        [texts.wallet, WALLET_OF_THE_SHOPPER],
        [texts.reference, page.order.reference],
      ])}
      ${renderDecisions(page)}
      <a class="link" href="${stepUrl(page, {})}">${texts.otherWallet}</a>`,
    footer: renderLanguages(page),
  })
}
