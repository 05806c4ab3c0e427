import type { FastifyReply, FastifyRequest } from 'fastify'

import { chooseEncoding, encodeContent } from '@sluice/platform/http/content-encoding'

/** Sends a compressed document, because the page contains its program. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  page: {
    readonly status: number
    readonly markup: string
    readonly headers: Readonly<Record<string, string>>
  },
): Promise<FastifyReply> {
  const content = Buffer.from(page.markup)
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  void reply.code(page.status).headers({ ...page.headers, vary: 'Accept-Encoding' })
  if (encoding === null) return reply.send(content)
  return reply.header('content-encoding', encoding).send(await encodeContent(content, encoding, 'each'))
}
