import type { EndpointName } from '@sluice/types'

/** A request as it is handed over, bytes and all. */
export interface FuzzRequest {
  /** Null for a page that no row of the endpoint table names. */
  readonly endpoint: EndpointName | null
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Null for none. */
  readonly body: Buffer | null
}

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** For a URL; half of a surrogate pair becomes U+FFFD, as nothing else can be escaped. */
export function encodeText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}
