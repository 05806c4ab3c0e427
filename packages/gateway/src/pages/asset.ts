import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { chooseEncoding, type ContentEncoding, encodeContent } from '@sluice/platform/http/content-encoding'

/** A file that never changes while the process runs. It is compressed once, at the first request. */
export class Asset {
  readonly type: string
  readonly content: Buffer
  /** Weak, because it names the content and not its encoding (RFC 9110 §8.8.1). */
  readonly etag: string
  readonly #encoded = new Map<ContentEncoding, Promise<Buffer>>()

  constructor(type: string, content: string | Buffer) {
    this.type = type
    this.content = typeof content === 'string' ? Buffer.from(content) : content
    this.etag = `W/"${createHash('sha256').update(this.content).digest('base64url').slice(0, 22)}"`
  }

  encoded(encoding: ContentEncoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known) return known
    const compressing = encodeContent(this.content, encoding, 'once')
    this.#encoded.set(encoding, compressing)
    return compressing
  }
}

// Fixes reach shops within five minutes.
export const SHORT_CACHE = 'public, max-age=300'

// Any page may load these files. SRI works across origins only if CORS allows the page to read them.
export const FOR_ANY_PAGE = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

export function toJson(value: unknown): Asset {
  return new Asset('application/json; charset=utf-8', `${JSON.stringify(value, null, 2)}\n`)
}

/**
 * Sends an asset in the best encoding that the client accepts, or 304 if the client has it already.
 *
 * @param headers - with `vary` where more request headers than `Accept-Encoding` decided what is sent.
 */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const { vary = '' } = headers
  void reply.headers({ ...headers, etag: asset.etag, vary: `Accept-Encoding${vary && `, ${vary}`}` })
  if (holdsTag(request.headers['if-none-match'], asset.etag)) return reply.code(304).send()

  const encoding = chooseEncoding(request.headers['accept-encoding'])
  void reply.type(asset.type)
  if (encoding === null) return reply.send(asset.content)
  return reply.header('content-encoding', encoding).send(await asset.encoded(encoding))
}

function holdsTag(given: string | undefined, etag: string): boolean {
  return (given ?? '').split(',').some((tag) => tag.trim() === etag)
}
