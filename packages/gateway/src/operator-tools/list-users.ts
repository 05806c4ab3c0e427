import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { createUserLookup, type User } from '@sluice/identity'

import { openDatabaseToRead } from '../composition/database-of-config.ts'
import type { Config } from '../config.ts'
import { requireMerchant } from './require-merchant.ts'

/**
 * Lists the users of a merchant, or of the service. It only reads, so the gateway may keep running on an embedded database too.
 *
 * @param merchant - its id, or its name in the configuration file; null for operators of the service.
 * @throws When the database cannot be read, or the merchant is unknown.
 */
export async function listUsers(config: Config, merchant: string | null): Promise<readonly User[]> {
  const { db, close } = await openDatabaseToRead(config)
  try {
    const merchantId = merchant === null ? null : merchantIdOf(merchant)
    if (merchant !== null && merchantId !== null) await requireMerchant(db, merchantId, merchant)
    return await createUserLookup(db).list(merchantId)
  } finally {
    await close()
  }
}
