import { WebhookVerificationError } from '../errors/webhook-verification-error.ts'
import { readStream } from './raw-body.ts'
import {
  answerWebhook,
  checkReceiveOptions,
  ONLY_POST,
  RECEIVE_OPTIONS,
  type ReceiveOptions,
  type WebhookAnswer,
} from './receive-webhook.ts'
import type { WebhookMessage } from './verify-webhook.ts'

/** A request of `node:http`, and of frameworks that are built on it: Express, Next’s pages router, cloud functions. */
export interface NodeRequest extends AsyncIterable<unknown> {
  /** The method in upper case: `POST`. */
  readonly method?: string | undefined
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Whether the stream was read before. */
  readonly readableDidRead?: boolean
  /** The parsed body, if a body parser ran before. */
  readonly body?: unknown
  /** The raw body that a platform kept before parsing it. */
  readonly rawBody?: unknown
}

/** The part of `ServerResponse` that answers. */
export interface NodeResponse {
  /** HTTP status, 200 to 599. */
  statusCode: number
  /** Sets one header. */
  setHeader(name: string, value: string): unknown
  /** Sends the text and ends. */
  end(body?: string): unknown
}

/** A receiver for `node:http`, Express and frameworks with the same request objects. */
export type NodeWebhook = (request: NodeRequest, response: NodeResponse) => Promise<void>

/**
 * Receives webhooks in a server of `node:http`.
 *
 * @throws When an option is missing, invalid or unknown. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * createServer(nodeWebhook({ secrets, onEvent })).listen(8080)
 * ```
 */
export function nodeWebhook(options: ReceiveOptions): NodeWebhook {
  return makeNodeWebhook(options, 'Make sure that nothing reads the request earlier.')
}

/**
 * Receives webhooks in Express, as a route’s handler.
 *
 * It reads the body itself. If a parser runs for all routes, put this route before it, or let the parser keep the
 * bytes: `express.json({ verify: (request, _, bytes) => (request.rawBody = bytes) })`. `express.raw` is fine, too.
 *
 * @throws When an option is missing, invalid or unknown. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * app.post('/webhooks', expressWebhook({ secrets, onEvent }))
 * app.use(express.json())
 * ```
 */
export function expressWebhook(options: ReceiveOptions): NodeWebhook {
  return makeNodeWebhook(
    options,
    'Put app.post(…, expressWebhook(…)) above app.use(express.json()), or use express.json({ verify: (request, _, bytes) => { request.rawBody = bytes } }).',
  )
}

/**
 * Receives webhooks in Next’s pages router. The app router has the Fetch API: {@link receiveWebhook}.
 *
 * @throws When an option is missing, invalid or unknown. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * export const config = { api: { bodyParser: false } }
 * export default nextPagesWebhook({ secrets, onEvent })
 * ```
 */
export function nextPagesWebhook(options: ReceiveOptions): NodeWebhook {
  return makeNodeWebhook(
    options,
    'Export config = { api: { bodyParser: false } } from the file of this API route.',
  )
}

function makeNodeWebhook(options: ReceiveOptions, fix: string): NodeWebhook {
  checkReceiveOptions(options, RECEIVE_OPTIONS)
  return async (request, response) => {
    const answer =
      request.method === undefined || request.method === 'POST'
        ? await answerWebhook(() => readMessage(request, fix), options)
        : ONLY_POST
    send(response, answer)
  }
}

async function readMessage(request: NodeRequest, fix: string): Promise<WebhookMessage> {
  const { headers } = request
  const kept = [request.rawBody, request.body].find(isRaw)
  if (kept !== undefined) return { rawBody: kept, headers }
  if (request.readableDidRead !== true) return { rawBody: await readStream(request), headers }
  throw new WebhookVerificationError({
    cause: 'body_parsed',
    message: 'The body was parsed before it reached the webhook handler, and its raw bytes are lost.',
    fix,
  })
}

function isRaw(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array
}

function send(response: NodeResponse, { status, headers, body }: WebhookAnswer): void {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.end(body ?? undefined)
}
