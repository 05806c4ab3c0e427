import type { ClientPaymentRequest } from '@sluice/types'
import type { Locale } from '@sluice/types/vocabulary'
import { speakHere } from '../locales/speak-here.ts'

/** No script can read the browser's Accept header for documents; this is what they send. */
const ACCEPT_HEADER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/**
 * What the issuer's risk assessment is told of the shopper's browser.
 *
 * @param locale - What this page speaks. Where it is not what it would speak by itself in this browser, it was chosen, and the
 *   bank's page is to go on in it; otherwise the browser says it more exactly, also a language that this page does not speak.
 * @see docs/protocol.md#browser-info
 */
export function readBrowserInfo(locale: Locale): ClientPaymentRequest['browser_info'] {
  const { javaEnabled, language, userAgent } = navigator as Navigator & { javaEnabled?: () => boolean }
  return {
    user_agent: userAgent,
    accept_header: ACCEPT_HEADER,
    java_enabled: javaEnabled?.call(navigator) ?? false,
    color_depth: screen.colorDepth,
    screen_height: screen.height,
    screen_width: screen.width,
    time_zone_offset: new Date().getTimezoneOffset(),
    // Some browsers of Linux say "C", which is no language tag, where the system has no language.
    language: language[1] && speakHere(language) === locale ? language : locale,
  }
}
