/**
 * Lists the members that a connector sends for each method, because a method may need members that the provider's
 * contract makes optional.
 */

/** A request that a twin received. */
export interface SeenRequest {
  readonly method?: string
  readonly path: string
  readonly body: string
}

/** Matches ids of providers: `pi_3Qx…`, and Adyen's sixteen letters and digits. */
const NAMES = /\b[a-z]{2,6}_[A-Za-z0-9]{8,}\b|\b[A-Z0-9]{16}\b/g

/** Matches a mark of a later call, whose name at Stripe is the call's own key. */
const MARKS = /^metadata\.[0-9a-f]{32}$/

/** Groups requests by method. */
export class MembersSent {
  readonly #requests = new Map<string, Map<string, Set<string>>>()

  add(row: string, requests: readonly SeenRequest[]): void {
    const known = this.#requests.get(row) ?? new Map<string, Set<string>>()
    this.#requests.set(row, known)
    for (const { method = 'POST', path, body } of requests) {
      const name = `${method} ${path.replace(NAMES, '{id}')}`
      const members = known.get(name) ?? new Set()
      known.set(name, members)
      for (const member of membersOf(body)) members.add(member.replace(MARKS, 'metadata.{key}'))
    }
  }

  /** Returns a paragraph for each method, sorted by name, with a line for each request with a body. */
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

/**
 * Returns the members of a form or of JSON with their parents, such as `card.number`. Places in a list have no name.
 */
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
