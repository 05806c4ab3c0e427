import type { KnownOptions } from '../refuse-unknown-options.ts'
import { WEBHOOK_BODY_MAX_BYTES } from './raw-body.ts'
import {
  answerWebhook,
  checkReceiveOptions,
  RECEIVE_OPTIONS,
  type ReceiveOptions,
} from './receive-webhook.ts'

/** Options for `fastifyWebhook`. */
export interface FastifyWebhookOptions extends ReceiveOptions {
  /**
   * The path to which the gateway posts.
   *
   * @defaultValue `/webhooks`
   */
  readonly path?: string
}

const FASTIFY_WEBHOOK_OPTIONS: KnownOptions<FastifyWebhookOptions> = { ...RECEIVE_OPTIONS, path: true }

/** The part of a Fastify instance that is needed. */
export interface FastifyLike {
  /** As in Fastify: signatures are over the received bytes. */
  removeAllContentTypeParsers(): void
  /** As in Fastify. */
  addContentTypeParser(
    contentType: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parse: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): void
  /** As in Fastify: registers a route. */
  post(
    path: string,
    handler: (request: FastifyLikeRequest, reply: FastifyLikeReply) => Promise<unknown>,
  ): unknown
}

/** A Fastify request, as far as the receiver needs it. */
export interface FastifyLikeRequest {
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The bytes of the body, unread. */
  readonly body: unknown
}

/** A Fastify reply, as far as the receiver needs it. */
export interface FastifyLikeReply {
  /** Sets the HTTP status. */
  status(code: number): unknown
  /** Sets headers by name. */
  headers(values: Record<string, string>): unknown
  /** Sends the text and ends. */
  send(body?: string): unknown
}

/**
 * Receives webhooks in Fastify, as a plugin: only its own route gets raw bodies, all others keep their parsers.
 *
 * @throws When an option is missing, invalid or unknown. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * app.register(fastifyWebhook({ path: '/webhooks', secrets, onEvent }))
 * ```
 */
export function fastifyWebhook(options: FastifyWebhookOptions): (instance: FastifyLike) => Promise<void> {
  checkReceiveOptions(options, FASTIFY_WEBHOOK_OPTIONS)
  return (instance) => {
    instance.removeAllContentTypeParsers()
    const parsing = { parseAs: 'buffer', bodyLimit: WEBHOOK_BODY_MAX_BYTES } as const
    instance.addContentTypeParser('*', parsing, (_, body, done) => done(null, body))
    instance.post(options.path ?? '/webhooks', async ({ headers, body }, reply) => {
      // Without a body there is nothing to parse, and Fastify passes none.
      const rawBody = body instanceof Uint8Array ? body : ''
      const answer = await answerWebhook(() => ({ rawBody, headers }), options)
      reply.status(answer.status)
      reply.headers({ ...answer.headers })
      return reply.send(answer.body ?? undefined)
    })
    return Promise.resolve()
  }
}
