import { type Endpoint, type EndpointName, ENDPOINTS } from '@sluice/types'
import { PORTAL_CLIENT } from '@sluice/platform/http/caller'
import type { HttpServer, PortalEntry } from '@sluice/platform/http/http-server'
import { originUrlOf } from '@sluice/platform/http/http-server'
import type { Identity } from '@sluice/identity'
import {
  LINK_USER,
  createPortalAuth,
  PORTAL_RIGHTS,
  type PortalAction,
  type PortalAuth,
} from '@sluice/portal-api'

import type { Infrastructure } from './infrastructure.ts'
import type { Stores } from './stores.ts'

/** The portal's authentication, and the permissions that it grants at endpoints of the API. */
export interface Portal {
  readonly auth: PortalAuth
  readonly login: NonNullable<Identity['portalLogin']>
  readonly users: NonNullable<Identity['users']>
  readonly clients: Identity['clients']
  readonly entry: PortalEntry
}

/** Null if people cannot sign in; then the portal is not served. */
export function createPortal(
  { portalLogin, users, clients }: Pick<Identity, 'portalLogin' | 'users' | 'clients'>,
  { random, realTime, audit, db }: Pick<Infrastructure, 'random' | 'realTime' | 'audit' | 'db'>,
  {
    portalSessions,
    isMerchantActive,
    environment,
  }: Pick<Stores, 'portalSessions'> & {
    readonly isMerchantActive: (merchantId: string) => Promise<boolean>
    readonly environment: 'test' | 'production'
  },
  server: () => HttpServer,
): Portal | null {
  if (portalLogin === null || users === null) return null
  const auth = createPortalAuth({
    environment,
    sessions: portalSessions,
    random,
    realTime,
    portalUrl: () => originUrlOf(server(), 'portal'),
    writeAudit: (entry) => audit.write(db, entry),
    async isLoginOver({ userId, merchantId, authenticatedAtMs }) {
      if (merchantId !== null && !(await isMerchantActive(merchantId))) return true
      if (userId === LINK_USER) return false
      const user = await users.find(userId)
      return user === null || authenticatedAtMs < (user.signInsEndedAtMs ?? 0)
    },
  })
  return {
    auth,
    login: portalLogin,
    users,
    clients,
    entry: {
      serves: isPortalAction,
      async requirePermission(name, request) {
        if (!isPortalAction(name)) throw new TypeError(`${name} is not available in the portal`)
        const { merchantId, userId } = await auth.requirePermission(name, request)
        const { role }: Endpoint = ENDPOINTS[name]
        return {
          kind: 'merchant',
          merchantId,
          clientId: PORTAL_CLIENT,
          userId,
          // The portal's own table has already checked the permission.
          roles: new Set(role === null ? [] : [role]),
        }
      },
    },
  }
}

function isPortalAction(name: EndpointName): name is EndpointName & PortalAction {
  return Object.hasOwn(PORTAL_RIGHTS, name)
}
