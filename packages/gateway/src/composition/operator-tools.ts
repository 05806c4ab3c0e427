import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import type { AuditAction } from '@sluice/platform/audit/audit-entry'
import { DatabaseUnmadeError } from '@sluice/platform/database/database-open-error'
import { resolveOrigins } from '@sluice/platform/http/origins'
import {
  type Clients,
  createClients,
  createClientStore,
  createUsers,
  createUserStore,
  revokeSigningKey,
  rotateSigningKey,
  signInPath,
  type Users,
} from '@sluice/identity'

import type { Config } from '../config.ts'
import { CONFIG_VARIABLES } from '../config-variables.ts'
import type { ConfigurationFile, Plan } from '../configuration-file/index.ts'
import { readDemoEnvironment } from '../demo-environment.ts'
import { createMerchantStore } from '../merchants/index.ts'
import type { VaultRotationPorts } from '../payment-methods/index.ts'
import { applyMerchants } from './configuration.ts'
import { openDatabaseToRead } from './database-of-config.ts'
import { type Infrastructure, createInfrastructure } from './infrastructure.ts'
import { createAddToOutbox } from '../webhooks/index.ts'
import { openCardKeeping } from './stores.ts'

/**
 * Applies a configuration file and serves nothing. A dry run leaves tables as they are, too: gateways of an earlier version
 * may work with them.
 *
 * @throws When the database cannot be used, or the file wants what it cannot have; the message says what to do.
 */
