import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { TLSSocket } from 'node:tls'

/** What an address showed to a visitor. */
export interface Visit {
  /** HTTP status. */
  readonly status: number
  /** When its certificate ends, epoch milliseconds; null over plain HTTP. */
  readonly certificateEndsAtMs: number | null
  /** What its clock says (`Date`), epoch milliseconds; null when it does not say. */
  readonly clockMs: number | null
}

/** Long enough for every healthy host; operators wait for the answer. */
const DEADLINE_MS = 5_000

/** Asks an address once. @throws When nothing answers in time, or the certificate is not valid for its name. */
export function visitOrigin(url: string): Promise<Visit> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    // A connection of its own: a kept one would not show the certificate that is served now.
    const asked = request(url, { agent: false, signal: AbortSignal.timeout(DEADLINE_MS) }, (response) => {
      response.resume()
      const { valid_to: endsAt } =
        'getPeerCertificate' in response.socket
          ? (response.socket as TLSSocket).getPeerCertificate()
          : { valid_to: undefined }
      resolve({
        status: response.statusCode ?? 0,
        certificateEndsAtMs: endsAt === undefined ? null : Date.parse(endsAt),
        clockMs: readDate(response.headers.date),
      })
    })
    asked.once('error', (error) => {
      reject(
        error.name === 'AbortError' ? new Error(`no answer within ${DEADLINE_MS / 1000} seconds`) : error,
      )
    })
    asked.end()
  })
}

function readDate(text: string | undefined): number | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : ms
}
