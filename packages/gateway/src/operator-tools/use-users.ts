import type { AuditAction } from '@sluice/platform/audit/audit-entry'
import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { resolveOrigins } from '@sluice/platform/http/origins'
import { createUsers, createUserStore, signInPath, type Users } from '@sluice/identity'

import { CONFIG_VARIABLES } from '../config-variables.ts'
import type { Config } from '../config.ts'
import { readDemoEnvironment } from '../demo-environment.ts'
import { createMerchantStore } from '../merchants/index.ts'
import { withInfrastructure } from './with-infrastructure.ts'

/** The operations of an operator on the users of one merchant, or of the service. */
export interface UserTools {
  readonly users: Users
  /** Null for users who operate the service. */
  readonly merchantId: string | null
}

/** Operators of the service have no page that manages them. */
const ONLY_STOPPED = 'Stop it, run this command again, and start it again.'

const OR_IN_THE_PORTAL = `${ONLY_STOPPED} Without a stop, an owner of the merchant can do this on the page Users of the portal.`

/**
 * Manages users, whether or not gateways run.
 *
 * @param merchant - its id, or its name in the configuration file; null for operators of the service.
 * @param change - the entry for the audit trail, recorded if something changed.
 * @throws When the database cannot be used, the merchant is unknown, or no portal is configured.
 */
export function useUsers<
  T extends { readonly subject: string | null; readonly detail?: { readonly reason?: string } },
>(
  config: Config,
  merchant: string | null,
  change: Extract<AuditAction, `user.${string}`> | null,
  use: (tools: UserTools) => Promise<T>,
): Promise<T> {
  return withInfrastructure(
    config,
    async (infrastructure) => {
      const merchantId = merchant === null ? null : merchantIdOf(merchant)
      if (
        merchantId !== null &&
        (await createMerchantStore(infrastructure).findMerchant(merchantId)) === null
      )
        throw new Error(`This database has no merchant ${merchant}.`)
      const portalUrl = portalUrlOf(config)
      const users = createUsers({
        ...infrastructure,
        users: createUserStore(infrastructure),
        linkUrl: (token) => `${portalUrl}${signInPath(config.http.realm)}/link/${token}`,
      })
      const done = await use({ users, merchantId })
      if (change !== null && done.subject !== null) {
        const entry = {
          merchantId,
          actor: 'operator',
          action: change,
          subject: done.subject,
          detail: { ...done.detail },
        } as const
        await infrastructure.audit.write(infrastructure.db, entry)
      }
      return done
    },
    merchant === null ? ONLY_STOPPED : OR_IN_THE_PORTAL,
  )
}

/** Returns the portal's address, or the one that it will have once a gateway with this configuration listens. */
function portalUrlOf(config: Config): string {
  const { environment, http } = config
  const { host, port, baseUrl, originUrls, originPorts } = http
  if (environment === 'production' && originUrls.portal === null)
    throw new Error('Users cannot sign in yet: set SLUICE_PORTAL_URL to an origin that only the portal uses.')
  const ports = originPorts.portal === null ? {} : { portal: originPorts.portal }
  const base = baseUrl ?? lastBaseUrl(config) ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return resolveOrigins({ base, listening: null, urls: originUrls, ports }).urls.portal
}

/**
 * Returns the address at which the last start listened, because its port may have come from a flag. Null if the configuration
 * contains the port, and in production.
 */
function lastBaseUrl({ environment, dataDir, http: { port } }: Config): string | null {
  const isPortNamed = port !== 0 && port !== Number(CONFIG_VARIABLES.SLUICE_PORT.default)
  if (environment === 'production' || isPortNamed) return null
  return readDemoEnvironment(dataDir)['SLUICE_BASE_URL'] ?? null
}
