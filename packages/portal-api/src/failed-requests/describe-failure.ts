/** The problem that a response reports, with its member if there is one. */
export interface Described {
  readonly property: string | null
  readonly message: string | null
}

/** A request may break every rule; after fixing the first few, the caller sees the next. */
const PROBLEMS_MAX = 5

const MESSAGE_MAX_CHARS = 200

/** Members of the contract are named so, and headers. What was sent under another name is not repeated. */
const NAME = /^[a-z_*][a-z0-9_.*-]{0,99}$/i

/** Cards, phones and amounts are longer than two digits; limits of the contract that are stay readable elsewhere. */
const DIGITS = /\d{3,}/g

const HIDDEN = '[hidden]'

/**
 * Reads from the body of an answer what may be stored: names of members and sentences of the contract, never sent
 * values.
 */
export function describeFailure(body: unknown): readonly Described[] {
  const { errors, message } = membersOf(body)
  if (!Array.isArray(errors) || errors.length === 0)
    return [{ property: null, message: readMessage(message) }]
  const described = errors.slice(0, PROBLEMS_MAX).map((item: unknown) => {
    const problem = membersOf(item)
    return { property: readProperty(problem['property']), message: readMessage(problem['message']) }
  })
  // Two elements of one list break the same rule once.
  const seen = new Set<string>()
  return described.filter(({ property, message: said }) => {
    const key = `${property} ${said}`
    return !seen.has(key) && seen.add(key)
  })
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function readProperty(property: unknown): string | null {
  if (typeof property !== 'string') return null
  // Every element of a list breaks the same rule.
  const name = property.replaceAll(/\.\d+(?=\.|$)/g, '.*')
  return NAME.test(name) && name.search(DIGITS) === -1 ? name : HIDDEN
}

function readMessage(message: unknown): string | null {
  return typeof message === 'string' ? message.replaceAll(DIGITS, 'N').slice(0, MESSAGE_MAX_CHARS) : null
}
