/** Validates the headers of a document as scanners do: by rules of our own, and by Google's CSP Evaluator. */
import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'

/** Headers by lower-case name, as in Node's requests and Fastify's responses. */
export type Headers = Readonly<Record<string, number | string | readonly string[] | undefined>>

export const policyOf = (headers: Headers): string => String(headers['content-security-policy'])

/** Returns whether the policy has a directive; directives that `default-src` does not cover are open by default. */
const says = (headers: Headers, directive: string): boolean =>
  policyOf(headers)
    .split(';')
    .some((part) => part.trim().split(' ', 1)[0] === directive)

/** The headers that each document must have, in every environment. */
export const PAGE_RULES: Readonly<Record<string, (headers: Headers) => boolean>> = {
  'a policy that begins with nothing': (headers) => /^default-src 'none'(;|$)/.test(policyOf(headers)),
  'no script but its own': (headers) => !/script-src[^;]*('unsafe-|\*|data:)/.test(policyOf(headers)),
  'a say in where forms go': (headers) => says(headers, 'form-action'),
  'a say in what its addresses begin with': (headers) => says(headers, 'base-uri'),
  'a say in who frames it': (headers) => says(headers, 'frame-ancestors'),
  'nothing readable from elsewhere': (headers) => headers['access-control-allow-origin'] === undefined,
  'a referrer policy that tells no address': (headers) =>
    ['no-referrer', 'strict-origin'].includes(String(headers['referrer-policy'])),
  'no guessing of types': (headers) => headers['x-content-type-options'] === 'nosniff',
  'its type with its characters': (headers) => headers['content-type'] === 'text/html; charset=utf-8',
  'a say in who embeds it': (headers) => headers['cross-origin-resource-policy'] !== undefined,
  'a say in who keeps it': (headers) => headers['cache-control'] !== undefined,
  'cookies that no script reads and no other site sends': (headers) =>
    [headers['set-cookie'] ?? []]
      .flat()
      .every(
        (cookie) => /; HttpOnly\b/i.test(String(cookie)) && /; SameSite=(Lax|Strict)/i.test(String(cookie)),
      ),
}

/** Warnings of CSP Evaluator, and the reason why each is no weakness here. */
const KNOWN_WEAKNESSES: readonly (readonly [place: RegExp, because: string])[] = [
  [
    /^style-src 'unsafe-inline'$/,
    'the API reference makes style elements; nothing of a visitor gets into it',
  ],
  [/^script-src 'self'$/, 'no uploaded file and no JSONP is served at the portal'],
  [/ http:\/\/(?:[\w*-]+\.)*(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/, 'no other machine is this one'],
]

/** @returns what CSP Evaluator finds in a policy: directive, value and why. */
export function findWeaknesses(policy: string): readonly string[] {
  const { csp } = new CspParser(policy)
  return new CspEvaluator(csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.INFO)
    .map(({ directive, value = '', description }) => ({ place: `${directive} ${value}`.trim(), description }))
    .filter(({ place }) => !KNOWN_WEAKNESSES.some(([known]) => known.test(place)))
    .map(({ place, description }) => `${place}: ${description}`)
}

/** Scripts of wallets are at addresses of theirs; they run in a frame apart from card data and from what pays. */
const OF_A_WALLET = /^script-src https:\/\/[\w.-]+: No bypass found/

/** The card frame imports files, each named by its whole address. */
const OF_THE_CARD_FRAME = /^script-src \S+\/embedded-fields\/(installments|low-contrast)\.js: No bypass found/

const KNOWN_SCRIPTS = [
  ['/methods-frame/:client_key', OF_A_WALLET],
  ['/card-frame/:client_key', OF_THE_CARD_FRAME],
] as const

/**
 * @param route - method and template.
 * @returns the faults in the headers of a document; empty if there are none.
 */
export function findPageFaults(route: string, headers: Headers): readonly string[] {
  const known = KNOWN_SCRIPTS.find(([path]) => route.endsWith(path))?.[1]
  return [
    ...Object.entries(PAGE_RULES)
      .filter(([, holds]) => !holds(headers))
      .map(([rule]) => `lacks ${rule}`),
    ...findWeaknesses(policyOf(headers)).filter((found) => known?.test(found) !== true),
  ]
}

/** The headers that every other answer must have. */
export function findAnswerFaults(headers: Headers): readonly string[] {
  const rules = ['no guessing of types', 'a say in who embeds it', 'a say in who keeps it'] as const
  return rules.filter((rule) => PAGE_RULES[rule]?.(headers) !== true).map((rule) => `lacks ${rule}`)
}
