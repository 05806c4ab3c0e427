import { Socket } from 'node:net'

import type { PortalRole } from '@sluice/types/vocabulary'

import type { TestGateway } from './test-gateway.ts'

let people = 0

/**
 * Signs a new person of a merchant in; gives the cookie as the browser sends it back.
 *
 * @param agoMs - how long ago the person signed in.
 */
export async function openPortalSession(
  { app }: Pick<TestGateway, 'app'>,
  /** Null for an operator of the service. */
  merchantId: string | null,
  roles: readonly PortalRole[],
  agoMs = 0,
): Promise<string> {
  if (app.portal === null) throw new Error('there is no portal')
  const { users, door } = app.portal
  const email = `signed-in-${(people += 1)}@shop.example`
  const invited = await users.invite({ merchantId, email, name: 'A person', roles })
  if (!invited.ok) throw new Error(invited.refusal)
  const { user } = invited.value
  const cookie = await door.createPortalSession(
    { ...user, userId: user.id, authenticatedAtMs: Date.now() - agoMs },
    { headers: {}, id: 'test', ip: '127.0.0.1', socket: new Socket() },
  )
  return cookie.split(';')[0] ?? ''
}
