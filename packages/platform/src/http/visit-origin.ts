import type { TLSSocket } from 'node:tls'

import { askOnce } from './ask-once.ts'

/** What an address showed to a visitor. */
export interface Visit {
  /** HTTP status. */
  readonly status: number
  /** When its certificate ends, epoch milliseconds; null over plain HTTP. */
  readonly certificateEndsAtMs: number | null
  /** What its clock says (`Date`), epoch milliseconds; null when it does not say. */
  readonly clockMs: number | null
  /** Whether a gateway answered: it gives each of its answers an id, and proxies give theirs none. */
  readonly hasRequestId: boolean
}

/** Long enough for every healthy host; operators wait for the answer. */
const DEADLINE_MS = 5_000

/** Asks an address once. @throws When nothing answers in time, or the certificate is not valid for its name. */
export async function visitOrigin(url: string): Promise<Visit> {
  const response = await askOnce(url, { deadlineMs: DEADLINE_MS })
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
