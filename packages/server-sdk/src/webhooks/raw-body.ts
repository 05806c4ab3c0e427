import { WebhookVerificationError } from '../errors/webhook-verification-error.ts'

/** An event has a few kilobytes; a larger one is not from the gateway. */
export const WEBHOOK_BODY_MAX_BYTES = 1_048_576

/**
 * Returns the bytes of a body.
 *
 * @param value - any value, because a parsed body is a common mistake of callers without types.
 * @throws When these are not the received bytes. {@link WebhookVerificationError}
 */
export function readRawBody(value: unknown): Uint8Array<ArrayBuffer> {
  const bytes = toBytes(value)
  if (bytes && bytes.length > WEBHOOK_BODY_MAX_BYTES) throw tooLarge()
  if (bytes && bytes.length > 0) return bytes
  if (bytes || value === undefined || value === null) {
    throw new WebhookVerificationError({
      cause: 'body_missing',
      message: 'The body is empty or was already read.',
      fix: 'Pass the request’s raw body, and make sure that nothing reads it earlier.',
    })
  }
  throw new WebhookVerificationError({
    cause: 'body_parsed',
    message: `The body is ${Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`} instead of the raw bytes.`,
    fix: 'Pass the raw bytes, before a JSON parser: parsing and serializing again changes what was signed.',
  })
}

function toBytes(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof value === 'string') return new TextEncoder().encode(value)
  // Views and buffers may come from another realm, as in test runners.
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
  }
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]'
    ? new Uint8Array((value as ArrayBuffer).slice(0))
    : undefined
}

/**
 * Reads a body to its end.
 *
 * @throws When it is larger than an event can be; the rest is not read. {@link WebhookVerificationError}
 */
export async function readStream(stream: AsyncIterable<unknown> | Iterable<unknown>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : (chunk as Uint8Array)
    length += bytes.length
    if (length > WEBHOOK_BODY_MAX_BYTES) throw tooLarge()
    chunks.push(bytes)
  }
  const body = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.length
  }
  return body
}

function tooLarge(): WebhookVerificationError {
  return new WebhookVerificationError({
    cause: 'body_too_large',
    message: `The body has more than ${WEBHOOK_BODY_MAX_BYTES} bytes.`,
    fix: 'Events are a few kilobytes long: this message is not from the payment gateway.',
  })
}
