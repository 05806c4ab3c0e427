/**
 * Codes that say no connection came about: the name did not resolve or the port was closed. Node's first, then Bun's.
 * Anything else (a reset, a time-out, a broken TLS session) may have happened after the request left.
 */
const NO_CONNECTION_CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]

/** Causes are nested a few deep; one that goes on is no cause but a knot. */
const DEPTH_MAX = 8

/** Tells whether what `fetch` threw says that the request certainly did not leave. In doubt it may have. */
export function didNotLeave(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return false
  if ('code' in error && NO_CONNECTION_CODES.includes(error.code)) return true
  // Node names the call that failed; before connecting succeeded nothing was written.
  if ('syscall' in error && error.syscall === 'connect') return true
  // A name with several addresses, each of which was tried.
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.every((each) => didNotLeave(each, depth + 1))
  return didNotLeave(error.cause, depth + 1)
}
