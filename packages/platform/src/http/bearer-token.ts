/** RFC 6750 §2.1 (b64token); RFC 9110 §11.4 allows more than one space before it. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** Returns the token of an `Authorization` header; null for another scheme, for no token and for more than one. */
export function readBearerToken(authorization: string | undefined): string | null {
  return BEARER.exec(authorization ?? '')?.[1] ?? null
}
