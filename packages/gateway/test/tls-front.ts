import { createServer } from 'node:https'
import { request as requestHttp } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A load balancer that terminates TLS, as operators put in front of a service. */
export interface TlsFront {
  /** The address, without a trailing slash. */
  readonly url: string
  close(): Promise<void>
}

/** Starts a load balancer on a free port, possibly before the service. */
export async function startTlsFront(
  certificate: { readonly key: string; readonly cert: string },
  servicePort: () => number,
  /** Whether the service gets the original host name; simulators respond only to their own. */
  keepsHost: boolean,
): Promise<TlsFront> {
  const server = createServer(certificate, (request, response) => {
    const { method, url, headers } = request
    const onward = requestHttp(
      {
        host: '127.0.0.1',
        port: servicePort(),
        method,
        path: url,
        headers: {
          ...headers,
          ...(keepsHost ? {} : { host: `127.0.0.1:${servicePort()}` }),
          'x-forwarded-proto': 'https',
          'x-forwarded-for': '203.0.113.9',
        },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  // Longer than clients keep one: on a busy machine a connection would close while the next request is on its way.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
