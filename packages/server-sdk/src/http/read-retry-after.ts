/**
 * Seconds that an answer asks to wait (RFC 9110 §10.2.3). A date is counted from the answer's own `Date`, so that the
 * clocks need not agree.
 */
export function readRetryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  if (/^[0-9]{1,6}$/.test(text)) return Number(text)
  if (!/^[A-Z][a-z]{2}, /.test(text)) return undefined
  const seconds = Math.ceil((Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1_000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
