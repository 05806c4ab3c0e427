import { describeError } from '@sluice/platform/logging/describe-error'
import { scrubCardNumbers } from '@sluice/platform/logging/scrub-card-numbers'

// Errors of the program itself, whose stack matters. Other errors describe the fix to the operator.
const MISTAKES: ReadonlySet<string> = new Set([
  'AssertionError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
])

/** The operator's remedies if a process cannot listen. */
const REMEDIES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use. Choose another with --port (SLUICE_PORT), or 0 for any.',
  EADDRNOTAVAIL:
    'this machine does not have the address. Set --host (SLUICE_HOST) to one of its addresses, or to 0.0.0.0 for all.',
  EACCES:
    'this user may not listen on the port. Choose a port from 1024 with --port (SLUICE_PORT), behind a proxy at 443.',
}

/** Errors whose message is sufficient. */
const EXPLAINED: ReadonlySet<string> = new Set(['ConfigurationFileError', 'ConfigurationConflictError'])

/**
 * Returns the message of the program if it cannot start.
 *
 * @param command - the requested one: a user who lists users did not start a gateway.
 */
export function describeStartFailure(error: unknown, command = 'start'): string {
  const failure = command === 'start' ? 'Sluice could not start' : `sluice-gateway ${command} failed`
  if (!(error instanceof Error)) return `${failure}.\n`
  const remedy =
    'code' in error && 'syscall' in error && error.syscall === 'listen' && REMEDIES[String(error.code)]
  if (remedy) return `${failure}: ${remedy}\n`
  if (EXPLAINED.has(error.name)) return `${scrubCardNumbers(error.message)}\n`
  const { at = [] } = describeError(error)
  const place = MISTAKES.has(error.name) ? at.map((line) => `    at ${line}\n`).join('') : ''
  return `${failure}: ${scrubCardNumbers(error.message)}\n${place}`
}
