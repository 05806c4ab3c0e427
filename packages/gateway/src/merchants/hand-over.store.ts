import type { Transaction } from 'kysely'

import type { RecordChange } from '@sluice/platform/kernel/record-change'

import type { ManagedBy } from './merchant.ts'
import type { MerchantTables } from './merchants.tables.ts'

/** Returns who manages the merchant's settings; null for an unknown merchant. */
export async function findManagerIn(
  trx: Transaction<MerchantTables>,
  merchantId: string,
): Promise<ManagedBy | null> {
  const row = await trx
    .selectFrom('merchants')
    .select('managed_by')
    .where('id', '=', merchantId)
    .executeTakeFirst()
  return row ? (row.managed_by as ManagedBy) : null
}

/** Hands the management of the settings over to the file or to people at the portal. */
export async function handOver(
  trx: Transaction<MerchantTables>,
  id: string,
  to: ManagedBy,
): Promise<readonly RecordChange[]> {
  const { numUpdatedRows } = await trx
    .updateTable('merchants')
    .set(({ eb }) => ({ managed_by: to, settings_version: eb('settings_version', '+', 1) }))
    .where('id', '=', id)
    .where('managed_by', '<>', to)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? [{ action: 'changed', kind: 'merchant', id, members: ['managed_by'] }] : []
}

/**
 * Increments the version for a change, in its commit. Returns false if the settings have another version or the file
 * manages them.
 */
export async function claimSettings(
  trx: Transaction<MerchantTables>,
  merchantId: string,
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('merchants')
    .set({ settings_version: version + 1 })
    .where('id', '=', merchantId)
    .where('settings_version', '=', version)
    .where('managed_by', '=', 'PORTAL' satisfies ManagedBy)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
