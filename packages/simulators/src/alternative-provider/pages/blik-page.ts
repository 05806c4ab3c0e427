import { html } from '@sluice/shared/html'
import type { RenderedPage } from '../../pages/page.ts'
import { BLIK_CODES } from '../test-values.ts'
import type { OrderView } from './order-view.ts'
import {
  renderButtons,
  renderError,
  renderForm,
  renderHints,
  renderLanguages,
  renderSimulationNote,
  renderSummary,
} from './page-parts.ts'
import { renderProviderFrame } from './provider-frame.ts'
import { PROVIDER_TEXTS } from '@sluice/texts/simulated-provider'

/** Asks for the six digits that the shopper's bank shows. */
export function renderBlikPage(page: OrderView): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  const error = page.complaint && texts.complaints[page.complaint]
  return renderProviderFrame({
    locale: page.locale,
    title: (error === null ? '' : texts.errorPrefix) + texts.blikTitle,
    main: html`<h1>${texts.blikTitle}</h1>
      ${renderSummary(page, [[texts.reference, page.order.reference]])}
      ${renderForm(
        page,
        html`<div class="field">
          <label for="code">${texts.blikLabel}</label>
          <input
            id="code"
            name="code"
            type="text"
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength="7"
            required
            aria-describedby="${error !== null && 'code-error '}code-hint"
            ${error !== null && html` aria-invalid="true" autofocus`}
          />
          ${renderError('code-error', error)}
          <p class="soft" id="code-hint">${texts.blikHint}</p>
          <button class="primary" name="decision" value="code">${texts.blikSubmit}</button>
        </div>`,
      )}
      ${renderButtons(page, texts.decision, [
        { button: 'cancel', label: texts.cancel, kind: 'secondary' },
        { button: 'stay', label: texts.stay, kind: 'secondary' },
      ])}
      ${renderHints(
        page,
        BLIK_CODES.map(({ code, processingCode }) => ({ value: code, code: processingCode })),
      )}
      ${renderSimulationNote(page)}`,
    footer: renderLanguages(page),
  })
}
