import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { forwardedAddress } from './network-address.ts'

/**
 * Warns once when a trusted proxy reports something that is no address. From then on its shoppers count as one: what they
 * do together reaches limits that each of them would not.
 */
export function warnOfUnreadableAddresses(server: FastifyInstance, logger: Pick<Logger, 'warn'>): void {
  let hasWarned = false
  server.addHook('onRequest', async (request) => {
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return
    if (forwardedAddress(request.ip) !== null) return
    hasWarned = true
    logger.warn(
      { proxy: request.socket.remoteAddress },
      'X-Forwarded-For has an entry that is no address: the proxy counts as the client',
    )
  })
}
