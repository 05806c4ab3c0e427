import { html } from '@sluice/shared/html'
import { PHONE_ICON } from '../../pages/icons.ts'
import type { RenderedPage } from '../../pages/page.ts'
import type { OrderView } from './order-view.ts'
import { renderButtons, renderLanguages, renderSimulationNote, renderSummary } from './page-parts.ts'
import { renderProviderFrame } from './provider-frame.ts'
import { PROVIDER_TEXTS } from '@sluice/texts/simulated-provider'

/** Continues to the shop as soon as the app has answered. Without scripts, the shopper uses the buttons. */
const WATCH = `(() => {
  const ask = async () => {
    try {
      const answer = await fetch(location.pathname + '/state', { cache: 'no-store' })
      if (answer.status === 200) return location.replace((await answer.json()).url ?? location.href)
    } catch {}
    setTimeout(ask, 1500)
  }
  setTimeout(ask, 1500)
})()`

/** Renders the page that waits for the shopper's app. */
export function renderWaitingPage(page: OrderView): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  return renderProviderFrame({
    locale: page.locale,
    title: texts.waitTitle,
    script: WATCH,
    main: html`<div class="centered">
        ${PHONE_ICON}
        <h1>${texts.waitTitle}</h1>
        <p class="lead" role="status">${texts.waitText}</p>
      </div>
      ${renderSummary(page, [[texts.reference, page.order.reference]])}
      ${renderButtons(page, page.order.settleAtMs === null ? texts.waitOpenNote : texts.waitNote, [
        { button: 'confirm', label: texts.confirm, kind: 'primary' },
        { button: 'reject', label: texts.reject, kind: 'secondary' },
        { button: 'stay', label: texts.stay, kind: 'secondary', isWide: true },
      ])}
      ${renderSimulationNote(page)}`,
    footer: renderLanguages(page),
  })
}
