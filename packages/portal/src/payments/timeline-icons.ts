import type { Timeline } from '@sluice/types'
import { svg, type SVGTemplateResult } from 'lit'

type Kind = Timeline['data'][number]['kind']

/** Strokes on a field of 24 by 24. */
const PATHS: Readonly<Record<Kind, string>> = {
  SESSION: 'M3 5h18v14H3zM3 9h18',
  REQUEST: 'M5 12h14M13 6l6 6-6 6',
  ATTEMPT: 'M4 10l8-6 8 6M6 10v8M10 10v8M14 10v8M18 10v8M4 20h16',
  ACCOUNT_SKIPPED: 'M5 5l7 7-7 7M13 5l6 7-6 7',
  BROWSER_STEP: 'M7 3h10v18H7zM11 18h2',
  CHALLENGE_RETURN: 'M9 7l-5 5 5 5M4 12h11a5 5 0 0 0 0-10',
  AUTHENTICATION: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM9 12l2 2 4-4',
  PROVIDER: 'M4 4h16v12H9l-5 4z',
  STATUS: 'M6 21V4h12l-3 4 3 4H6',
  PROVIDER_REPORT: 'M4 6h16v12H4zM4 7l8 6 8-6',
  ALERT: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  RECORD: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  FOLLOW_UP: 'M20 12a8 8 0 1 1-2.3-5.7M20 3v4h-4',
  EVENT: 'M13 2L5 14h6l-1 8 8-12h-6z',
  DELIVERY_ATTEMPT: 'M21 3L10 14M21 3l-7 18-4-7-7-4z',
  WAITING: 'M7 3h10M7 21h10M8 3c0 6 8 6 8 9s-8 3-8 9M16 3c0 6-8 6-8 9s8 3 8 9',
}

/** Returns the icon of an entry. Its title says what it means. */
export function timelineIcon(kind: Kind): SVGTemplateResult {
  return svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[kind]}></path></svg>`
}
