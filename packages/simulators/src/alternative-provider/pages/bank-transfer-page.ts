import { html } from '@sluice/shared/html'
import type { RenderedPage } from '../../pages/page.ts'
import { transferAccountFor } from '../transfer-account.ts'
import type { OrderView } from './order-view.ts'
import { renderButtons, renderLanguages, renderSimulationNote, renderSummary } from './page-parts.ts'
import { renderProviderFrame } from './provider-frame.ts'
import { PROVIDER_TEXTS } from '@sluice/texts/simulated-provider'

/** Renders the account that the money is transferred to, and the buttons with which a tester replaces the banks. */
export function renderBankTransferPage(page: OrderView): RenderedPage {
  const { order, locale } = page
  const texts = PROVIDER_TEXTS[locale]
  const account = transferAccountFor(order)
  const { returnUrl } = order
  return renderProviderFrame({
    locale,
    title: texts.transferTitle,
    main: html`<h1>${texts.transferTitle}</h1>
      <p class="lead">${texts.transferText}</p>
      ${renderSummary(page, [
        [texts.accountName, account.account_name],
        [texts.transferReference, account.reference ?? ''],
        ...(order.expiresAtMs === null
          ? []
          : [[texts.payUntil, formatInstant(order.expiresAtMs, locale)] as const]),
      ])}
      ${renderButtons(page, texts.decision, [
        { button: 'approve', label: texts.arrived, kind: 'primary', isWide: true },
        { button: 'decline', label: texts.notArrived, kind: 'secondary' },
        { button: 'cancel', label: texts.cancel, kind: 'secondary' },
      ])}
      ${returnUrl !== null && html`<a class="link" href="${returnUrl}">${texts.backToShop}</a>`}
      ${renderSimulationNote(page)}`,
    footer: renderLanguages(page),
  })
}

function formatInstant(epochMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(epochMs)
}
