import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { type Clients, createClients, createClientStore } from '@sluice/identity'

import type { Config } from '../config.ts'
import { createMerchantStore } from '../merchants/index.ts'
import { withInfrastructure } from './with-infrastructure.ts'

/** The operations of an operator on the clients of one merchant. */
export interface ClientTools {
  readonly clients: Clients
  readonly merchantId: string
  /** Whether users manage the merchant's settings; otherwise the configuration file does. */
  readonly isPortalManaged: boolean
}

const WHILE_RUNNING =
  'Stop it, run this command again, and start it again. Without a stop, an owner can rotate the secret on the page Settings of the ' +
  'portal, if the configuration file does not manage the merchant and the client has no role that only operators grant.'

/**
 * Manages the clients of a merchant, whether or not gateways run. Changes of secrets are recorded in the audit trail.
 *
 * @param merchant - its id, or its name in the configuration file.
 * @throws When the database cannot be used, or the merchant is unknown.
 */
export function useClients<T extends { readonly subject: string | null }>(
  config: Config,
  merchant: string,
  use: (tools: ClientTools) => Promise<T>,
): Promise<T> {
  return withInfrastructure(
    config,
    async (infrastructure) => {
      const merchantId = merchantIdOf(merchant)
      const manager = await createMerchantStore(infrastructure).findManager(merchantId)
      if (manager === null) throw new Error(`This database has no merchant ${merchant}.`)
      const clients = createClients({ ...infrastructure, clients: createClientStore(infrastructure) })
      const done = await use({ clients, merchantId, isPortalManaged: manager === 'PORTAL' })
      if (done.subject !== null) {
        const { subject } = done
        const entry = { merchantId, actor: 'operator', action: 'client.rotate', subject, detail: {} } as const
        await infrastructure.audit.write(infrastructure.db, entry)
      }
      return done
    },
    WHILE_RUNNING,
  )
}
