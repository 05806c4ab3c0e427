import { ConfigurationError } from '../errors/configuration-error.ts'

/** Headers this package sets itself: one too many would change what a request means, or whose it is. */
const OWN_HEADERS: readonly string[] = [
  'accept',
  'authorization',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'transfer-encoding',
  'user-agent',
]

/** RFC 9110 §5.1 and §5.5, ASCII only. */
const NAME_SHAPE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const VALUE_SHAPE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** Returns the problem with a header that a merchant adds; `null` if there is none. */
export function findHeaderProblem(name: string, value: unknown): string | null {
  if (!NAME_SHAPE.test(name)) return 'has a name that is not a valid header name'
  if (OWN_HEADERS.includes(name.toLowerCase())) return `must not set ${name.toLowerCase()}`
  if (typeof value !== 'string' || !VALUE_SHAPE.test(value)) return `must have visible ASCII text as ${name}`
  return null
}

/**
 * Checks headers that are added to requests, and converts their names to lower case.
 *
 * @throws When one cannot be sent, or is this package's own. {@link ConfigurationError}
 */
export function readHeaders(
  headers: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const entries = Object.entries(headers ?? {})
  for (const [name, value] of entries) {
    const problem = findHeaderProblem(name, value)
    if (problem !== null) throw new ConfigurationError('headers', problem)
  }
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
}
