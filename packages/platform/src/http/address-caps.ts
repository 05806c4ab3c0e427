import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'

import { addressBlock, memberOfNetworks } from './address-block.ts'
import { clientAddress } from './network-address.ts'
import { RequestRefusal } from './request-refusal.ts'

/** The limits for one address (one /64 block of IPv6). */
export interface AddressCaps {
  /** The maximum of open sockets. Those of trusted proxies do not count, because all clients share them. */
  readonly connections: number
  /** The maximum of concurrent requests without an access token. */
  readonly requests: number
}

/**
 * An eighth of all connections: a merchant's servers behind one address stay far below it, and silent sockets of one
 * address leave the others theirs. Requests without an access token are shoppers behind one network's address, some two
 * seconds each.
 */
export const ADDRESS_CAPS: AddressCaps = { connections: 256, requests: 128 }

/** Counts a user's places; a user who has returned all of them is removed. */
export interface Holders {
  /** False, without taking a place, if the holder has reached its limit. */
  take(holder: string): boolean
  release(holder: string): void
  /** The maximum of all holders together. */
  readonly size: number
}

function createHolders(maxEach: number): Holders {
  const counts = new Map<string, number>()
  return {
    take(holder) {
      const count = counts.get(holder) ?? 0
      if (count >= maxEach) return false
      counts.set(holder, count + 1)
      return true
    },
    release(holder) {
      const count = counts.get(holder) ?? 0
      if (count > 1) counts.set(holder, count - 1)
      else counts.delete(holder)
    },
    get size() {
      return counts.size
    },
  }
}

const RETRY_SECONDS = 1

/** Closes connections of an address beyond its cap, and refuses its requests beyond theirs with 429. */
export function capAddresses(
  server: FastifyInstance,
  caps: AddressCaps,
  trustedProxies: readonly string[],
): void {
  const isProxy = memberOfNetworks(trustedProxies)
  const connections = createHolders(caps.connections)
  server.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address)) return
    const block = addressBlock(address)
    if (!connections.take(block)) return void socket.destroy()
    socket.once('close', () => connections.release(block))
  })

  const requests = createHolders(caps.requests)
  server.decorateRequest('endWaiting', null)
  server.addHook('onRequest', async (request, reply) => {
    const block = addressBlock(clientAddress(request))
    if (!requests.take(block))
      throw new RequestRefusal(429, { error: 'Too Many Requests' }, { 'retry-after': String(RETRY_SECONDS) })
    request.endWaiting = () => {
      request.endWaiting = null
      requests.release(block)
    }
    reply.raw.once('close', () => request.endWaiting?.())
  })
}

/** From here on the caller's own rate applies instead of its address, because the request has an access token. */
export function endAddressWait(request: FastifyRequest): void {
  request.endWaiting?.()
}
