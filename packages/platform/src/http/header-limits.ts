import type { IncomingHttpHeaders } from 'node:http'

/**
 * Bytes of each header that is read. All headers together may have 16 KiB; code whose time grows with the length of a
 * value must not receive all of that. Headers that are not here are not read.
 */
const HEADER_MAX_BYTES = {
  // Tokens of other identity providers carry lists of roles.
  authorization: 8192,
  // Browsers send fewer than 200 bytes.
  accept: 2048,
  'accept-encoding': 1024,
  'accept-language': 1024,
  'user-agent': 2048,
  'content-type': 512,
  origin: 512,
  host: 512,
  // Browsers shorten a longer referrer to its origin.
  referer: 4096,
  'idempotency-key': 1024,
  'x-client-key': 256,
  'x-request-id': 256,
  // A dozen proxies.
  'x-forwarded-for': 1024,
  'x-forwarded-proto': 256,
  'api-version': 256,
  traceparent: 256,
  tracestate: 1024,
} as const satisfies Readonly<Record<string, number>>

/** Returns whether any header is longer than its longest valid value. */
export function hasOversizedHeader(headers: IncomingHttpHeaders): boolean {
  return Object.entries(HEADER_MAX_BYTES).some(([name, maxBytes]) => {
    const value = headers[name]
    return value !== undefined && Buffer.byteLength(String(value)) > maxBytes
  })
}
