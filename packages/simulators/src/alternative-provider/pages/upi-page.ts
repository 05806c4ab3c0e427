import { html } from '@sluice/shared/html'
import type { RenderedPage } from '../../pages/page.ts'
import { VPA_HANDLES, VPA_NAMES } from '../test-values.ts'
import type { OrderView } from './order-view.ts'
import {
  renderDecisions,
  renderError,
  renderForm,
  renderHints,
  renderLanguages,
  renderSimulationNote,
  renderSummary,
} from './page-parts.ts'
import { renderProviderFrame } from './provider-frame.ts'
import { renderQrCode } from '@sluice/shared/qr-code'
import { PROVIDER_TEXTS } from '@sluice/texts/simulated-provider'
import { upiLinkFor } from './upi-link.ts'

const TEST_ADDRESSES = VPA_NAMES.flatMap(({ name, processingCode }) =>
  VPA_HANDLES.map((handle) => ({ value: `${name}@${handle}`, code: processingCode })),
)

/** Two ways to the shopper's UPI app: a code to scan, and a request to an address. */
export function renderUpiPage(page: OrderView): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  const error = page.complaint && texts.complaints[page.complaint]
  return renderProviderFrame({
    locale: page.locale,
    title: (error === null ? '' : texts.errorPrefix) + texts.upiTitle,
    main: html`<h1>${texts.upiTitle}</h1>
      ${renderSummary(page, [[texts.reference, page.order.reference]])}
      <p class="lead centered">${texts.upiScan}</p>
      ${renderQrCode(upiLinkFor(page.order), texts.qrLabel)}
      ${renderForm(
        page,
        html`<div class="field">
          <label for="vpa">${texts.vpaLabel}</label>
          <input
            id="vpa"
            name="vpa"
            type="text"
            inputmode="email"
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"
            maxlength="320"
            required
            aria-describedby="${error !== null && 'vpa-error '}vpa-example"
            ${error !== null && html` aria-invalid="true" autofocus`}
          />
          ${renderError('vpa-error', error)}
          <p class="soft" id="vpa-example">${texts.vpaExample}</p>
          <button class="secondary" name="decision" value="ask">${texts.vpaAsk}</button>
        </div>`,
      )}
      ${renderDecisions(page)} ${renderHints(page, TEST_ADDRESSES, 'wide-values')}
      ${renderSimulationNote(page)}`,
    footer: renderLanguages(page),
  })
}
