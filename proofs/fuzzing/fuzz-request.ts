import type { EndpointName } from '@sluice/types'

/** A request to send, byte by byte. */
export interface FuzzRequest {
  /** Null for a page outside the endpoint table. */
  readonly endpoint: EndpointName | null
  readonly method: string
  /** The path with its query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body; null for none. */
  readonly body: Buffer | null
}

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Encodes a text for a URL. Half of a surrogate pair becomes U+FFFD, because it cannot be escaped. */
export function encodeText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}
