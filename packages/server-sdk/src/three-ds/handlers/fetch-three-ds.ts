import { tooLarge } from '../flow/flow-exchange.ts'
import type { ThreeDsFlow } from '../flow/three-ds-flow.ts'
import { checkFlow } from './check-flow.ts'
import { readForm } from './read-form.ts'

/**
 * Answers a flow's addresses where requests are those of the Fetch API: Deno, Bun, Workers, Next's app router, Remix.
 * Pass it only the requests below the flow's `url`.
 *
 * @throws When there is no flow. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const threeDs = fetchThreeDs(flow)
 * export default { fetch: (request) => (isThreeDs(request) ? threeDs(request) : shop(request)) }
 * ```
 */
export function fetchThreeDs(flow: ThreeDsFlow): (request: Request) => Promise<Response> {
  checkFlow(flow)
  return async (request) => {
    const { method, url, headers, body } = request
    const form = method === 'POST' && body ? await readForm(body) : new URLSearchParams()
    const reply = form ? await flow.handle({ method, url, headers, form }) : tooLarge()
    const isBodiless = method === 'HEAD' || reply.status === 303
    return new Response(isBodiless ? null : reply.body, { status: reply.status, headers: reply.headers })
  }
}

/** The part of Hono's context that is needed. */
export interface HonoFlowContext {
  /** Hono's request; the standard one is in it. */
  readonly req: { readonly raw: Request }
}

/**
 * Answers a flow's addresses in Hono, on any runtime.
 *
 * @throws When there is no flow. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * app.all('/three-ds/*', honoThreeDs(flow))
 * ```
 */
export function honoThreeDs(flow: ThreeDsFlow): (context: HonoFlowContext) => Promise<Response> {
  const handle = fetchThreeDs(flow)
  return ({ req }) => handle(req.raw)
}
