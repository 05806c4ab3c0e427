import type { FastifyReply } from 'fastify'
import type { AnswerHeaders } from './request-refusal.ts'

/**
 * Sends an answer of the API, as JSON unless the headers call it something else; no body for `null` and `undefined`. Bytes are sent as
 * they are.
 */
export function sendAnswer(
  reply: FastifyReply,
  status: number,
  body: unknown,
  headers: AnswerHeaders = {},
): FastifyReply {
  if (status >= 400) reply.request.failedWith = body
  if (body === null || body === undefined) return reply.code(status).headers(headers).send()
  return (
    reply
      .code(status)
      .headers({ 'content-type': 'application/json; charset=utf-8', ...headers })
      // Sends bytes, because Fastify adds a charset to the type of every JSON text, although its registration defines
      // none.
      .send(body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body)))
  )
}
