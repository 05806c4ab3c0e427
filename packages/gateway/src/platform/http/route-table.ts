import type { CorsPolicy } from './cors.ts'

export interface KnownRoute {
  readonly method: string
  /** As Fastify writes templates: `/api/customers/:id`, `/assets/*`. */
  readonly template: string
  readonly cors: CorsPolicy | null
}

/**
 * What is served, whatever the method: the router only says that it has no handler for a method and a path. A path
 * that is known with other methods is answered 405, and a preflight names the methods of its path.
 */
export class RouteTable {
  readonly #routes: (KnownRoute & { readonly segments: readonly string[] })[] = []

  add(route: KnownRoute): void {
    this.#routes.push({ ...route, segments: route.template.split('/') })
  }

  /** Every route whose template fits the path, query string left off. */
  at(path: string): readonly KnownRoute[] {
    const segments = path.split('/')
    return this.#routes.filter((route) => fits(route.segments, segments))
  }
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
