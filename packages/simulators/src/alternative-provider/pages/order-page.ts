import { html } from '@sluice/shared/html'
import { PROVIDER_TEXTS } from '@sluice/texts/simulated-provider'
import { LOCAL_SCHEME_TYPE, PAYMENT_METHODS } from '@sluice/types/vocabulary'

import type { RenderedPage } from '../../pages/page.ts'
import { findBank } from './banks.ts'
import { renderBankTransferPage } from './bank-transfer-page.ts'
import { renderBlikPage } from './blik-page.ts'
import { renderConsentPage, renderOpenBankingPage } from './open-banking-pages.ts'
import type { OrderView } from './order-view.ts'
import {
  methodNameOf,
  renderDecisions,
  renderLanguages,
  renderSimulationNote,
  renderSummary,
} from './page-parts.ts'
import { renderProviderFrame } from './provider-frame.ts'
import { renderWaitingPage } from './waiting-page.ts'
import { renderWalletConfirmPage, renderWalletPage } from './wallet-pages.ts'

const PAGES: Readonly<Record<string, (page: OrderView) => RenderedPage>> = {
  [PAYMENT_METHODS.OPEN_BANKING]: (page) => {
    const bank = findBank(page.bank)
    return bank === null ? renderOpenBankingPage(page) : renderConsentPage(page, bank)
  },
  [PAYMENT_METHODS.UPI]: renderAppPage,
  [PAYMENT_METHODS.WALLETS]: (page) =>
    page.step === 'confirm' ? renderWalletConfirmPage(page) : renderWalletPage(page),
  [PAYMENT_METHODS.BANK_TRANSFER]: renderBankTransferPage,
  [PAYMENT_METHODS.QR_CODE]: renderAppPage,
  [LOCAL_SCHEME_TYPE]: renderBlikPage,
}

/** Chooses the page of an order, by its method and by whether an app was already asked. */
export function renderOrderPage(page: OrderView): RenderedPage {
  if (page.order.isAsked) return renderWaitingPage(page)
  return (PAGES[page.order.type] ?? renderSchemePage)(page)
}

/** Renders the app that was opened by a link, or by a code on the gateway's page. */
function renderAppPage(page: OrderView): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  return renderProviderFrame({
    locale: page.locale,
    title: texts.appTitle,
    main: html`<h1>${texts.appTitle}</h1>
      ${renderSummary(page, [
        [texts.method, methodNameOf(page.order.type, page)],
        [texts.reference, page.order.reference],
      ])}
      ${renderDecisions(page)} ${renderSimulationNote(page)}`,
    footer: renderLanguages(page),
  })
}

/** Renders the page of a scheme whose whole checkout takes place elsewhere. */
function renderSchemePage(page: OrderView): RenderedPage {
  const texts = PROVIDER_TEXTS[page.locale]
  return renderProviderFrame({
    locale: page.locale,
    title: texts.title,
    main: html`<h1>${texts.title}</h1>
      ${renderSummary(page, [
        [texts.method, methodNameOf(page.order.type, page)],
        [texts.reference, page.order.reference],
      ])}
      ${renderDecisions(page)} ${renderSimulationNote(page)}`,
    footer: renderLanguages(page),
  })
}
