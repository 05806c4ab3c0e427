import type { HostedPage } from '@sluice/hpp-ui/assets'

import type { PortalProgram } from '@sluice/portal/assets'

import type { BrowserAssets } from '../src/pages/index.ts'

/** Of no text. */
const HASH = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
const NO_FRAME = { html: '', scriptHash: HASH, styleHash: HASH }
/** The browser library is built apart; these tests load none of it. */
export const NO_ASSETS: BrowserAssets = {
  script: '',
  release: '0.0.0',
  scripts: [],
  cardFrame: NO_FRAME,
  threeDsFrame: NO_FRAME,
  methodsFrame: NO_FRAME,
  refusalFrame: NO_FRAME,
  furtherTexts: () => '',
  simulatedWallets: { gwalletPay: '', awalletPay: '', sheet: '' },
}

/** Nor is the payment page, whose program is built apart as well. */
export const NO_PAGE: HostedPage = {
  renderDocument: () => '<!doctype html>',
  renderLinkDocument: () => '<!doctype html>',
  scripts: [],
}

/** Nor the portal. */
export const NO_PORTAL: PortalProgram = { script: '', style: '' }
