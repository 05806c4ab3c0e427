import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { type ClientRecord, createClientLookup } from '@sluice/identity'

import { openDatabaseToRead } from '../composition/database-of-config.ts'
import type { Config } from '../config.ts'
import { requireMerchant } from './require-merchant.ts'

/**
 * Lists the clients of a merchant. It only reads, so the gateway may keep running on an embedded database too.
 *
 * @param merchant - its id, or its name in the configuration file.
 * @throws When the database cannot be read, or the merchant is unknown.
 */
export async function listClients(config: Config, merchant: string): Promise<readonly ClientRecord[]> {
  const { db, close } = await openDatabaseToRead(config)
  try {
    const merchantId = merchantIdOf(merchant)
    await requireMerchant(db, merchantId, merchant)
    return await createClientLookup(db).listOf(merchantId)
  } finally {
    await close()
  }
}
