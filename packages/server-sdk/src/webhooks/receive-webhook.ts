import { ConfigurationError } from '../errors/configuration-error.ts'
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import type { Deduplicator } from './deduplicator.ts'
import { readStream } from './raw-body.ts'
import { isEmpty, type WebhookSecrets } from './secret.ts'
import type { WebhookEvent } from './webhook-event.ts'
import {
  readToleranceSeconds,
  VERIFY_OPTIONS,
  verifyMessage,
  type VerifyOptions,
  type WebhookMessage,
} from './verify-webhook.ts'

/** Options of every receiver, in every framework. */
export interface ReceiveOptions extends VerifyOptions {
  /** `whsec_…` or `whpk_…`; several while one is being replaced. */
  readonly secrets: WebhookSecrets
  /**
   * Handles a verified event. The receiver responds with 204 when it resolves, so resolve when its effects are
   * durable, and within 15 s; if it throws, the response is 500 and the gateway sends the event again.
   *
   * @param id - the header `webhook-id`, the same for every attempt.
   */
  readonly onEvent: (event: WebhookEvent, id: string) => unknown
  /** Prevents `onEvent` from running twice for one message. Without it, `onEvent` has to be idempotent. */
  readonly deduplicator?: Deduplicator | undefined
  /**
   * Called with the reason why a message was not accepted, or the error of `onEvent`.
   *
   * @defaultValue `console.error`, so that no failure is silent
   */
  readonly onError?: ((error: unknown) => void) | undefined
}

export const RECEIVE_OPTIONS: KnownOptions<ReceiveOptions> = {
  secrets: true,
  onEvent: true,
  deduplicator: true,
  onError: true,
  ...VERIFY_OPTIONS,
}

/**
 * Validates the options of a receiver at construction: with a misspelt `deduplicator`, duplicate events would count
 * twice, and without a secret none would verify. Problems of an existing secret are reported in the response to a
 * message, where the gateway shows them.
 *
 * @throws When an option is missing, invalid or unknown. {@link ConfigurationError}
 */
export function checkReceiveOptions<Options extends ReceiveOptions>(
  options: Options,
  known: KnownOptions<Options>,
): void {
  refuseUnknownOptions(options, known)
  if (typeof options.onEvent !== 'function') throw new ConfigurationError('onEvent', 'must be a function')
  if (isEmpty(options.secrets))
    throw new ConfigurationError(
      'secrets',
      "must contain the subscription's secret, whsec_…; often its environment variable is not set",
    )
  readToleranceSeconds(options)
}

/** The response to the gateway. Anything but a 2xx makes it send the event again. */
export interface WebhookAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON, kept by the gateway in its log of deliveries; `null`: none. */
  readonly body: string | null
}

/**
 * Receives a webhook message: verifies it, de-duplicates it, passes it to `onEvent`, and returns the response.
 *
 * 204 only if `onEvent` succeeded, now or for an earlier copy; 400 when the message does not verify, with the cause in
 * the body; 409 while another process has the same message; 500 when `onEvent` throws or the receiver is misconfigured.
 *
 * @param source - a `Request` of the Fetch API (Workers, Bun, Deno, Next route handlers), or the raw body and the headers.
 * @throws When an option is missing, invalid or unknown; the message was not read. {@link ConfigurationError}
 * @see docs/protocol/webhooks.md#webhook-retries
 * @decision 0036
 *
 * @example
 * ```ts
 * export const POST = (request: Request) =>
 *   receiveWebhook(request, { secrets: env.SLUICE_WEBHOOK_SECRET, onEvent: (event) => settle(event) })
 * ```
 */
export async function receiveWebhook(
  source: Request | WebhookMessage,
  options: ReceiveOptions,
): Promise<Response> {
  checkReceiveOptions(options, RECEIVE_OPTIONS)
  const { status, headers, body } =
    'rawBody' in source
      ? await answerWebhook(() => source, options)
      : source.method === 'POST'
        ? await answerWebhook(() => readRequest(source), options)
        : ONLY_POST
  return new Response(body, { status, headers: { ...headers } })
}

/** Answers requests that are not POST. */
export const ONLY_POST: WebhookAnswer = { status: 405, headers: { allow: 'POST' }, body: null }

/** Reads and verifies a message, and returns the response; never rejects. */
export async function answerWebhook(
  read: () => WebhookMessage | Promise<WebhookMessage>,
  options: ReceiveOptions,
): Promise<WebhookAnswer> {
  try {
    const message = await read()
    const { id, event } = await verifyMessage(message, options.secrets, options)
    const work = () => options.onEvent(event, id)
    const handling = options.deduplicator ? await options.deduplicator.once(id, work) : await work()
    return options.deduplicator && handling === 'busy' ? BUSY : ACCEPTED
  } catch (error) {
    report(error, options)
    return error instanceof WebhookVerificationError ? refuse(error) : HANDLER_FAILED
  }
}

const ACCEPTED: WebhookAnswer = { status: 204, headers: {}, body: null }

const BUSY = answerJson(409, 'busy', 'Another process is handling this message. Send it again.')

const HANDLER_FAILED = answerJson(500, 'handler_failed', 'The receiver failed. Send the message again.')

/** Causes that are the receiver’s own mistake, or say more than 400 does. */
const STATUSES: Partial<Readonly<Record<string, number>>> = {
  body_parsed: 500,
  body_too_large: 413,
  runtime_unsupported: 500,
  secret_malformed: 500,
  secret_missing: 500,
}

function refuse(error: WebhookVerificationError): WebhookAnswer {
  return answerJson(STATUSES[error.cause] ?? 400, error.cause, error.message)
}

function answerJson(status: number, error: string, message: string): WebhookAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers, body: JSON.stringify({ error, message }) }
}

function report(error: unknown, { onError }: ReceiveOptions): void {
  if (!onError) {
    // oxlint-disable-next-line no-console -- Only a receiver that was given nothing better gets here.
    console.error(error)
    return
  }
  try {
    onError(error)
  } catch {
    // The answer matters more than the log.
  }
}

async function readRequest(request: Request): Promise<WebhookMessage> {
  if (request.bodyUsed) {
    throw new WebhookVerificationError({
      cause: 'body_missing',
      message: 'The body of the request was already read.',
      fix: 'Call receiveWebhook before anything reads the request, or pass request.clone() to the other reader.',
    })
  }
  return { rawBody: await readStream(request.body ?? []), headers: request.headers }
}
