import type { CallEnd } from '@sluice/platform/kernel/breaker'

/** What a proxy answers in place of the party behind it. */
const PARTY_AWAY = new Set<unknown>([502, 503, 504])

/** Whether an error came of an answer of the party itself, whatever it says. By the `status` that the error carries. */
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
  return error instanceof Error && 'code' in error && error.code === 'NEVER_SENT' ? 'refused' : 'silent'
}
