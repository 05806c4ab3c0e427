import type { HostedPage } from '@sluice/hpp-ui/assets'

import type { PortalProgram } from '@sluice/portal/assets'

import type { BrowserAssets } from '../src/pages/index.ts'

/** The hash of the empty text. */
const HASH = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
const NO_FRAME = { html: '', scriptHash: HASH, styleHash: HASH }
/** The browser library has a separate build, which these tests do not load. */
export const NO_ASSETS: BrowserAssets = {
  script: '',
  release: '0.0.0',
  scripts: [],
  cardFrame: NO_FRAME,
  installments: '',
  lowContrast: '',
  threeDsFrame: NO_FRAME,
  methodsFrame: NO_FRAME,
  refusalFrame: NO_FRAME,
  frameTexts: () => '',
  textsByLocale: new Map(),
  simulatedWallets: { gwalletPay: '', awalletPay: '', sheet: '' },
}

/** The payment page's program has a separate build, too. */
export const NO_PAGE: HostedPage = {
  renderDocument: () => '<!doctype html>',
  renderLinkDocument: () => '<!doctype html>',
  scripts: [],
}

/** The portal is not loaded, either. */
export const NO_PORTAL: PortalProgram = { script: '', parts: new Map(), style: '' }
