import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { forwardedAddress } from './network-address.ts'

/**
 * Warns once when a trusted proxy sends an invalid client address. Its shoppers are then counted as one client, and together
 * may reach limits that none of them would reach alone.
 */
export function warnOfUnreadableAddresses(server: FastifyInstance, logger: Pick<Logger, 'warn'>): void {
  let hasWarned = false
  server.addHook('onRequest', async (request) => {
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return
    if (forwardedAddress(request.ip) !== null) return
    hasWarned = true
    logger.warn(
      { proxy: request.socket.remoteAddress },
      'X-Forwarded-For has an entry that is not an address: the proxy is treated as the client',
    )
  })
}
