import type { Locale } from '@sluice/types/vocabulary'

import type { SafeHtml } from '@sluice/shared/html'
import { BANK_MARK } from '../../pages/icons.ts'
import { type RenderedPage, renderPage } from '../../pages/page.ts'
import { PAGE_STYLES } from '../../pages/page.styles.ts'
import { BANK_TEXTS } from '@sluice/texts/simulated-bank'

export interface BankPage {
  readonly locale: Locale
  readonly title: string
  /** Set while the title announces a mistake of the shopper. */
  readonly hasError?: boolean
  readonly main: SafeHtml
  readonly mainClass: 'question' | 'ending'
  readonly footer?: SafeHtml
  readonly script?: string
  /** Sources that the page's forms may be sent to, and redirected to. */
  readonly formAction: string
}

/** Draws the bank around a page's own content. */
export function renderBankPage(page: BankPage): RenderedPage {
  return renderPage({
    ...page,
    title: (page.hasError ? BANK_TEXTS[page.locale].errorPrefix : '') + page.title,
    owner: 'Kopernik Bank',
    mark: BANK_MARK,
    badge: 'Test',
    styles: PAGE_STYLES,
    // A bank is framed by shops it does not know.
    frameAncestors: '*',
  })
}
