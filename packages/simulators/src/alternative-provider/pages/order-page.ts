import { LOCAL_SCHEME_TYPE, PAYMENT_METHODS } from '@sluice/types/vocabulary'

import type { RenderedPage } from '../../pages/page.ts'
import { findBank } from './banks.ts'
import { renderBankTransferPage } from './bank-transfer-page.ts'
import { renderBlikPage } from './blik-page.ts'
import { renderConsentPage, renderOpenBankingPage } from './open-banking-pages.ts'
import type { OrderView } from './order-view.ts'
import { renderQrCodePage } from './qr-code-page.ts'
import { renderSchemePage } from './scheme-page.ts'
import { renderUpiPage } from './upi-page.ts'
import { renderWaitingPage } from './waiting-page.ts'
import { renderWalletConfirmPage, renderWalletPage } from './wallet-pages.ts'

const PAGES: Readonly<Record<string, (page: OrderView) => RenderedPage>> = {
  [PAYMENT_METHODS.OPEN_BANKING]: (page) => {
    const bank = findBank(page.bank)
    return bank === null ? renderOpenBankingPage(page) : renderConsentPage(page, bank)
  },
  [PAYMENT_METHODS.UPI]: renderUpiPage,
  [PAYMENT_METHODS.WALLETS]: (page) =>
    page.step === 'confirm' ? renderWalletConfirmPage(page) : renderWalletPage(page),
  [PAYMENT_METHODS.BANK_TRANSFER]: renderBankTransferPage,
  [PAYMENT_METHODS.QR_CODE]: renderQrCodePage,
  [LOCAL_SCHEME_TYPE]: renderBlikPage,
}

/** The page that an order asks the shopper with: by its method, and by whether an app was asked already. */
export function renderOrderPage(page: OrderView): RenderedPage {
  if (page.order.isAsked) return renderWaitingPage(page)
  return (PAGES[page.order.type] ?? renderSchemePage)(page)
}