export async function applyConfigurationFile(
  config: Config,
  file: ConfigurationFile,
  options: { readonly isDryRun: boolean },
): Promise<Plan> {
  const apply = (place: Config) =>
    withInfrastructure(place, (infrastructure) =>
      applyMerchants(place, infrastructure, file.merchants, options),
    )
  if (!options.isDryRun || (await isMade(config))) return apply(config)
  const folder = await mkdtemp(join(tmpdir(), 'sluice-dry-run-'))
  try {
    return await apply({ ...config, databaseUrl: null, dataDir: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws When the tables are those of another version. {@link DatabaseOpenError} */
async function isMade(config: Config): Promise<boolean> {
  try {
    const { close } = await openDatabaseToRead(config)
    await close()
    return true
  } catch (error) {
    if (error instanceof DatabaseUnmadeError) return false
    throw error
  }
}

/**
 * Changes keys of the vault, beside running gateways or without any.
 *
 * @throws When the database cannot be used; the message says what to do.
 */
export function rotateVaultOf<T extends Readonly<Record<string, number>>>(
  config: Config,
  action: Extract<AuditAction, `vault.${string}`>,
  rotate: (ports: VaultRotationPorts) => Promise<T>,
): Promise<T> {
  return withInfrastructure(config, async (infrastructure) => {
    const done = await rotate(openCardKeeping(infrastructure, NO_NEWS))
    const entry = { merchantId: null, actor: 'operator', action, subject: 'vault', detail: done } as const
    await infrastructure.audit.write(infrastructure.db, entry)
    return done
  })
}

/**
 * Adds the next signing key, or revokes one, beside running gateways on PostgreSQL or without any.
 *
 * @param revokedKid - the key to revoke; null adds the next one.
 * @returns the key that was added or revoked; null when there is none of that name that could be revoked.
 */
export function changeSigningKey(config: Config, revokedKid: string | null): Promise<string | null> {
  return withInfrastructure(config, async (infrastructure) => {
    const kid = revokedKid ?? (await rotateSigningKey(infrastructure))
    if (revokedKid !== null && !(await revokeSigningKey(infrastructure, revokedKid))) return null
    const action = revokedKid === null ? 'signing-key.rotate' : 'signing-key.revoke'
    const entry = { merchantId: null, actor: 'operator', action, subject: kid, detail: {} } as const
    await infrastructure.audit.write(infrastructure.db, entry)
    return kid
  })
}

/** What an operator can do about the clients of one merchant. */
export interface ClientTools {
  readonly clients: Clients
  readonly merchantId: string
  /** Whether people say what the merchant has; else the configuration file does. */
  readonly isPortalManaged: boolean
}

/**
 * Looks after the clients of a merchant, beside running gateways or without any. A change of a secret is in the audit trail.
 *
 * @param merchant - its id, or its name in the configuration file.
 * @throws When the database cannot be used, or there is no such merchant.
 */
export function useClients<T extends { readonly subject: string | null }>(
  config: Config,
  merchant: string,
  use: (tools: ClientTools) => Promise<T>,
): Promise<T> {
  return withInfrastructure(config, async (infrastructure) => {
    const merchantId = merchantIdOf(merchant)
    const manager = await createMerchantStore(infrastructure).findManager(merchantId)
    if (manager === null) throw new Error(`There is no merchant ${merchant} in this database.`)
    const clients = createClients({ ...infrastructure, clients: createClientStore(infrastructure) })
    const done = await use({ clients, merchantId, isPortalManaged: manager === 'PORTAL' })
    if (done.subject !== null) {
      const { subject } = done
      const entry = { merchantId, actor: 'operator', action: 'client.rotate', subject, detail: {} } as const
      await infrastructure.audit.write(infrastructure.db, entry)
    }
    return done
  })
}

/** What an operator can do about users: of one merchant, or of the service. */
export interface UserTools {
  readonly users: Users
  /** Null for operators of the service. */
  readonly merchantId: string | null
}

/**
 * Looks after users, beside running gateways or without any.
 *
 * @param merchant - its id, or its name in the configuration file; null for operators of the service.
 * @param change - what is written into the audit trail when something changed.
 * @throws When the database cannot be used, there is no such merchant, or people cannot sign in.
 */
export function useUsers<
  T extends { readonly subject: string | null; readonly detail?: { readonly reason?: string } },
>(
  config: Config,
  merchant: string | null,
  change: Extract<AuditAction, `user.${string}`> | null,
  use: (tools: UserTools) => Promise<T>,
): Promise<T> {
  return withInfrastructure(config, async (infrastructure) => {
    const merchantId = merchant === null ? null : merchantIdOf(merchant)
    if (merchantId !== null && (await createMerchantStore(infrastructure).findMerchant(merchantId)) === null)
      throw new Error(`There is no merchant ${merchant} in this database.`)
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
  })
}

/** Where the portal is, or will be once a gateway of this configuration listens. */
function portalUrlOf(config: Config): string {
  const { environment, http } = config
  const { host, port, baseUrl, originUrls, originPorts } = http
  if (environment === 'production' && originUrls.portal === null)
    throw new Error('People cannot sign in yet: give the portal an origin of its own in SLUICE_PORTAL_URL.')
  const ports = originPorts.portal === null ? {} : { portal: originPorts.portal }
  const base = baseUrl ?? lastBaseUrl(config) ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return resolveOrigins({ base, listening: null, urls: originUrls, ports }).urls.portal
}

/**
 * Where the last start listened: its port may have come from a flag. Null where the configuration names the port, and in
 * production.
 *
 * @decision 0393
 */
function lastBaseUrl({ environment, dataDir, http: { port } }: Config): string | null {
  const isPortNamed = port !== 0 && port !== Number(CONFIG_VARIABLES.SLUICE_PORT.default)
  if (environment === 'production' || isPortNamed) return null
  return readDemoEnvironment(dataDir)['SLUICE_BASE_URL'] ?? null
}

/** Keys change; no event is written. */
const NO_NEWS = createAddToOutbox(() => undefined)

/** Closes the database, also after an error. */
async function withInfrastructure<T>(
  config: Config,
  use: (infrastructure: Infrastructure) => Promise<T>,
): Promise<T> {
  const infrastructure = await createInfrastructure(config)
  try {
    return await use(infrastructure)
  } finally {
    await infrastructure.closeDatabase()
  }
}
