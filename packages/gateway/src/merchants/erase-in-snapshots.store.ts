import { type Connection, withTables } from '@sluice/platform/database/connection'
import type { RowsByTable } from '@sluice/platform/database/owned-rows'

import type { MerchantTables } from './merchants.tables.ts'
import {
  countSnapshotRows,
  readContents,
  readContentsAsText,
  writeContents,
} from './snapshot-contents.store.ts'

/** Removes erased data from every snapshot of a merchant's sandbox, in the transaction that erases it elsewhere. @decision 0093 */
export type EraseInSnapshots = (trx: Connection, merchantId: string, id: string) => Promise<void>

/** Deletes the data of each snapshot that contains the customer, because rows of many tables identify a person. */
export const eraseCustomerInSnapshots: EraseInSnapshots = (trx, merchantId, id) =>
  changeSnapshots(trx, { merchantId, id }, (rows) =>
    rows['customers']?.some((row) => row['id'] === id && row['erased_at'] === null) ? null : rows,
  )

/** Removes a saved card from each snapshot and keeps the rest. */
export const eraseCardInSnapshots: EraseInSnapshots = (trx, merchantId, id) =>
  changeSnapshots(trx, { merchantId, id }, (rows) => {
    const left = rows['payment_methods']?.filter((row) => row['id'] !== id) ?? []
    return left.length === rows['payment_methods']?.length ? rows : { ...rows, payment_methods: left }
  })

/** @param change - returns null to delete a snapshot's data, and the same rows to leave it unchanged. */
async function changeSnapshots(
  trx: Connection,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
  change: (rows: RowsByTable) => RowsByTable | null,
): Promise<void> {
  const db = withTables<MerchantTables>(trx)
  // Taking and restoring a snapshot lock this row first: one that is being taken is in the next statement's result.
  await db
    .updateTable('merchants')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', merchantId)
    .execute()
  const snapshots = await db
    .selectFrom('sandbox_snapshots')
    .select(['name', 'contents'])
    .where('merchant_id', '=', merchantId)
    .execute()
  for (const { name, contents } of snapshots) {
    // Most snapshots do not contain it, and parsing all of them is slow.
    if (contents === null || !(await readContentsAsText(contents)).includes(id)) continue
    const rows = await readContents(contents)
    const left = change(rows)
    if (left === rows) continue
    const counts = {
      row_count: countSnapshotRows(left ?? {}),
      ...(left === null && { transaction_count: 0 }),
    }
    await db
      .updateTable('sandbox_snapshots')
      .set({ ...counts, contents: left === null ? null : await writeContents(left) })
      .where('merchant_id', '=', merchantId)
      .where('name', '=', name)
      .execute()
  }
}
