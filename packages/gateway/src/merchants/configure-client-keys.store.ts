import type { Transaction } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { RecordChange } from '@sluice/platform/kernel/record-change'

import type { MerchantTables } from './merchants.tables.ts'
import type { Configured, ConfiguredMerchant } from './configured-merchant.ts'
import type { ManagedBy } from './merchant.ts'
import { ANY_ORIGIN } from './merchant.store.ts'

/**
 * Sets the client keys of a merchant and their origins, as the operator or the people of the merchant configure them.
 * The file deactivates other keys, because it may name them again; people delete them.
 */
export async function configureClientKeys(
  trx: Transaction<MerchantTables>,
  { id: merchantId, clientKeys }: ConfiguredMerchant,
  clock: Clock,
  by: ManagedBy,
): Promise<Configured> {
  const changes: RecordChange[] = []
  const conflicts: string[] = []
  for (const { clientKey: id, status, origins: wanted } of clientKeys) {
    const row = await trx
      .selectFrom('client_keys')
      .selectAll()
      .where('client_key', '=', id)
      .executeTakeFirst()
    if (row && row.merchant_id !== merchantId) {
      conflicts.push(
        `client key ${id} belongs to merchant ${row.merchant_id}: create another one for ${merchantId}`,
      )
      continue
    }
    if (!row) {
      const columns = { client_key: id, merchant_id: merchantId, status, created_at: clock.now() }
      await trx.insertInto('client_keys').values(columns).execute()
    } else if (row.status !== status) {
      await trx.updateTable('client_keys').set({ status }).where('client_key', '=', id).execute()
    }
    const hasNewOrigins = await replaceOrigins(trx, id, wanted === '*' ? [ANY_ORIGIN] : wanted)
    const members = [
      ...(row && row.status !== status ? ['status'] : []),
      ...(row && hasNewOrigins ? ['origins'] : []),
    ]
    if (!row) changes.push({ action: 'created', kind: 'client key', id, members })
    else if (members.length > 0) changes.push({ action: 'changed', kind: 'client key', id, members })
  }

  const listed = new Set(clientKeys.map(({ clientKey }) => clientKey))
  const present = await trx
    .selectFrom('client_keys')
    .select(['client_key', 'status'])
    .where('merchant_id', '=', merchantId)
    .execute()
  for (const { client_key: id, status } of present) {
    if (listed.has(id)) continue
    if (by === 'PORTAL') {
      await trx.deleteFrom('client_key_origins').where('client_key', '=', id).execute()
      await trx.deleteFrom('client_keys').where('client_key', '=', id).execute()
      changes.push({ action: 'deleted', kind: 'client key', id, members: [] })
    } else if (status === 'ACTIVE') {
      await trx.updateTable('client_keys').set({ status: 'INACTIVE' }).where('client_key', '=', id).execute()
      changes.push({ action: 'deactivated', kind: 'client key', id, members: ['status'] })
    }
  }
  return { changes, conflicts }
}

/** Returns whether anything had to be written. */
async function replaceOrigins(
  trx: Transaction<MerchantTables>,
  clientKey: string,
  wanted: readonly string[],
): Promise<boolean> {
  const rows = await trx
    .selectFrom('client_key_origins')
    .select('origin')
    .where('client_key', '=', clientKey)
    .execute()
  const present = rows.map(({ origin }) => origin)
  const missing = wanted.filter((origin) => !present.includes(origin))
  const surplus = present.filter((origin) => !wanted.includes(origin))
  for (const origin of missing) {
    await trx.insertInto('client_key_origins').values({ client_key: clientKey, origin }).execute()
  }
  for (const origin of surplus) {
    await trx
      .deleteFrom('client_key_origins')
      .where('client_key', '=', clientKey)
      .where('origin', '=', origin)
      .execute()
  }
  return missing.length + surplus.length > 0
}
