import { parseUrl } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'

/** A violation of a page's policy, without data about a shopper, a card or a session. */
export interface CspFinding {
  /** The first two segments of the page's path, because the rest may give access to a payment. */
  readonly page: string
  /** The directive: `script-src-elem`, `connect-src` … */
  readonly directive: string
  /** An origin, or the browser's keyword for content without one: `inline`, `eval`, `data`. */
  readonly blocked: string
  /** The origin of the script that caused it; null if the browser does not report it. */
  readonly source: string | null
}

const NAME = /^[a-z][a-z0-9-]{1,40}$/

/** Browsers report whole URLs, of which only the beginning is used. */
const ADDRESS_MAX_CHARS = LIMITS.URL_MAX_CHARS

/** More violations than a page ever causes at once. */
const FINDINGS_MAX = 20

/**
 * Parses a browser's report: a list (Reporting API) or the older single object (`report-uri`). Returns nothing for
 * other bodies, and for violations by browser extensions.
 */
export function readCspReports(body: unknown): readonly CspFinding[] {
  const reports = Array.isArray(body) ? (body as readonly unknown[]) : [body]
  return reports.slice(0, FINDINGS_MAX).flatMap((report) => {
    const given = bodyOf(report)
    const finding = given && readFinding(given)
    return finding && !isOfExtension(finding) ? [finding] : []
  })
}

type Members = Readonly<Record<string, unknown>>

function bodyOf(report: unknown): Members | null {
  if (!isMembers(report)) return null
  if (report['type'] === 'csp-violation') return isMembers(report['body']) ? report['body'] : null
  const older = report['csp-report']
  return isMembers(older) ? older : null
}

function readFinding(body: Members): CspFinding | null {
  const page = pageOf(textOf(body, 'documentURL', 'document-uri'))
  const [directive = ''] = textOf(
    body,
    'effectiveDirective',
    'effective-directive',
    'violated-directive',
  ).split(' ')
  if (page === null || !NAME.test(directive)) return null
  const source = textOf(body, 'sourceFile', 'source-file')
  return {
    page,
    directive,
    blocked: sourceOf(textOf(body, 'blockedURL', 'blocked-uri')) ?? 'unknown',
    source: sourceOf(source),
  }
}

function pageOf(address: string): string | null {
  const { pathname } = parseUrl(address.slice(0, ADDRESS_MAX_CHARS)) ?? {}
  if (pathname === undefined) return null
  return `/${pathname.split('/').slice(1, 3).join('/')}`
}

/** Returns an origin, a scheme, or one of the browser's keywords. */
function sourceOf(address: string): string | null {
  const url = parseUrl(address.slice(0, ADDRESS_MAX_CHARS))
  if (url !== null) return url.origin === 'null' ? url.protocol : url.origin
  return NAME.test(address) ? address : null
}

function isOfExtension({ source, blocked }: CspFinding): boolean {
  return [source, blocked].some((text) => text !== null && /^[a-z-]+-extension:/.test(text))
}

/** Returns the first of the members that is a text. */
function textOf(body: Members, ...names: readonly string[]): string {
  return names.map((name) => body[name]).find((value) => typeof value === 'string') ?? ''
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
