import type { CorsPolicy } from './cors.ts'
import type { OriginName } from './origins.ts'

export interface KnownRoute {
  readonly method: string
  /** A path template of Fastify: `/api/customers/:id`, `/assets/*`. */
  readonly template: string
  readonly cors: CorsPolicy | null
  readonly origin: OriginName | 'every'
}

/**
 * The paths that are served, with any method: the router only says that it has no handler for a method and a path. A
 * path that is known with other methods is answered 405, and a preflight names the methods of its path.
 */
export class RouteTable {
  readonly #routes: (KnownRoute & { readonly segments: readonly string[] })[] = []

  add(route: KnownRoute): void {
    this.#routes.push({ ...route, segments: route.template.split('/') })
  }

  get all(): readonly KnownRoute[] {
    return this.#routes
  }

  /** Every route at one of the origins whose template fits the path, query string left off. */
  at(path: string, origins: ReadonlySet<OriginName>): readonly KnownRoute[] {
    const segments = path.split('/')
    return this.#routes.filter((route) => isServedAt(route.origin, origins) && fits(route.segments, segments))
  }
}

export function isServedAt(origin: OriginName | 'every', origins: ReadonlySet<OriginName>): boolean {
  return origin === 'every' || origins.has(origin)
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  const isOpenEnded = template.at(-1) === '*'
  if (isOpenEnded ? segments.length < template.length : segments.length !== template.length) return false
  return template.every(
    (part, index) => part === '*' || part === segments[index] || isParameter(part, segments[index]),
  )
}

function isParameter(part: string, segment: string | undefined): boolean {
  return part.startsWith(':') && segment !== undefined && segment !== ''
}
