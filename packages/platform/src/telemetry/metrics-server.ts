import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { ListenAddress } from '../http/http-config.ts'
import type { Secret } from '../kernel/secret.ts'
import { hashSecret, isHashOf } from '../crypto/secret-hash.ts'
import { readBearerToken } from '../http/bearer-token.ts'

export interface MetricsServer {
  readonly url: string
  close(): Promise<void>
}

/** A scrape has no body and few headers; a slow client holds only a socket. */
const REQUEST_TIMEOUT_MS = 5_000

/**
 * Serves `GET /metrics` at an address of its own, which no proxy of the service leads to.
 *
 * @param token - that readers must show as a bearer token; null where only this machine can ask.
 */
export async function startMetricsServer(
  address: ListenAddress,
  options: {
    readonly token: Secret<string> | null
    readonly contentType: string
    readonly write: () => Promise<string>
  },
): Promise<MetricsServer> {
  const { token, contentType, write } = options
  const isKnown = (authorization: string | undefined): boolean => {
    const given = readBearerToken(authorization)
    return token === null || (given !== null && isHashOf(given, hashSecret(token.reveal())))
  }
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      const answer = (status: number, text = '', headers: Readonly<Record<string, string>> = {}): void => {
        response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(text)
      }
      if (request.url !== '/metrics') return answer(404)
      if (request.method !== 'GET') return answer(405, '', { allow: 'GET' })
      if (!isKnown(request.headers.authorization)) return answer(401, '', { 'www-authenticate': 'Bearer' })
      write().then(
        (text) => answer(200, text, { 'content-type': contentType }),
        () => answer(500),
      )
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = address.host.includes(':') ? `[${address.host}]` : address.host
  return {
    url: `http://${host}:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
