/** The response of a receiver. */
export interface PostAnswer {
  readonly status: number
  /** The value of that header, unchanged. */
  readonly retryAfter: string | null
  /** The first kilobyte of the body, for troubleshooting. */
  readonly excerpt: string
}

/**
 * Posts a message to a receiver, once.
 *
 * @throws When there was no answer: the message says why, for the merchant. {@link Error}
 */
export type PostWebhook = (
  message: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  },
  options: {
    /** The time limit for the whole exchange, from name resolution to the last byte. */
    readonly deadlineMs: number
    /** Aborts the exchange. */
    readonly signal?: AbortSignal
  },
) => Promise<PostAnswer>
