import { type Clock, toTimestamp } from '@sluice/platform/kernel/clock'
import { makeCapability, type Random } from '@sluice/platform/kernel/random'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL, registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { wasForwarded } from '@sluice/platform/http/identify-operator'
import { readJson } from '@sluice/platform/http/raw-json'
import { notFoundRefusal, RequestRefusal } from '@sluice/platform/http/request-refusal'

import type { DescribeSession } from './describe-session.ts'
import { readIntent } from './own-page.ts'
import type { PortalAuth } from './portal-auth.ts'
import type { AuthenticatedPerson } from './portal-login.ts'
import type { PortalLinks } from './portal-session.ts'

export interface PortalLinkPorts {
  readonly links: PortalLinks
  readonly random: Random
  readonly realTime: Clock
  readonly portalUrl: () => string
}

/** Long enough to get from the terminal to the browser. */
const LIFETIME_MS = 10 * 60_000

/** The user id for people who open a link. The login never creates such an id. */
export const LINK_USER = 'one-time-link'

/** The name that pages show for that person. */
export const LINK_USER_NAME = 'Owner'

/** Creates a one-time link; its token is in the fragment, which browsers never send, so that no log contains it. */
export async function makePortalLink(
  { links, random, realTime, portalUrl }: PortalLinkPorts,
  merchantId: string,
): Promise<{ readonly url: string; readonly expires_at: string }> {
  const token = makeCapability(random)
  const expiresAtMs = realTime.now() + LIFETIME_MS
  await links.add(hashSecret(token), { merchantId, expiresAtMs })
  return { url: `${portalUrl()}/#link=${token}`, expires_at: toTimestamp(expiresAtMs) }
}

/** Serves one-time links, in the test environment only. @see docs/protocol/portal-sign-in.md#portal-link */
export function registerPortalLinks(
  server: HttpServer,
  ports: PortalLinkPorts & {
    readonly auth: PortalAuth
    readonly describeSession: DescribeSession
    readonly findSandboxMerchant: (sandboxId: string | undefined) => Promise<string | null>
  },
): void {
  const { links, realTime, portalUrl, auth, describeSession, findSandboxMerchant } = ports

  registerEndpoint(server, 'createPortalLink', async ({ headers }) => {
    const sandboxId = headers['x-sandbox-id']
    const merchantId = await findSandboxMerchant(typeof sandboxId === 'string' ? sandboxId : undefined)
    if (merchantId === null) throw notFoundRefusal()
    return { status: 201, body: await makePortalLink(ports, merchantId) }
  })

  server.post('/portal/session', { config: AT_PORTAL }, async (request, reply) => {
    const { headers, rawBody } = request
    if (readIntent(headers, portalUrl(), true) === null || wasForwarded(headers))
      throw new RequestRefusal(403, { error: 'Forbidden' })
    const nowMs = realTime.now()
    const merchantId = await links.take(hashSecret(readToken(rawBody)), nowMs)
    if (merchantId === null) throw new RequestRefusal(401, { error: 'Unauthorized' })
    const person: AuthenticatedPerson = {
      userId: LINK_USER,
      merchantId,
      roles: ['owner'],
      authenticatedAtMs: nowMs,
      name: LINK_USER_NAME,
      email: null,
    }
    const cookie = await auth.createPortalSession(person, request)
    const session = await describeSession({ ...person, createdAtMs: nowMs, device: null, view: null })
    return sendAnswer(reply, 201, session, { 'set-cookie': cookie })
  })
}

function readToken(rawBody: Buffer | null): string {
  const reading = readJson(rawBody ?? new Uint8Array())
  const body: unknown = reading.ok ? reading.value : null
  const token: unknown = typeof body === 'object' && body !== null && 'token' in body ? body.token : ''
  return typeof token === 'string' ? token : ''
}
