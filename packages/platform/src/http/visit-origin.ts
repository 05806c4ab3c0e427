import type { TLSSocket } from 'node:tls'

import { requestOnce } from './request-once.ts'

/** The response of an address to a visitor. */
export interface Visit {
  /** HTTP status. */
  readonly status: number
  /** The time at which its certificate expires, epoch milliseconds; null over plain HTTP. */
  readonly certificateEndsAtMs: number | null
  /** The time on its clock (`Date`), epoch milliseconds; null without that header. */
  readonly clockMs: number | null
  /** Whether a gateway answered: it gives each of its answers an id, and proxies give theirs none. */
  readonly hasRequestId: boolean
}

/** Long enough for every healthy host; operators wait for the answer. */
const DEADLINE_MS = 5_000

/** Requests an address once. */
export async function visitOrigin(url: string): Promise<Visit> {
  const response = await requestOnce(url, { deadlineMs: DEADLINE_MS })
  response.resume()
  const { valid_to: endsAt } =
    'getPeerCertificate' in response.socket
      ? (response.socket as TLSSocket).getPeerCertificate()
      : { valid_to: undefined }
  return {
    status: response.statusCode ?? 0,
    certificateEndsAtMs: endsAt === undefined ? null : Date.parse(endsAt),
    clockMs: readDate(response.headers.date),
    hasRequestId: response.headers['x-request-id'] !== undefined,
  }
}

function readDate(text: string | undefined): number | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : ms
}
