import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'

/** Names below `localhost` are this machine's (RFC 6761 §6.3), also where the resolver does not know it. */
const lookUp: LookupFunction = (_hostname, { all }, callback) =>
  all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)

export interface OneRequest extends Pick<RequestOptions, 'method' | 'headers'> {
  readonly body?: string | undefined
  /** The time limit for the whole response, in milliseconds. */
  readonly deadlineMs: number
}

/**
 * Sends one request over a separate connection, so that the answer shows what is served now. Redirects are not
 * followed.
 *
 * @throws When no answer begins in time, or the certificate is not valid for the name.
 */
export function requestOnce(
  url: string,
  { method = 'GET', headers, body, deadlineMs }: OneRequest,
): Promise<IncomingMessage> {
  const { protocol, hostname } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = (protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      agent: false,
      signal: AbortSignal.timeout(deadlineMs),
      ...(headers !== undefined && { headers }),
      ...(hostname.endsWith('.localhost') && { lookup: lookUp }),
    })
    sent.once('response', resolve)
    sent.once('error', (error) => {
      reject(
        error.name === 'AbortError' ? new Error(`no response within ${deadlineMs / 1000} seconds`) : error,
      )
    })
    sent.end(body)
  })
}
