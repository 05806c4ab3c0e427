import type { Bytes } from './bytes.ts'
import { readBase64 } from './bytes.ts'

/** One block of a PEM text (RFC 7468). */
export interface PemBlock {
  /** `CERTIFICATE`, `PRIVATE KEY`. */
  readonly label: string
  readonly bytes: Bytes
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g

/**
 * Reads the blocks of a PEM text, and skips the text between them. A literal `\n` from an environment variable is read
 * as a line break.
 *
 * @param text - `undefined` for an unset variable, against its type.
 * @returns No block for text that is not PEM; one that is not Base64 is omitted.
 */
export function readPem(text: unknown): readonly PemBlock[] {
  if (typeof text !== 'string') return []
  return [...text.replaceAll('\\n', '\n').matchAll(BLOCK)].flatMap(([, label = '', body = '']) => {
    const bytes = readBase64(body.replace(/\s/g, ''))
    return bytes ? [{ label, bytes }] : []
  })
}
