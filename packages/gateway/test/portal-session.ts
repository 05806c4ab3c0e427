import { Socket } from 'node:net'

import type { PortalRole } from '@sluice/types/vocabulary'
import { AT_SERVER } from '@sluice/identity'
import type { AuthenticatedPerson } from '@sluice/portal-api/portal-login'

import type { TestGateway } from './test-gateway.ts'

let people = 0

/**
 * Signs in a new person of a merchant, and returns the cookie as a browser sends it.
 *
 * @param agoMs - how long ago the person signed in.
 */
export async function openPortalSession(
  { app }: Pick<TestGateway, 'app'>,
  /** The merchant; null for an operator of the service. */
  merchantId: string | null,
  roles: readonly PortalRole[],
  agoMs = 0,
): Promise<string> {
  if (app.portal === null) throw new Error('there is no portal')
  const { users } = app.portal
  const email = `signed-in-${(people += 1)}@shop.example`
  const invited = await users.invite({ merchantId, email, name: 'A person', roles }, AT_SERVER)
  if (!invited.ok) throw new Error(invited.refusal)
  return openSessionOf({ app }, { ...invited.value.user, merchantId }, agoMs)
}

/** Signs in a person at each call, and returns the cookie as a browser sends it. */
export async function openSessionOf(
  { app }: Pick<TestGateway, 'app'>,
  user: Pick<AuthenticatedPerson, 'name' | 'email' | 'roles' | 'merchantId'> & { readonly id: string },
  agoMs = 0,
): Promise<string> {
  if (app.portal === null) throw new Error('there is no portal')
  const cookie = await app.portal.auth.createPortalSession(
    { ...user, userId: user.id, authenticatedAtMs: Date.now() - agoMs },
    { headers: { 'user-agent': 'test' }, id: 'test', ip: '127.0.0.1', socket: new Socket() },
  )
  return cookie.split(';')[0] ?? ''
}
