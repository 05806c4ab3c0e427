/** A signed request to a party, and its answer, as text in both directions: the transport need not be HTTP. */

export interface SignedMessage {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the party's address; begins with a slash. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty for a `GET`. */
  readonly body: string
  /** The message is never sent a second time, also where a kept connection breaks: the party's refusal of the second would hide that the first was executed. */
  readonly isSentOnce?: boolean
}

export interface MessageAnswer {
  readonly status: number
  readonly contentType: string
  /** All headers, with lower-case names; absent where the transport is not HTTP. */
  readonly headers?: Readonly<Record<string, string>>
  /** The header `sluice-signature`; absent on most answers. */
  readonly signature?: string | undefined
  readonly body: string
}

/**
 * Carries a message to a party and brings back the answer, of every status.
 *
 * @param limitMs - from the call to the last byte received; waiting for a connection counts.
 * @throws {@link ExchangeError}
 */
export type Send = (message: SignedMessage, limitMs: number) => Promise<MessageAnswer>
