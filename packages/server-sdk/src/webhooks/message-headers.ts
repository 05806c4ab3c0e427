import { WebhookVerificationError } from '../errors/webhook-verification-error.ts'

/**
 * Headers as servers pass them: a `Headers`, the object of `node:http` (names in any case, repeated headers as lists),
 * or pairs of name and value.
 */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The three headers of a message, not yet believed. */
export interface MessageHeaders {
  /** `webhook-id`: the same for every attempt to deliver one event. */
  readonly id: string
  /** `webhook-timestamp`: seconds since the epoch, as signed. */
  readonly timestamp: string
  /** `webhook-signature`: the unchanged list. */
  readonly signatures: string
}

const NAMES = { id: 'webhook-id', timestamp: 'webhook-timestamp', signatures: 'webhook-signature' } as const

/** Returns why a header’s value is invalid; signatures are checked one by one, later. */
const RULES: Readonly<Record<keyof MessageHeaders, readonly [shape: RegExp, rule: string]>> = {
  // A dot could shift the border between id and time in the signed text.
  id: [/^[^.\s,]{1,256}$/, 'one id without dots and spaces'],
  timestamp: [/^[0-9]{1,12}$/, 'whole seconds since 1970'],
  signatures: [/,/, 'a list of signatures like v1,…'],
}

/**
 * Reads the three headers of a message.
 *
 * @throws When one is missing, or cannot be what it should. {@link WebhookVerificationError}
 */
export function readMessageHeaders(headers: WebhookHeaders): MessageHeaders {
  const find = lookUpHeaders(headers)
  const read = (member: keyof MessageHeaders): string => {
    const value = find(NAMES[member])
    if (value === undefined || value === '') {
      throw new WebhookVerificationError({
        cause: 'header_missing',
        message: `The header ${NAMES[member]} is missing.`,
        fix: 'Pass all headers of the request. If there is a proxy in front, it must forward those that begin with webhook-; a request that never had them is not from the payment gateway.',
      })
    }
    const [shape, rule] = RULES[member]
    if (!shape.test(value)) {
      throw new WebhookVerificationError({
        cause: 'header_malformed',
        message: `The header ${NAMES[member]} is not ${rule}.`,
        fix: 'Pass the headers as received, each once.',
      })
    }
    return value
  }
  return { id: read('id'), timestamp: read('timestamp'), signatures: read('signatures') }
}

/** Finds header values by lower-case name, in every form of headers. */
export function lookUpHeaders(headers: WebhookHeaders): (name: string) => string | undefined {
  if (typeof headers !== 'object' || headers === null) return () => undefined
  if (isHeaders(headers)) return (name) => headers.get(name)?.trim()
  const values = new Map<string, string>()
  const pairs: Iterable<unknown> = isIterable(headers) ? headers : Object.entries(headers)
  for (const pair of pairs) {
    const [name, value] = Array.isArray(pair) ? (pair as unknown[]) : []
    if (typeof name !== 'string') continue
    const key = name.toLowerCase()
    const texts = [values.get(key), ...(Array.isArray(value) ? (value as unknown[]) : [value])]
    values.set(
      key,
      texts
        .filter((text) => typeof text === 'string')
        .join(' ')
        .trim(),
    )
  }
  return (name) => values.get(name)
}

function isIterable(
  headers: Exclude<WebhookHeaders, { get(name: string): string | null }>,
): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers
}

/** A `Headers` of any realm or polyfill; a `Map` has a `get` too, but knows no upper and lower case. */
function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return 'get' in headers && typeof headers.get === 'function' && !(headers instanceof Map)
}
