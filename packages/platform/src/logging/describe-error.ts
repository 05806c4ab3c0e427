import { scrubCardNumbers } from './scrub-card-numbers.ts'

/** The loggable part of an error: its kind and place, and its message only if that cannot contain input. */
export interface ErrorDescription {
  readonly name: string
  readonly code?: string
  readonly message?: string
  /** Functions and lines, innermost first. */
  readonly at?: readonly string[]
  readonly cause?: ErrorDescription
}

const MESSAGE_MAX_CHARS = 300
const FRAMES_MAX = 8
// A chain longer than this is a loop.
const CAUSES_MAX = 3

// Messages of these are made by the engine or by us, from names of members and functions. A SyntaxError of JSON.parse
// quotes what it read, so it is not here, and neither is any class that we do not know.
const SPEAKING_NAMES: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'AnswerMismatch',
])

/** Reduces a thrown value. Never throws itself. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: `thrown ${error === null ? 'null' : typeof error}` }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  // System and database errors carry a code; their messages speak of addresses, tables and constraints.
  const isSpeaking = SPEAKING_NAMES.has(error.name) || code !== undefined
  const frames = framesOf(error)
  return {
    name: error.name,
    ...(code !== undefined && { code }),
    ...(isSpeaking && { message: scrubCardNumbers(error.message).slice(0, MESSAGE_MAX_CHARS) }),
    ...(frames.length > 0 && { at: frames }),
    ...(error.cause !== undefined && depth < CAUSES_MAX && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** Returns the lines of the stack that begin with `at`; the message above them may be of several lines. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message)
  const trace = start < 0 ? stack : stack.slice(start + message.length)
  return trace
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, FRAMES_MAX)
    .map((line) => line.slice('at '.length))
}
