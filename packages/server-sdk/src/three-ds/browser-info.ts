import type { BrowserInfo } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { lookUpHeaders } from '../webhooks/message-headers.ts'

/** The data that only the page knows. Take it from a form or a fetch; the contract checks it before it is sent. */
export interface ClientSideBrowserInfo {
  /** `screen.colorDepth`, bits. */
  readonly color_depth: number
  /** `screen.height`, pixels. */
  readonly screen_height: number
  /** `screen.width`, pixels. */
  readonly screen_width: number
  /** `new Date().getTimezoneOffset()`, minutes: UTC+1 is -60. */
  readonly time_zone_offset: number
  /** @defaultValue `false`, what every current browser says. */
  readonly java_enabled?: boolean
  /** `navigator.language`, used when the request names none and it is a language tag; some browsers say `C`. */
  readonly language?: string
}

/**
 * The two shapes in which servers pass headers: a `Request` has the first, `node:http` the second. Names may be in any
 * case, as serverless platforms have them.
 */
export type RequestHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The headers that browsers send when they open a page. */
const ACCEPT_OF_PAGES = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** The contract's range. */
const COLOR_DEPTH_MAX_BITS = 64

/** The language if neither the request nor the page has one. */
const LANGUAGE_FALLBACK = 'en'

/**
 * Builds `browser_info` of an authorize request from the customer's request and the page's measurements.
 *
 * The accept header, the user agent and the language come from the request; an `Accept` that names no type, as scripts
 * send it, is replaced by the one that browsers send for pages.
 *
 * @param request - the customer's request to your server, not one of a proxy or a job.
 * @see docs/protocol/transactions.md#browser-info
 */
export function browserInfoFromRequest(
  request: { readonly headers: RequestHeaders },
  clientSide: ClientSideBrowserInfo,
): BrowserInfo {
  const accept = readHeader(request.headers, 'accept')
  const language =
    firstLanguage(readHeader(request.headers, 'accept-language')) ?? firstLanguage(clientSide.language ?? '')
  return {
    user_agent: readHeader(request.headers, 'user-agent').slice(0, LIMITS.USER_AGENT_MAX_CHARS),
    accept_header: (accept === '' || accept === '*/*' ? ACCEPT_OF_PAGES : accept).slice(
      0,
      LIMITS.ACCEPT_HEADER_MAX_CHARS,
    ),
    java_enabled: clientSide.java_enabled ?? false,
    color_depth: within(1, clientSide.color_depth, COLOR_DEPTH_MAX_BITS),
    screen_height: within(0, clientSide.screen_height, LIMITS.SCREEN_MAX_PIXELS),
    screen_width: within(0, clientSide.screen_width, LIMITS.SCREEN_MAX_PIXELS),
    time_zone_offset: clientSide.time_zone_offset,
    language: language ?? LANGUAGE_FALLBACK,
  }
}

/**
 * A browser's data about itself never causes a refusal. A value that is not a number is kept, and the contract refuses
 * it.
 */
function within(min: number, value: number, max: number): number {
  return typeof value === 'number' ? Math.min(Math.max(Math.round(value), min), max) : value
}

/** Returns a header as text; empty if it is missing. */
export function readHeader(headers: RequestHeaders, name: string): string {
  return lookUpHeaders(headers)(name) ?? ''
}

/** Returns the preferred language of an `Accept-Language` header (RFC 9110 §12.5.4); order breaks ties. */
function firstLanguage(header: string): string | undefined {
  const ranked = header
    .split(',')
    .map((range) => {
      const [given = '', weight = ''] = range.split(';', 2).map((part) => part.trim())
      // Browsers of Linux append the system's modifier: en-US@posix.
      const [tag = ''] = given.split('@')
      return { tag, weight: weight.startsWith('q=') ? Number(weight.slice(2)) : 1 }
    })
    .filter(
      ({ tag, weight }) => LANGUAGE_SHAPE.test(tag) && tag.length <= LIMITS.LANGUAGE_MAX_CHARS && weight > 0,
    )
  return ranked.sort((first, second) => second.weight - first.weight)[0]?.tag
}

const LANGUAGE_SHAPE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/
