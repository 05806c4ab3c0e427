import type { Config } from '../config.ts'
import { type ConfigurationFile, merchantIdOf, type Plan } from '../configuration-file/index.ts'
import { revokeSigningKey, rotateSigningKey } from '../identity/index.ts'
import type { VaultRotationPorts } from '../payment-methods/index.ts'
import type { AuditAction } from '../platform/audit/audit-entry.ts'
import { applyMerchants } from './configuration.ts'
import { type Infrastructure, createInfrastructure } from './infrastructure.ts'
import {
  createAddToOutbox,
  type DeliveryLog,
  type SubscriptionRecords,
  type SubscriptionStore,
} from '../webhooks/index.ts'
import { openCardKeeping, openStores } from './stores.ts'
import { createAnnounceDue } from './webhook-delivery.ts'

/**
 * Applies a configuration file and serves nothing.
 *
 * @throws When the database cannot be used, or the file wants what it cannot have; the message says what to do.
 */
export function applyConfigurationFile(
  config: Config,
  file: ConfigurationFile,
  options: { readonly isDryRun: boolean },
): Promise<Plan> {
  return withInfrastructure(config, (infrastructure) =>
    applyMerchants(config, infrastructure, file.merchants, options),
  )
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

/** What an operator can do about the webhooks of one merchant. */
export interface WebhookTools {
  readonly merchantId: string
  readonly subscriptions: SubscriptionStore
  readonly subscriptionRecords: SubscriptionRecords
  readonly deliveryLog: DeliveryLog
}

/**
 * Looks after the webhooks of a merchant, beside running gateways or without any. Those that run are told of what became
 * due, and would find it by themselves.
 *
 * @param merchant - its id, or its name in the configuration file.
 * @throws When the database cannot be used, or there is no such merchant.
 */
export function useWebhooks<T>(
  config: Config,
  merchant: string,
  use: (tools: WebhookTools) => Promise<T>,
): Promise<T> {
  return withInfrastructure(config, async (infrastructure) => {
    const merchantId = merchantIdOf(merchant)
    const announce = createAnnounceDue(infrastructure)
    let announced = Promise.resolve()
    const stores = openStores(infrastructure, (id) => {
      announced = announce(id)
    })
    if ((await stores.merchants.findMerchant(merchantId)) === null)
      throw new Error(`There is no merchant ${merchant} in this database.`)
    const result = await use({ ...stores, merchantId })
    await announced
    return result
  })
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
