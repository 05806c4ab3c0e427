import { isDeepStrictEqual } from 'node:util'
import { type Endpoint, type EndpointName, ENDPOINTS } from '@sluice/types'

/** An answer that the endpoint table does not allow: a bug, and a 500 if answers are validated. */
class AnswerMismatch extends Error {
  readonly code = 'ANSWER_MISMATCH'

  constructor(name: EndpointName, status: number, problem: string) {
    super(`${name} answered ${status} and the contract says otherwise: ${problem}`)
    this.name = 'AnswerMismatch'
  }
}

/**
 * Compares an answer with its schema in the endpoint table, members that no schema knows included.
 *
 * @throws {AnswerMismatch} naming members, never values.
 */
export function verifyAnswer(name: EndpointName, status: number, body: unknown): void {
  const hasBody = body !== null && body !== undefined
  // The edge's own 403 has no body, on every route.
  if (status === 403 && !hasBody) return
  const { responses }: Endpoint = ENDPOINTS[name]
  const schema = responses[status]
  if (schema === undefined) throw new AnswerMismatch(name, status, 'the status is not documented')

  if (schema === null) {
    if (hasBody) throw new AnswerMismatch(name, status, 'there should be no body')
    return
  }
  // The body as clients receive it: without undefined members, and with dates as strings.
  const wire: unknown = hasBody ? JSON.parse(JSON.stringify(body)) : undefined
  const parsed = schema.safeParse(wire)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'} (${issue.code})`)
    throw new AnswerMismatch(name, status, problems.join(', '))
  }
  if (!isDeepStrictEqual(parsed.data, wire)) {
    throw new AnswerMismatch(
      name,
      status,
      `undocumented members among ${differences(wire, parsed.data).join(', ')}`,
    )
  }
}

function differences(given: unknown, known: unknown, path = ''): string[] {
  if (isDeepStrictEqual(given, known)) return []
  if (typeof given !== 'object' || given === null || typeof known !== 'object' || known === null)
    return [path || 'body']
  return Object.entries(given).flatMap(([name, member]) =>
    differences(member, (known as Readonly<Record<string, unknown>>)[name], path ? `${path}.${name}` : name),
  )
}
