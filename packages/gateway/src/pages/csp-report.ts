import { parseUrl } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'

/** What a page's policy kept from happening, without anything that tells of a shopper, a card or a session. */
export interface CspFinding {
  /** The first two parts of the page's path: the rest of it may open a payment. */
  readonly page: string
  /** `script-src-elem`, `connect-src` … */
  readonly directive: string
  /** An origin, or the browser's word for what has none: `inline`, `eval`, `data`. */
  readonly blocked: string
  /** The origin of the script that did it; null when the browser does not say. */
  readonly source: string | null
}

const NAME = /^[a-z][a-z0-9-]{1,40}$/

/** Browsers report whole URLs; only their beginning is used. */
const ADDRESS_MAX_CHARS = LIMITS.URL_MAX_CHARS

/** More than a page ever breaks at once. */
const FINDINGS_MAX = 20

/**
 * Reads a report as browsers send it: a list (Reporting API) or the older single object (`report-uri`). What is no
 * report gives nothing, and neither does what an extension of the browser did.
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
    blocked: whoIs(textOf(body, 'blockedURL', 'blocked-uri')) ?? 'unknown',
    source: whoIs(source),
  }
}

function pageOf(address: string): string | null {
  const { pathname } = parseUrl(address.slice(0, ADDRESS_MAX_CHARS)) ?? {}
  if (pathname === undefined) return null
  return `/${pathname.split('/').slice(1, 3).join('/')}`
}

/** An origin, a scheme, or one of the browser's words. */
function whoIs(address: string): string | null {
  const url = parseUrl(address.slice(0, ADDRESS_MAX_CHARS))
  if (url !== null) return url.origin === 'null' ? url.protocol : url.origin
  return NAME.test(address) ? address : null
}

function isOfExtension({ source, blocked }: CspFinding): boolean {
  return [source, blocked].some((text) => text !== null && /^[a-z-]+-extension:/.test(text))
}

/** The first of the members that is a text. */
function textOf(body: Members, ...names: readonly string[]): string {
  return names.map((name) => body[name]).find((value) => typeof value === 'string') ?? ''
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
