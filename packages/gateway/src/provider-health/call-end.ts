import type { CallEnd } from '@sluice/platform/kernel/breaker'

/** By the code of the error that a transport throws when no connection came about: nothing was sent. */
export function endOfError(error: unknown): CallEnd {
  return error instanceof Error && 'code' in error && error.code === 'NEVER_SENT' ? 'refused' : 'silent'
}
