/**
 * The hosted payment page, for the gateway that serves it. Node only.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { ScriptRecord } from '@sluice/shared/script-record'

import { renderDocument } from './document/render-document.ts'
import { renderLinkDocument } from './document/render-link-document.ts'
import type { HostedPageView } from './hosted-page-view.ts'
import type { LinkPageView } from './link-page-view.ts'

export { colorsInUse } from './branding/colors-in-use.ts'
export { type BrandingWarning, findWeakColors } from './branding/find-weak-colors.ts'
export type { HostedPageView } from './hosted-page-view.ts'
export type { LinkPageView, RefusedAmount } from './link-page-view.ts'

export interface HostedPage {
  /**
   * Draws the whole document. It needs no other file: its style sheet and its script are inside, allowed by
   * `view.nonce`.
   */
  readonly renderDocument: (view: HostedPageView) => string
  /** Draws the page of a payment link, which runs no script. */
  readonly renderLinkDocument: (view: LinkPageView) => string
  /** The scripts that the document runs. */
  readonly scripts: readonly ScriptRecord[]
}

/**
 * Reads the built program and style sheet, which lie in `dist` whether this module runs from there or from its source.
 *
 * @throws When the package has not been built.
 */
export function loadHostedPage(): HostedPage {
  const programs = { script: readBuilt('hosted-page.js'), style: readBuilt('hosted-page.css') }
  return {
    renderDocument: (view) => renderDocument(view, programs),
    renderLinkDocument: (view) => renderLinkDocument(view, programs.style),
    scripts: [
      {
        name: 'inline script of the hosted payment page',
        owner: 'Sluice',
        origin: 'base',
        address: '/hpp/payment/<client key>/<session id>',
        purpose: 'Takes the card data, seals it, sends it to the gateway and shows how the payment ended.',
        integrity: `sha256-${createHash('sha256').update(programs.script).digest('base64')}`,
      },
    ],
  }
}

function readBuilt(name: string): string {
  const file = new URL(`../dist/${name}`, import.meta.url)
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`@sluice/hpp-ui is not built: ${name} is missing. Run the build first.`, { cause })
  }
}
