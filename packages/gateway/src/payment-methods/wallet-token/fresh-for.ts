/** The headers that determine freshness. */
export interface FreshnessHeaders {
  readonly 'cache-control'?: string | undefined
  readonly age?: string | undefined
  readonly expires?: string | undefined
}

/**
 * Returns how long a response is fresh by its headers (RFC 9111 §4.2.1), less its age in caches; null without such
 * headers.
 */
export function freshForMs(headers: FreshnessHeaders, nowMs: number): number | null {
  const directives = headers['cache-control']?.toLowerCase() ?? ''
  if (/\bno-(?:store|cache)\b/.test(directives)) return 0
  const maxAge = /(?:^|[\s,])max-age="?(\d{1,9})/.exec(directives)?.[1]
  if (maxAge !== undefined) {
    const age = /^\d{1,9}$/.test(headers.age ?? '') ? Number(headers.age) : 0
    return Math.max(0, Number(maxAge) - age) * 1000
  }
  if (headers.expires === undefined) return null
  const expiresAtMs = Date.parse(headers.expires)
  // An invalid date means that it has already expired (§5.3).
  return Number.isNaN(expiresAtMs) ? 0 : Math.max(0, expiresAtMs - nowMs)
}
