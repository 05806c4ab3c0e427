import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { type Clients, createClients, createClientStore } from '@sluice/identity'

import type { Config } from '../config.ts'
import { createMerchantStore } from '../merchants/index.ts'
import { withInfrastructure } from './with-infrastructure.ts'

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
