import { hashScript, listActiveContent } from './active-content.ts'

/** A response to a browser. */
export interface PageAnswer {
  readonly status: number
  /** The headers, with lower-case names; several with one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `exact` documents are the same for every visitor; `rendered` ones contain the payment of one visitor. */
export type Sameness = 'exact' | 'rendered'

/**
 * The headers that protect a page, or could undo its protection: each must be present or absent as in this build.
 * Headers that any proxy adds or changes (`Date`, `Via`, `Vary`, encodings and lengths) do not matter.
 */
const COMPARED_HEADERS = [
  'content-security-policy',
  'content-security-policy-report-only',
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
  'cross-origin-resource-policy',
  'x-frame-options',
  'strict-transport-security',
  'referrer-policy',
  'permissions-policy',
  'x-content-type-options',
  'content-type',
  'cache-control',
  'reporting-endpoints',
  'report-to',
  'nel',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'origin-agent-cluster',
  'document-policy',
  'service-worker-allowed',
  'sourcemap',
  'location',
  'refresh',
  'link',
  'set-cookie',
] as const

/** @returns The differences, one line each; none if the responses are equal. */
export function compareAnswers(
  expected: PageAnswer,
  received: PageAnswer,
  sameness: Sameness,
): readonly string[] {
  if (received.status !== expected.status)
    return [`the status is ${received.status}; this build sends ${expected.status}`]
  return [
    ...COMPARED_HEADERS.flatMap((name) =>
      compareHeader(name, expected.headers[name], received.headers[name]),
    ),
    ...compareBodies(expected, received, sameness),
  ]
}

function compareHeader(
  name: string,
  expected: string | undefined,
  received: string | undefined,
): readonly string[] {
  if (withoutNonce(expected) === withoutNonce(received)) return []
  if (received === undefined) return [`header ${name} is missing; this build sends ${expected}`]
  if (expected === undefined) return [`header ${name} is ${received}; this build sends none`]
  return [`header ${name} is ${received}; this build sends ${expected}`]
}

/** Each response has another nonce. A text that is too short to be one is compared literally. */
function withoutNonce(value: string | undefined): string | undefined {
  return value?.replaceAll(/'nonce-[A-Za-z0-9+/]{22}=='/g, "'nonce'")
}

function compareBodies(expected: PageAnswer, received: PageAnswer, sameness: Sameness): readonly string[] {
  if (received.body === expected.body) return []
  if (!(expected.headers['content-type'] ?? '').startsWith('text/html')) {
    return [
      `the content has the hash ${hashScript(received.body)}; this build has ${hashScript(expected.body)}`,
    ]
  }
  const [wanted, found] = [listActiveContent(expected.body), listActiveContent(received.body)]
  const differences = [
    ...without(found, wanted).map((line) => `the page contains a line that this build does not: ${line}`),
    ...without(wanted, found).map((line) => `the page lacks a line of this build: ${line}`),
  ]
  if (differences.length > 0 || sameness === 'rendered') return differences
  return ['the page has other text or styles than this build']
}

/** Returns the first list without one occurrence for each entry of the second. */
function without(list: readonly string[], taken: readonly string[]): readonly string[] {
  const rest = [...taken]
  return list.filter((entry) => {
    const at = rest.indexOf(entry)
    if (at !== -1) rest.splice(at, 1)
    return at === -1
  })
}
