import { LIMITS } from '@sluice/types/vocabulary'
import type { RequestHeaders } from '../browser-info.ts'

/** A request of the customer's browser to the flow, independent of the server's framework. */
export interface FlowRequest {
  /** The method in upper case: `POST`. */
  readonly method: string
  /** The path or the whole address; anything before the flow's own two segments is ignored. */
  readonly url: string
  /** Headers by lower-case name. */
  readonly headers: RequestHeaders
  /** The fields of a posted form; empty otherwise. */
  readonly form: URLSearchParams
}

/** The answer to it. */
export interface FlowReply {
  /** HTTP status to answer with, 200 to 599. */
  readonly status: number
  /** Headers to answer with, by name. */
  readonly headers: Readonly<Record<string, string>>
  /** Text to answer with; may be empty. */
  readonly body: string
}

/** The largest form is `cres` of an issuer with message extensions: the limit equals the gateway's. */
export const FORM_MAX_BYTES = LIMITS.BODY_MAX_BYTES

/** Addresses hold the flow's id, which must not reach other sites or caches. */
const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export function htmlReply(
  status: number,
  { body, policy }: { readonly body: string; readonly policy: string },
): FlowReply {
  const headers = {
    ...PRIVATE,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  }
  return { status, headers, body }
}

export function jsonReply(value: unknown): FlowReply {
  const headers = { ...PRIVATE, 'content-type': 'application/json; charset=utf-8' }
  return { status: 200, headers, body: JSON.stringify(value) }
}

/** Returns 413: the body is larger than any form of the flow. */
export function tooLarge(): FlowReply {
  const headers = { ...PRIVATE, 'content-type': 'text/plain; charset=utf-8' }
  return { status: 413, headers, body: 'The form is too large.' }
}

/** Returns 303: the browser continues with GET, and a reload repeats nothing. */
export function seeOther(location: string): FlowReply {
  return { status: 303, headers: { ...PRIVATE, location }, body: '' }
}
