import { isLoopbackUrl } from '@sluice/types'

import { CommandRefusal, EXIT } from './exit-codes.ts'
import { fetchPortal } from './fetch-portal.ts'

/** Requests in a person's session, with the token that `login` stored. */
export interface PersonRequests {
  /** The fetch of the gateway's client. Its requests for an access token are answered with the person's own token. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Returns why the portal rejected the last request, if another login helps; null otherwise. */
  readonly findRemedy: () => string | null
}

/** The request that would go to the identity provider. */
const TOKEN_PATH = '/protocol/openid-connect/token'

/** Any lifetime, because the portal ends the session by its own rules. */
const TOKEN_LIFE_SECONDS = 3_600

export function actAsPerson(portalUrl: string, token: string): PersonRequests {
  let remedy: string | null = null
  const login = `Sign in again: sluice-gateway login --portal ${portalUrl}`
  return {
    async fetch(request) {
      if (new URL(request.url).pathname.endsWith(TOKEN_PATH))
        return Response.json({ access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFE_SECONDS })
      const response = await fetchPortal(request)
      remedy = null
      if (response.status === 401) remedy = `The sign-in at ${portalUrl} has ended. ${login}`
      if (response.headers.get('x-sluice-portal') === 'sign-in-too-old')
        remedy = `This requires a sign-in within the last ten minutes. ${login}`
      return response
    },
    findRemedy: () => remedy,
  }
}

/** The owner of a token, as the portal reports it. */
export interface PortalPerson {
  readonly user: { readonly name: string; readonly email: string | null; readonly roles: readonly string[] }
  readonly merchant: { readonly id: string; readonly name: string } | null
  readonly environment: string
}

/** @throws {CommandRefusal} when the session has ended, or no portal answers. */
export async function readPerson(portalUrl: string, token: string): Promise<PortalPerson> {
  const { fetch: send, findRemedy } = actAsPerson(portalUrl, token)
  const response = await send(callPortal(portalUrl, '/session', { token })).catch((error: unknown) => {
    throw new CommandRefusal(`No portal responds at ${portalUrl}: ${describe(error)}.`, EXIT.unreached)
  })
  if (response.ok) return (await response.json()) as PortalPerson
  throw new CommandRefusal(
    findRemedy() ?? `The portal at ${portalUrl} responded with ${response.status}.`,
    EXIT.refused,
  )
}

function describe(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown }
  return cause instanceof Error ? cause.message : String(error)
}

/** Sends a request to a portal. Redirects to another address are rejected. */
export function callPortal(
  portalUrl: string,
  path: string,
  {
    method = 'GET',
    token,
    body,
    key,
  }: {
    readonly method?: 'GET' | 'POST' | 'DELETE'
    readonly token?: string
    readonly body?: unknown
    readonly key?: string
  } = {},
): Request {
  return new Request(`${portalUrl}/portal${path}`, {
    method,
    headers: {
      'user-agent': 'sluice-gateway',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  })
}

/**
 * Returns the origin of a portal, as it was given to `login`.
 *
 * @throws {CommandRefusal} for an invalid address, and where the token would travel readable to another machine.
 */
export function readPortalUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CommandRefusal(
      `${text} is not a valid URL; use an address such as https://portal.example.com.`,
      EXIT.misused,
    )
  if (url.protocol === 'http:' && !isLoopbackUrl(text))
    throw new CommandRefusal(`${url.origin} is not encrypted; use its https:// address.`, EXIT.misused)
  return url.origin
}
