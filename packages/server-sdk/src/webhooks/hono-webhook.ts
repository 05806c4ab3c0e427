import {
  checkReceiveOptions,
  RECEIVE_OPTIONS,
  receiveWebhook,
  type ReceiveOptions,
} from './receive-webhook.ts'

/** The part of Hono’s context that is needed. */
export interface HonoContext {
  /** Hono's request; the standard one is in it. */
  readonly req: {
    readonly raw: Request
    /** Returns the bytes even if a middleware has read them. */
    arrayBuffer(): Promise<ArrayBuffer>
  }
}

/**
 * Receives webhooks in Hono, on any runtime. A middleware may have read the body: Hono keeps it.
 *
 * @throws When an option is missing, invalid or unknown. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * app.post('/webhooks', honoWebhook({ secrets, onEvent }))
 * ```
 */
export function honoWebhook(options: ReceiveOptions): (context: HonoContext) => Promise<Response> {
  checkReceiveOptions(options, RECEIVE_OPTIONS)
  return async ({ req }) => {
    const { raw } = req
    if (!raw.bodyUsed) return receiveWebhook(raw, options)
    return receiveWebhook({ rawBody: await req.arrayBuffer(), headers: raw.headers }, options)
  }
}
