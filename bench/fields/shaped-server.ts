import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'

/** A network between the browser and the servers. It delays messages, and never loses them. */
export interface Network {
  readonly roundTripMs: number
  readonly bitsPerSecond: number
}

export const NETWORKS = {
  loopback: { roundTripMs: 0, bitsPerSecond: Infinity },
  '4g': { roundTripMs: 60, bitsPerSecond: 9_000_000 },
} as const satisfies Record<string, Network>

/** The handshakes of TCP and TLS 1.3, which every new connection needs before its first request. */
const SETUP_ROUND_TRIPS = 2

const FOR_ANY_PAGE = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

export interface ServedFile {
  readonly type: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface ShapedServer {
  readonly port: number
  /** The answers since the last {@link reset}: bodies in brotli, and their headers. */
  readonly sentBytes: number
  readonly requests: number
  reset(network: Network): void
  close(): Promise<void>
}

/** Serves precompressed files like the gateway, over a network that is slower than this machine. */
export async function startShapedServer(
  find: (path: string) => ServedFile | undefined,
): Promise<ShapedServer> {
  let network: Network = NETWORKS.loopback
  let sentBytes = 0
  let requests = 0
  const compressed = new Map<string, Buffer>()
  const greeted = new WeakSet<Socket>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') return void response.writeHead(204, FOR_ANY_PAGE).end()
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const file = find(path)
    requests += 1
    const { roundTripMs, bitsPerSecond } = network
    const trips = greeted.has(request.socket) ? 1 : 1 + SETUP_ROUND_TRIPS
    greeted.add(request.socket)
    const body = file ? (compressed.get(file.body) ?? brotliCompressSync(file.body)) : Buffer.alloc(0)
    if (file) compressed.set(file.body, body)
    sentBytes += body.length
    await wait(trips * roundTripMs + (body.length * 8 * 1_000) / bitsPerSecond)
    response.writeHead(file ? 200 : 404, {
      'content-type': file?.type ?? 'text/plain',
      ...(file && { 'content-encoding': 'br' }),
      ...FOR_ANY_PAGE,
      'cache-control': 'no-store',
      ...file?.headers,
    })
    response.end(body)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    get sentBytes() {
      return sentBytes
    },
    get requests() {
      return requests
    },
    reset(next) {
      network = next
      sentBytes = 0
      requests = 0
      server.closeAllConnections()
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
