/**
 * The hosted payment page, for the gateway that serves it. Node only.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { renderDocument } from './document/render-document.ts'
import type { HostedPageView } from './hosted-page-view.ts'

export { type BrandingWarning, judgeBranding } from './branding/judge-branding.ts'
export type { HostedPageView } from './hosted-page-view.ts'

export interface HostedPage {
  /**
   * Draws the whole document. It needs no other file: its style sheet and its script are inside, allowed by
   * `view.nonce`.
   */
  readonly renderDocument: (view: HostedPageView) => string
}

/**
 * Reads the built program and style sheet, which lie in `dist` whether this module runs from there or from its source.
 *
 * @throws When the package has not been built.
 */
export function loadHostedPage(): HostedPage {
  const programs = { script: readBuilt('hosted-page.js'), style: readBuilt('hosted-page.css') }
  return { renderDocument: (view) => renderDocument(view, programs) }
}

function readBuilt(name: string): string {
  const file = new URL(`../dist/${name}`, import.meta.url)
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`@sluice/hpp-ui is not built: ${name} is missing. Run the build first.`, { cause })
  }
}
