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
  /** The sources to which the page's forms may be sent or redirected. */
  readonly formAction: string
}

/** Renders the bank's layout around the content of a page. */
export function renderBankPage(page: BankPage): RenderedPage {
  return renderPage({
    ...page,
    title: (page.hasError ? BANK_TEXTS[page.locale].errorPrefix : '') + page.title,
    owner: 'Kopernik Bank',
    mark: BANK_MARK,
    badge: 'Test',
    styles: PAGE_STYLES,
    // Shops that the bank does not know embed its pages in frames.
    frameAncestors: '*',
  })
}
