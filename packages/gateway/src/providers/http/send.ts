/** A signed request to a party and its answer, both as text because the transport need not be HTTP. */

export interface SignedMessage {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the party's address; begins with a slash. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The body; empty for a `GET`. */
  readonly body: string
  /**
   * Whether the message is never sent twice, even if a keep-alive connection breaks, because a refusal of the second
   * could hide that the first was executed.
   */
  readonly isSentOnce?: boolean
}

export interface MessageAnswer {
  readonly status: number
  readonly contentType: string
  /** All headers, with lower-case names; absent if the transport is not HTTP. */
  readonly headers?: Readonly<Record<string, string>>
  /** The header `sluice-signature`; absent on most answers. */
  readonly signature?: string | undefined
  readonly body: string
}

/**
 * Sends a message to a party and returns the answer, with any status.
 *
 * @param limitMs - the time limit from the call to the last byte received, including waiting for a connection.
 * @throws {@link ExchangeError}
 */
export type Send = (message: SignedMessage, limitMs: number) => Promise<MessageAnswer>
