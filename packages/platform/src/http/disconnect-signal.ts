import type { FastifyReply } from 'fastify'

/**
 * Aborts when the caller hangs up before the answer is sent. Fastify's `request.signal` follows the stream of the request,
 * which closes once the body is read.
 */
export function disconnectSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (raw.destroyed || raw.socket?.destroyed === true) abort()
  else raw.once('close', abort)
  return controller.signal
}
