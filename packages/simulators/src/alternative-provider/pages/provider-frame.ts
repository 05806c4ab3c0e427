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
  /** The bank that the shopper has chosen; absent for the provider's own page. */
  readonly bankName?: string | undefined
  readonly footer?: SafeHtml | undefined
  readonly script?: string | undefined
}

/** Renders the layout of the provider, or of the shopper's bank, around the content of a page. */
export function renderProviderFrame({ bankName, ...page }: ProviderFrame): RenderedPage {
  return renderPage({
    mainClass: 'question',
    ...page,
    owner: bankName ?? PROVIDER_NAME,
    mark: bankName === undefined ? PROVIDER_MARK : BANK_MARK,
    badge: 'Test',
    styles: bankName === undefined ? PROVIDER_STYLES : CONSENT_STYLES,
    formAction: `'self' ${RETURN_TARGETS}`,
    // The whole window opens these pages. In a frame, a hidden button could be pressed (clickjacking).
    frameAncestors: "'none'",
    connect: page.script === undefined ? undefined : "'self'",
  })
}
