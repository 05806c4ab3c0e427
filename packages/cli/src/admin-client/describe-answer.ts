/** A longer text is a page, not a sentence. */
const WORDS_MAX_CHARS = 400

interface Problem {
  readonly property: string
  readonly message: string
}

/**
 * Describes an unsuccessful response of a gateway or its portal in a sentence.
 *
 * @param call - the request line: `POST /simulators/clock`.
 */
export function describeAnswer(
  call: string,
  { status, text }: { readonly status: number; readonly text: string },
) {
  const words = findWords(text)
  return words === null
    ? `${call} returned ${status}.`
    : `${call} returned ${status}: ${words.replace(/\.$/, '')}.`
}

/**
 * Returns the gateway's own words, from each of the formats in docs/protocol/errors-and-limits.md#http-errors; null
 * if the response has none.
 */
function findWords(text: string): string | null {
  const { message, errors, error } = readObject(text)
  if (Array.isArray(errors) && errors.every(isProblem) && errors.length > 0)
    return errors.map((problem) => `${problem.property} ${problem.message}`).join('; ')
  return [message, error].find((words) => isShort(words)) ?? null
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

function isProblem(value: unknown): value is Problem {
  const { property, message } = (value ?? {}) as Partial<Problem>
  return isShort(property) && isShort(message)
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= WORDS_MAX_CHARS
}
