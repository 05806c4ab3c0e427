import { html } from '@sluice/shared/html'
import type { RenderedPage } from '../../pages/page.ts'
import type { OrderView } from './order-view.ts'
import {
  methodNameOf,
  renderDecisions,
  renderLanguages,
  renderSimulationNote,
  renderSummary,
} from './page-parts.ts'
import { renderProviderFrame } from './provider-frame.ts'
import { PROVIDER_TEXTS } from '@sluice/texts/simulated-provider'

/** The page of a scheme whose whole checkout lives elsewhere. */
export function renderSchemePage(page: OrderView): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  return renderProviderFrame({
    locale: page.locale,
    title: texts.title,
    main: html`<h1>${texts.title}</h1>
      ${renderSummary(page, [
        [texts.method, methodNameOf(page.order.type, texts)],
        [texts.reference, page.order.reference],
      ])}
      ${renderDecisions(page)} ${renderSimulationNote(page)}`,
    footer: renderLanguages(page),
  })
}
