/** Reading JSON that a stranger wrote. */
import type { Bytes } from './bytes.ts'
import { isRecord } from './is-record.ts'

// A byte order mark is not JSON, so parsing should fail instead of swallowing it.
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @throws When the bytes are not UTF-8. {@link TypeError} */
export function fromUtf8(bytes: Bytes): string {
  return decoder.decode(bytes)
}

/**
 * @returns The content when the bytes are a JSON object in UTF-8, else `undefined`. The parser's own error is dropped:
 *   it quotes what it read.
 */
export function parseJsonObject(bytes: Bytes): Readonly<Record<string, unknown>> | undefined {
  try {
    const content: unknown = JSON.parse(fromUtf8(bytes))
    return isRecord(content) ? content : undefined
  } catch {
    return undefined
  }
}
