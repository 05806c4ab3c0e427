import { html } from '@sluice/shared/html'
import type { RenderedPage } from '../../pages/page.ts'
import type { OrderView } from './order-view.ts'
import { renderDecisions, renderLanguages, renderSimulationNote, renderSummary } from './page-parts.ts'
import { renderProviderFrame } from './provider-frame.ts'
import { renderQrCode } from '@sluice/shared/qr-code'
import { PROVIDER_TEXTS } from '@sluice/texts/simulated-provider'

/** A code that opens this very page on a phone. */
export function renderQrCodePage(page: OrderView): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  return renderProviderFrame({
    locale: page.locale,
    title: texts.qrTitle,
    main: html`<h1>${texts.qrTitle}</h1>
      ${renderSummary(page, [[texts.reference, page.order.reference]])}
      <p class="lead centered">${texts.qrText}</p>
      ${renderQrCode(page.url, texts.qrLabel)} ${renderDecisions(page)} ${renderSimulationNote(page)}`,
    footer: renderLanguages(page),
  })
}
