import type { CallEnd } from '@sluice/platform/kernel/breaker'

/** The statuses of a proxy whose upstream is unavailable. */
const PARTY_AWAY = new Set<unknown>([502, 503, 504])

/**
 * Returns whether the party itself answered, judged by the `status` of the error. The content of the answer does not
 * matter.
 */
export function isOfAnswer(error: unknown): boolean {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    !PARTY_AWAY.has(error.status)
  )
}

/** Returns how a failed call ended: by its error code, the transport shows that it could not connect and sent nothing. */
export function endOfError(error: unknown): CallEnd {
  return error instanceof Error && 'code' in error && error.code === 'NEVER_SENT' ? 'refused' : 'timeout'
}
