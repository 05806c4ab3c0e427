import { FORM_MAX_BYTES } from '../flow/flow-exchange.ts'
import { type KnownOptions, refuseUnknownOptions } from '../../refuse-unknown-options.ts'
import type { ThreeDsFlow } from '../flow/three-ds-flow.ts'
import { checkFlow } from './check-flow.ts'
import { toForm } from './read-form.ts'

/** The part of a Fastify instance that is needed. */
export interface FastifyFlowInstance {
  /** As in Fastify: the flow reads bodies itself. */
  removeAllContentTypeParsers(): void
  /** As in Fastify. */
  addContentTypeParser(
    contentType: string,
    options: { parseAs: 'string'; bodyLimit: number },
    parse: (request: unknown, body: string, done: (error: null, body: string) => void) => void,
  ): void
  /** As in Fastify: registers a route. */
  get(path: string, handler: FastifyFlowHandler): unknown
  /** As in Fastify: registers a route. */
  post(path: string, handler: FastifyFlowHandler): unknown
}

/** A Fastify handler, as far as the flow needs it. */
export type FastifyFlowHandler = (request: FastifyFlowRequest, reply: FastifyFlowReply) => Promise<unknown>

/** A Fastify request, as far as the flow needs it. */
export interface FastifyFlowRequest {
  /** The method in upper case: `POST`. */
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The unparsed text of the body. */
  readonly body: unknown
}

/** A Fastify reply, as far as the flow needs it. */
export interface FastifyFlowReply {
  /** Sets the HTTP status. */
  status(code: number): unknown
  /** Sets headers by name. */
  headers(values: Record<string, string>): unknown
  /** Sends the text and ends. */
  send(body?: string): unknown
}

type FastifyThreeDsOptions = NonNullable<Parameters<typeof fastifyThreeDs>[1]>

const FASTIFY_THREE_DS_OPTIONS: KnownOptions<FastifyThreeDsOptions> = { path: true }

/**
 * Answers a flow's addresses in Fastify, as a plugin: only its own routes read forms, all others keep their parsers.
 *
 * @param options.path - the path of the flow's `url`, `/three-ds` by default.
 * @throws When there is no flow, or no such option. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * app.register(fastifyThreeDs(flow, { path: '/three-ds' }))
 * ```
 */
export function fastifyThreeDs(
  flow: ThreeDsFlow,
  options: { readonly path?: string } = {},
): (instance: FastifyFlowInstance) => Promise<void> {
  checkFlow(flow)
  refuseUnknownOptions(options, FASTIFY_THREE_DS_OPTIONS)
  const path = options.path ?? '/three-ds'
  const handle: FastifyFlowHandler = async ({ method, url, headers, body }, reply) => {
    const answer = await flow.handle({ method, url, headers, form: toForm(body) ?? new URLSearchParams() })
    reply.status(answer.status)
    reply.headers({ ...answer.headers })
    return reply.send(answer.body)
  }
  return (instance) => {
    instance.removeAllContentTypeParsers()
    const parsing = { parseAs: 'string', bodyLimit: FORM_MAX_BYTES } as const
    instance.addContentTypeParser('*', parsing, (_, body, done) => done(null, body))
    for (const address of [`${path}/:id`, `${path}/:id/:word`]) {
      instance.get(address, handle)
      instance.post(address, handle)
    }
    return Promise.resolve()
  }
}
