import { WebhookVerificationError } from '../errors/webhook-verification-error.ts'
import {
  answerWebhook,
  checkReceiveOptions,
  RECEIVE_OPTIONS,
  type ReceiveOptions,
} from './receive-webhook.ts'

/** A request as Nest passes it, on Express or Fastify: `RawBodyRequest<Request>`. */
export interface NestRequest {
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The received bytes: Nest keeps them with the option `rawBody: true`. */
  readonly rawBody?: Uint8Array | undefined
}

/** The interface that the responses of Express and Fastify share. */
export interface NestResponse {
  /** Sets the HTTP status. */
  status(code: number): unknown
  /** Sets one header. */
  header(name: string, value: string): unknown
  /** Sends the text and ends. */
  send(body?: string): unknown
}

/**
 * Receives webhooks in Nest. The app must keep raw bodies: `NestFactory.create(AppModule, { rawBody: true })`.
 *
 * @throws When an option is missing, invalid or unknown. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * @Controller('webhooks')
 * class WebhooksController {
 *   private readonly receive = nestWebhook({ secrets, onEvent: (event) => this.orders.settle(event) })
 *
 *   @Post()
 *   take(@Req() request: RawBodyRequest<Request>, @Res() response: Response) {
 *     return this.receive(request, response)
 *   }
 * }
 * ```
 */
export function nestWebhook(
  options: ReceiveOptions,
): (request: NestRequest, response: NestResponse) => Promise<void> {
  checkReceiveOptions(options, RECEIVE_OPTIONS)
  return async ({ headers, rawBody }, response) => {
    const answer = await answerWebhook(() => {
      if (rawBody) return { rawBody, headers }
      throw new WebhookVerificationError({
        cause: 'body_parsed',
        message: 'Nest parsed the body and kept no raw body.',
        fix: 'Start with NestFactory.create(AppModule, { rawBody: true }).',
      })
    }, options)
    response.status(answer.status)
    for (const [name, value] of Object.entries(answer.headers)) response.header(name, value)
    response.send(answer.body ?? undefined)
  }
}
