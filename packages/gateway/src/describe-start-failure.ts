import { describeError } from './platform/logging/describe-error.ts'
import { scrubCardNumbers } from './platform/logging/scrub-card-numbers.ts'

// Made by a mistake of ours, so the place matters; other errors say in words what the operator can do.
const MISTAKES: ReadonlySet<string> = new Set([
  'AssertionError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
])

/** Their messages say everything. */
const EXPLAINED: ReadonlySet<string> = new Set(['ConfigurationFileError', 'ConfigurationConflictError'])

/** What the program says when it cannot start. */
export function describeStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'Sluice could not start.\n'
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'Sluice could not start: the port is in use. Choose another with --port (SLUICE_PORT), or 0 for any.\n'
  }
  if (EXPLAINED.has(error.name)) return `${scrubCardNumbers(error.message)}\n`
  const { at = [] } = describeError(error)
  const place = MISTAKES.has(error.name) ? at.map((line) => `    at ${line}\n`).join('') : ''
  return `Sluice could not start: ${scrubCardNumbers(error.message)}\n${place}`
}
