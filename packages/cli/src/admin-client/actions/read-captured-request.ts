/** A request in a capture. */
export interface CapturedRequest {
  /** The headers, in the captured order and case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** All bytes after the blank line. */
  readonly body: Uint8Array
}

/** Matches `POST /webhooks HTTP/1.1`. */
const REQUEST_LINE = /^[A-Z]+ \S+(?: HTTP\/[0-9.]+)?$/
const HEADER = /^([\w!#$%&'*+.^`|~-]+):(.*)$/
const BLANK_LINE = /\r?\n\r?\n/

/**
 * Reads a request as tools print it: an optional request line, headers, a blank line, and the unchanged body.
 *
 * @returns a sentence that says what is missing, when it is no request; it repeats nothing of the capture.
 */
export function readCapturedRequest(capture: Buffer): CapturedRequest | string {
  // Decodes one character per byte, so that positions in the text and in the bytes are the same.
  const text = capture.toString('latin1')
  const blankLine = BLANK_LINE.exec(text)
  if (blankLine === null) return 'There is no blank line between headers and body.'
  const lines = text.slice(0, blankLine.index).split(/\r?\n/)
  const headers: (readonly [string, string])[] = []
  for (const [index, line] of lines.entries()) {
    if (index === 0 && REQUEST_LINE.test(line)) continue
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined || value === undefined)
      return `Line ${index + 1} is not a header: a name, a colon and a value.`
    headers.push([name, value.trim()])
  }
  return { headers, body: capture.subarray(blankLine.index + blankLine[0].length) }
}
