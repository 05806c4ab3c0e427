import type { ClientRequest } from 'node:http'

/** A reset, and a pipe without a reader: the other side had closed. */
const CLOSED_CODES: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE'])

/**
 * Returns whether a kept-alive connection was closed by the peer just as it was reused: most likely the request was
 * not read. Call it only before any part of a response has arrived. Any other failure implies a response, even an
 * invalid one: the request was read.
 */
export function isStaleConnection({ reusedSocket }: ClientRequest, error: unknown): boolean {
  return reusedSocket && CLOSED_CODES.has((error as NodeJS.ErrnoException).code)
}
