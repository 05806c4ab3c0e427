import { createServer, type Server } from 'node:net'
import type { HttpServer } from './http-server.ts'
import { isLoopbackHost } from './network-address.ts'
import { type FurtherOrigin, isBelowLocalhost } from './origins.ts'

/** Shoppers' pages switch to these ports automatically. The portal has none: people open it by an address that they are given. */
const WITH_FALLBACK = ['methods', 'bank'] as const satisfies readonly FurtherOrigin[]

const LOOPBACK_V4 = '127.0.0.1'
const LOOPBACK_V6 = '::1'

/**
 * Listens at the configured address, at `::1` in addition to `127.0.0.1` because browsers try it first for names
 * below `localhost`, at the ports of origins that have their own, and in the test environment at free ports for
 * browsers that do not resolve these names. One server handles all of them.
 *
 * @throws When an address is taken.
 */
export async function listenEverywhere(server: HttpServer): Promise<void> {
  const { environment, host, port, originPorts } = server.edge.options.config
  const { doors } = server.edge
  await server.ready()
  for (const [name, own] of Object.entries(originPorts) as [FurtherOrigin, number | null][]) {
    if (own === null) continue
    const door = await listenAt(server, host, own)
    doors.push(door)
    server.edge.originPorts[name] = portOf(door)
  }
  for (const name of environment === 'test' && isLoopbackHost(host) ? WITH_FALLBACK : []) {
    if (!isBelowLocalhost(server.edge.origins().urls[name])) continue
    const door = await listenAt(server, host, 0)
    doors.push(door)
    server.edge.fallbackPorts[name] = portOf(door)
  }
  await server.listen({ host, port })
  if (host !== LOOPBACK_V4) return
  const door = await listenAt(server, LOOPBACK_V6, portOf(server.server)).catch(
    (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 resolves no name to it. A free port was chosen for the other family only.
      if (port === 0 || error.code !== 'EADDRINUSE') return null
      throw error
    },
  )
  if (door !== null) doors.push(door)
}

/** Returns every port that the server listens on. */
export function listeningPorts({ server, edge }: HttpServer): ReadonlySet<number> {
  const own = [...Object.values(edge.originPorts), ...Object.values(edge.fallbackPorts)]
  return new Set(server.listening ? [portOf(server), ...own] : own)
}

/** One more address of the same server: connections are handed over before a byte of them is read. */
function listenAt({ server }: HttpServer, host: string, port: number): Promise<Server> {
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket)
  })
  door.maxConnections = server.maxConnections
  return new Promise((resolve, reject) => {
    door.once('error', reject)
    door.listen({ host, port, ipv6Only: host === LOOPBACK_V6 }, () => {
      door.off('error', reject)
      resolve(door)
    })
  })
}

function portOf(door: Pick<Server, 'address'>): number {
  const address = door.address()
  if (address === null || typeof address === 'string') throw new TypeError('a listener without a port')
  return address.port
}
