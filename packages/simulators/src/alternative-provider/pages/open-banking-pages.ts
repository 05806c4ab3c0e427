import { html } from '@sluice/shared/html'
import type { RenderedPage } from '../../pages/page.ts'
import { type Bank, BANKS } from './banks.ts'
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

const ACCOUNT_OF_THE_SHOPPER = 'PL•• •••• 4417'

/** Renders the first step: the choice of the bank. */
export function renderOpenBankingPage(page: OrderView): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  return renderProviderFrame({
    locale: page.locale,
    title: texts.bankTitle,
    main: html`<h1>${texts.bankTitle}</h1>
      ${renderSummary(page)}
      <p class="lead">${texts.bankText}</p>
      <ul class="choices">
        ${BANKS.map(
          ({ id, name }) =>
            html`<li>
              <a href="${stepUrl(page, { bank: id })}"
                ><span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>${name}</a
              >
            </li>`,
        )}
      </ul>
      ${renderButtons(page, texts.decision, [
        { button: 'cancel', label: texts.cancel, kind: 'secondary' },
        { button: 'stay', label: texts.stay, kind: 'secondary' },
      ])}
      ${renderSimulationNote(page)}`,
    footer: renderLanguages(page),
  })
}

/** Renders the second step, at the bank: consent to the payment. */
export function renderConsentPage(page: OrderView, bank: Bank): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  return renderProviderFrame({
    locale: page.locale,
    title: texts.consentTitle,
    bankName: bank.name,
    main: html`<h1>${texts.consentTitle}</h1>
      ${renderSummary(page, [
        [texts.fromAccount, ACCOUNT_OF_THE_SHOPPER],
        [texts.reference, page.order.reference],
      ])}
      ${renderDecisions(page)}
      <a class="link" href="${stepUrl(page, {})}">${texts.otherBank}</a>`,
    footer: renderLanguages(page),
  })
}
