/**
 * The cookie that names a session. Over HTTPS its prefix makes browsers refuse it for other names and without `Secure`; over plain HTTP,
 * which only this machine speaks, browsers would refuse the prefix itself.
 */
export function sessionCookie(portalUrl: string): { readonly name: string; readonly attributes: string } {
  const attributes = 'Path=/; HttpOnly; SameSite=Strict'
  return new URL(portalUrl).protocol === 'https:'
    ? { name: '__Host-session', attributes: `${attributes}; Secure` }
    : { name: 'session', attributes }
}

/** The value of the only cookie of that name; null when there is none, or more than one: then a page planted another. */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 && /^[\w-]{43}$/.test(values[0] ?? '') ? (values[0] ?? null) : null
}
