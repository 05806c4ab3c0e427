/**
 * Serves an adapter in this process over the provider protocol, so that the published suite can test it like any
 * provider.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { isSignedBy } from '@sluice/provider-protocol'

import type { Provider } from '../../src/transactions/execution/provider.ts'
import { listRoutes, RefusedCall, type ServedRoute } from './list-routes.ts'
import { openKnownCalls } from './known-calls.ts'

export interface ServedProvider {
  /** The address for the suite. */
  readonly url: string
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** @param where - the port, and the file that stores calls across restarts; without it they are in memory. */
export async function serveProvider(
  provider: Provider,
  secret: string,
  where: { readonly port?: number; readonly memory?: string } = {},
): Promise<ServedProvider> {
  const routes = listRoutes(provider, openKnownCalls(where.memory ?? null))
  const server = createServer((request, response) => {
    void answer(request, routes, secret)
      // The answer is lost, like the adapter's; the suite shows the reason.
      .catch((error: unknown) => ({ status: 500, body: { lost: String(error) } }))
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
  })
  server.listen(where.port ?? 0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  request: IncomingMessage,
  routes: readonly ServedRoute[],
  secret: string,
): Promise<Answer> {
  const { method = '', url: path = '', headers } = request
  const body = await text(request)
  if (!isSignedBy({ method, path, body }, headers, secret, Date.now())) return refuse(401, 'signature')
  const route = routes.find((one) => one.method === method && one.path === path)
  if (!route) return refuse(404, 'path')
  try {
    return { status: 200, body: await route.answer(body) }
  } catch (error) {
    if (error instanceof RefusedCall) return refuse(error.status, error.message)
    throw error
  }
}

function refuse(status: number, reason: string): Answer {
  return { status, body: { executed: false, reason } }
}
