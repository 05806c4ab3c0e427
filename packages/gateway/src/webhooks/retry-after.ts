/**
 * Reads how long a receiver asks to be left alone: seconds, or the time of an HTTP date. Returns milliseconds, or null
 * for other text.
 *
 * @param realNowMs - the machine's time, to which the receiver's date refers.
 */
export function readRetryAfter(text: string | null, realNowMs: number): number | null {
  if (text === null) return null
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * 1000
  // Date.parse takes much that is no HTTP date, such as "1".
  if (!/^[A-Z][a-z]{2}, .+ GMT$/.test(text)) return null
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - realNowMs)
}
