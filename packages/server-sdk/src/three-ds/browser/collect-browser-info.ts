import type { ClientSideBrowserInfo } from '../browser-info.ts'

/**
 * Measures what only the page can know. Send it with the order; `browserInfoFromRequest` adds what the request says.
 *
 * @see docs/protocol/transactions.md#browser-info
 */
export function collectBrowserInfo(): Required<ClientSideBrowserInfo> {
  return {
    color_depth: screen.colorDepth,
    screen_height: screen.height,
    screen_width: screen.width,
    time_zone_offset: new Date().getTimezoneOffset(),
    java_enabled: hasJava(),
    language: navigator.language,
  }
}

/** Browsers without Java are leaving the question out one after the other. */
function hasJava(): boolean {
  const { javaEnabled } = navigator as { javaEnabled?: () => boolean }
  return typeof javaEnabled === 'function' && javaEnabled.call(navigator)
}
