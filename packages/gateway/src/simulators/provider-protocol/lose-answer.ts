import type { SimulatedFault } from '@sluice/types/vocabulary'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A JSON object that ends in the middle of its first member. */
const HALF_AN_ANSWER = '{"processing_co'

/** Loses the answer on the wire, the way the fault's name says. */
export function loseAnswer(
  fault: SimulatedFault,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  switch (fault) {
    case 'SERVER_ERROR':
      return reply.code(500).type('text/html').send('<h1>Internal Server Error</h1>')
    case 'MALFORMED_ANSWER':
      return reply.type('application/json').send(HALF_AN_ANSWER)
    case 'TIMEOUT_AFTER_EXECUTION':
      // Never answered: whoever waits gives up and closes, or this server closes them when it ends.
      return reply.hijack()
    default:
      request.raw.socket.resetAndDestroy()
      return reply.hijack()
  }
}
