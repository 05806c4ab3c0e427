import type { ClientPaymentRequest } from '@sluice/types'
import type { Locale } from '@sluice/types/vocabulary'
import { matchPageLocale } from '../locales/match-page-locale.ts'

/** Scripts cannot read the browser's Accept header for documents. All browsers send this value. */
const ACCEPT_HEADER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** The maximum length of a language in the API, 35 characters. */
const TAG = /^(?=.{2,35}$)[a-z]{2,8}([-_][a-z\d]{1,8})*$/i

/**
 * Collects the browser data for the issuer's risk assessment.
 *
 * @param locale - the language of this page. If it differs from the default in this browser, it was chosen, and the
 *   bank's page should use it; otherwise the browser's value is more exact, and may be a language that this page does
 *   not have.
 * @see docs/protocol/transactions.md#browser-info
 */
export function readBrowserInfo(locale: Locale): ClientPaymentRequest['browser_info'] {
  const { javaEnabled, language, userAgent } = navigator as Navigator & { javaEnabled?: () => boolean }
  // Browsers on Linux may report "C", or append the system's modifier: en-US@posix.
  const [tag = ''] = language.split('@')
  return {
    user_agent: userAgent,
    accept_header: ACCEPT_HEADER,
    java_enabled: javaEnabled?.call(navigator) ?? false,
    color_depth: within(1, screen.colorDepth, 64),
    screen_height: within(0, screen.height, 999_999),
    screen_width: within(0, screen.width, 999_999),
    time_zone_offset: new Date().getTimezoneOffset(),
    language: TAG.test(tag) && matchPageLocale(tag) === locale ? tag : locale,
  }
}

/** Invalid data from the browser refuses no payment, because the shopper could not correct it. */
function within(min: number, value: number, max: number): number {
  return Math.min(Math.max(Math.round(value) || 0, min), max)
}
