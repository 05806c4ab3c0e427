import { FORM_MAX_BYTES } from '../flow/flow-exchange.ts'

/**
 * Reads the form of a request's stream.
 *
 * @returns `null` when more is sent than any form of the flow has.
 */
export async function readForm(stream: AsyncIterable<unknown>): Promise<URLSearchParams | null> {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of stream) {
    // Texts come from a stream with an encoding.
    const bytes = typeof chunk === 'string' ? encoder.encode(chunk) : (chunk as Uint8Array)
    length += bytes.length
    if (length > FORM_MAX_BYTES) return null
    text += decoder.decode(bytes, { stream: true })
  }
  return new URLSearchParams(text + decoder.decode())
}

/** Returns a form that a body parser has already read: an object of texts, or the text itself. */
export function toForm(body: unknown): URLSearchParams | null {
  if (typeof body === 'string') return body.length > FORM_MAX_BYTES ? null : new URLSearchParams(body)
  if (body instanceof URLSearchParams) return body
  const form = new URLSearchParams()
  if (typeof body !== 'object' || body === null) return form
  for (const [name, value] of Object.entries(body)) if (typeof value === 'string') form.append(name, value)
  return form
}
