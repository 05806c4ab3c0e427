import type { ClientRequest } from 'node:http'

/** A reset, and a pipe without a reader: the other side had closed. */
const CLOSED_CODES: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE'])

/**
 * Whether a connection that was kept was closed at the other end just as it was used again: most likely the request was not read. To be
 * asked before anything of an answer has come. Any other failure tells of an answer, also one that is no HTTP: the request was read.
 */
export function isStaleConnection({ reusedSocket }: ClientRequest, error: unknown): boolean {
  return reusedSocket && CLOSED_CODES.has((error as NodeJS.ErrnoException).code)
}
