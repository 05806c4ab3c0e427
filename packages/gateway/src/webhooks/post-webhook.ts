/** What a receiver answered. */
export interface PostAnswer {
  readonly status: number
  /** The header of that name, as it came. */
  readonly retryAfter: string | null
  /** The first kilobyte of the body, for people who look for mistakes. */
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
    /** For all of it, from the name to the last byte. */
    readonly deadlineMs: number
    /** Gives up when it aborts. */
    readonly signal?: AbortSignal
  },
) => Promise<PostAnswer>
