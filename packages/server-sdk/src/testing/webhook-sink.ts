/** A webhook as it arrived. */
export interface ReceivedWebhook {
  /** `webhook-id` and its companions, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes that the signature is about, as text. */
  readonly body: string
}

/** Collects a test merchant's webhooks in memory. They are signed with `credentials.webhook.secret`. */
export interface WebhookSink {
  /** Every delivery so far, repetitions too, the oldest first. */
  readonly received: readonly ReceivedWebhook[]
  /**
   * Lets your own receiver answer from now on; without one, every delivery is answered with 204.
   *
   * @example
   * ```ts
   * merchant.webhooks.handle((request) => shop.fetch(request))
   * ```
   */
  handle(receiver: (request: Request) => Response | Promise<Response>): void
}

/** The part of a receiver that the gateway needs. */
export interface PostedWebhook extends ReceivedWebhook {
  readonly url: string
}

/** Addresses in memory, and the messages that are posted to them. */
export interface WebhookAddresses {
  /** Creates a receiver with its own address. */
  open(): { readonly url: string; readonly sink: WebhookSink }
  /** @throws {Error} when no sink has that address. */
  post(message: PostedWebhook): Promise<{ status: number; retryAfter: string | null; excerpt: string }>
}

export function createWebhookAddresses(): WebhookAddresses {
  const receivers = new Map<string, (message: PostedWebhook) => Promise<Response>>()
  return {
    open() {
      const url = `https://shop.test/webhooks/${receivers.size + 1}`
      const received: ReceivedWebhook[] = []
      let receiver: Parameters<WebhookSink['handle']>[0] = () => new Response(null, { status: 204 })
      receivers.set(url, async ({ headers, body }) => {
        received.push({ headers, body })
        return receiver(new Request(url, { method: 'POST', headers, body }))
      })
      return { url, sink: { received, handle: (given) => void (receiver = given) } }
    },
    async post(message) {
      const receive = receivers.get(message.url)
      if (!receive) throw new Error(`No webhook sink has the address ${message.url}.`)
      const response = await receive(message)
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        excerpt: await response.text(),
      }
    },
  }
}
