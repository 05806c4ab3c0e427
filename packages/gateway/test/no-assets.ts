import type { BrowserAssets } from '../src/pages/index.ts'

const NO_FRAME = { html: '', scriptHash: "'none'", styleHash: "'none'" }
/** The browser library is built apart; these tests load none of it. */
export const NO_ASSETS: BrowserAssets = {
  script: '',
  scriptIntegrity: '',
  version: '0.0.0',
  cardFrame: NO_FRAME,
  threeDsFrame: NO_FRAME,
}
