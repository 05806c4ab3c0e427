import type { IncomingHttpHeaders } from 'node:http'

/** The name and the scope of a cookie. */
export interface CookieRule {
  readonly name: string
  /** Whether the origin is https: then the name has `__Host-` before it, so that no other host can plant it. */
  readonly isSecure: boolean
  /** `Lax` if a navigation from elsewhere has to send it. */
  readonly sameSite: 'Strict' | 'Lax'
}

/** Returns the value of a cookie; null if there is none, and for a repeated name. */
export function readCookie({ cookie = '' }: IncomingHttpHeaders, rule: CookieRule): string | null {
  const name = fullName(rule)
  const values = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 ? (values[0] ?? null) : null
}

/** The header that sets a cookie, for every path of the origin and no script; null as the value removes it. */
export function writeCookie(rule: CookieRule, value: string | null, lifetimeSeconds: number): string {
  const parts = [
    `${fullName(rule)}=${value ?? ''}`,
    'Path=/',
    `Max-Age=${value === null ? 0 : lifetimeSeconds}`,
    'HttpOnly',
    `SameSite=${rule.sameSite}`,
    ...(rule.isSecure ? ['Secure'] : []),
  ]
  return parts.join('; ')
}

function fullName({ name, isSecure }: CookieRule): string {
  return isSecure ? `__Host-${name}` : name
}
