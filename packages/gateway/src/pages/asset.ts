import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Nearly as small as the highest quality at a twentieth of its time; the first visitor waits for it.
const BROTLI_QUALITY = 6

type Encoding = 'br' | 'gzip'

const COMPRESS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content) => promisify(gzip)(content),
}

/** A text that never changes while the process runs; compressed once, when it is first asked for. */
export class Asset {
  readonly type: string
  readonly content: Buffer
  /** Weak, because it names the text and not its encoding (RFC 9110 §8.8.1). */
  readonly etag: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(type: string, text: string) {
    this.type = type
    this.content = Buffer.from(text)
    this.etag = `W/"${createHash('sha256').update(this.content).digest('base64url').slice(0, 22)}"`
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known) return known
    const compressing = COMPRESS[encoding](this.content)
    this.#encoded.set(encoding, compressing)
    return compressing
  }
}

/** Sends an asset in the best encoding that the client takes, or 304 when it has it already. */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  void reply.headers({ ...headers, etag: asset.etag, vary: 'Accept-Encoding' })
  if (holdsTag(request.headers['if-none-match'], asset.etag)) return reply.code(304).send()

  const encoding = chooseEncoding(request.headers['accept-encoding'])
  void reply.type(asset.type)
  if (encoding === null) return reply.send(asset.content)
  return reply.header('content-encoding', encoding).send(await asset.encoded(encoding))
}

function holdsTag(given: string | undefined, etag: string): boolean {
  return (given ?? '').split(',').some((tag) => tag.trim() === etag)
}

/** RFC 9110 §12.5.3, for the two encodings we have; `;q=0` means that it is not taken. */
function chooseEncoding(accepted: string | string[] | undefined): Encoding | null {
  const taken = String(accepted ?? '')
    .split(',')
    .map((entry) =>
      entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .filter(([, quality]) => quality === undefined || !/^q=0(?:\.0*)?$/.test(quality))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? null
}
