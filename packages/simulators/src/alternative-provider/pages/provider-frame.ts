import type { Locale } from '@sluice/types/vocabulary'

import type { SafeHtml } from '@sluice/shared/html'
import { RETURN_TARGETS } from '../../pages/form-parts.ts'
import { BANK_MARK, PROVIDER_MARK } from '../../pages/icons.ts'
import { type RenderedPage, renderPage } from '../../pages/page.ts'
import { CONSENT_STYLES, PROVIDER_STYLES } from './provider-page.styles.ts'

const PROVIDER_NAME = 'Halley Pay'

export interface ProviderFrame {
  readonly locale: Locale
  readonly title: string
  readonly main: SafeHtml
  readonly mainClass?: 'question' | 'ending'
  /** The bank that the shopper has gone to; without it the provider's own page. */
  readonly bankName?: string | undefined
  readonly footer?: SafeHtml | undefined
  readonly script?: string | undefined
}

/** Draws the provider, or the shopper's bank, around a page's own content. */
export function renderProviderFrame({ bankName, ...page }: ProviderFrame): RenderedPage {
  return renderPage({
    mainClass: 'question',
    ...page,
    owner: bankName ?? PROVIDER_NAME,
    mark: bankName === undefined ? PROVIDER_MARK : BANK_MARK,
    badge: 'Test',
    styles: bankName === undefined ? PROVIDER_STYLES : CONSENT_STYLES,
    formAction: `'self' ${RETURN_TARGETS}`,
    // Shoppers are sent here with the whole window; framed, a button could be pressed unseen.
    frameAncestors: "'none'",
    connect: page.script === undefined ? undefined : "'self'",
  })
}
