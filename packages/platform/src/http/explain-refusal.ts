import { holdsHostileText } from './value-filter.ts'

/**
 * A refused request, as far as the header `x-refused` explains it to developers in the test environment.
 *
 * @decision 0002
 */
export interface RefusedRequest {
  readonly status: number
  readonly path: string
  readonly userAgent: string | undefined
  readonly authorization: string | undefined
  /** The raw body; null if it was not read. */
  readonly body: Uint8Array | null
}

/** @returns `null` if the response already gives the reason. */
export function explainRefusal({
  status,
  path,
  userAgent,
  authorization,
  body,
}: RefusedRequest): string | null {
  switch (status) {
    case 400:
      return body === null ? null : findJsonFault(body)
    case 401:
      return path.startsWith('/api/') ? explainAuthorization(authorization) : null
    case 403:
      if ((userAgent ?? '').trim() === '') return 'the request has no User-Agent header'
      return body !== null && isHostile(body) ? 'a value in the body looks like HTML or SQL' : null
    case 404:
      return path.startsWith('/api/') ? null : 'API paths begin with /api/; /openapi.json lists them'
    default:
      return null
  }
}

const ASK_FOR_TOKEN = 'request one from the token endpoint with client_id and client_secret'

/** Describes what was sent instead of an access token, without quoting it, because it may be a secret. */
function explainAuthorization(authorization: string | undefined): string {
  if (authorization === undefined)
    return `the Authorization header with an access token is missing: ${ASK_FOR_TOKEN}`
  const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? []
  if (token === undefined) return 'the Authorization header does not have the form "Bearer <access token>"'
  if (token.startsWith('ck_'))
    return `the token is a client key, which is for browsers; it needs an access token: ${ASK_FOR_TOKEN}`
  return token.split('.').length === 3
    ? `the access token belongs to another gateway or has expired: ${ASK_FOR_TOKEN}`
    : `the token is not an access token: ${ASK_FOR_TOKEN}`
}

function isHostile(body: Uint8Array): boolean {
  try {
    return holdsHostileText(JSON.parse(new TextDecoder().decode(body)), () => false)
  } catch {
    return false
  }
}

/** Returns the position of the first JSON syntax error, without quoting the body, because it may contain secrets. */
function findJsonFault(body: Uint8Array): string | null {
  try {
    JSON.parse(new TextDecoder().decode(body))
    return null
  } catch (error) {
    const [place = 'the end'] = /line \d+ column \d+/.exec((error as Error).message) ?? []
    return `the body is not valid JSON, from ${place}`
  }
}
