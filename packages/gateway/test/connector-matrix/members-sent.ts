/** Which members a connector sends for each method: what a provider's contract leaves optional, a method may still need. */

/** A request as a twin got it. */
export interface SeenRequest {
  readonly method?: string
  readonly path: string
  readonly body: string
}

/** The names of what providers create: `pi_3Qx…`, and sixteen letters and digits of Adyen's. */
const NAMES = /\b[a-z]{2,6}_[A-Za-z0-9]{8,}\b|\b[A-Z0-9]{16}\b/g

/** Collects requests by the method that they were for. */
export class MembersSent {
  readonly #requests = new Map<string, Map<string, Set<string>>>()

  add(row: string, requests: readonly SeenRequest[]): void {
    const known = this.#requests.get(row) ?? new Map<string, Set<string>>()
    this.#requests.set(row, known)
    for (const { method = 'POST', path, body } of requests) {
      const name = `${method} ${path.replace(NAMES, '{id}')}`
      const members = known.get(name) ?? new Set()
      known.set(name, members)
      for (const member of membersOf(body)) members.add(member)
    }
  }

  /** A paragraph for each method, in the order of their names; a line for each request with a body. */
  describe(): string {
    return [...this.#requests]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([row, requests]) => [row, ...describeRequests(requests), ''].join('\n'))
      .join('\n')
  }
}

function describeRequests(requests: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...requests]
    .filter(([, members]) => members.size > 0)
    .map(([name, members]) => `  ${name}\n    ${[...members].toSorted().join(' ')}`)
    .toSorted()
}

/** Of a form or of JSON, with the objects around them: `card.number`. Places in a list have no name. */
function membersOf(body: string): readonly string[] {
  if (body === '') return []
  if (body.startsWith('{')) return pathsIn(JSON.parse(body), '')
  return [...new URLSearchParams(body).keys()].map((name) =>
    name
      .replaceAll(/\[\d*\]/g, '')
      .replaceAll('[', '.')
      .replaceAll(']', ''),
  )
}

function pathsIn(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path]
  if (Array.isArray(value)) return value.flatMap((one) => pathsIn(one, path))
  return Object.entries(value).flatMap(([name, member]) =>
    pathsIn(member, path === '' ? name : `${path}.${name}`),
  )
}
