import type { Kysely } from 'kysely'

import { type Connection, withTables } from '@sluice/platform/database/connection'

import { type CustomerTables, ERASED_CUSTOMER } from './customers.tables.ts'

/** An erased customer whose payments are checked again. */
export interface ErasedCustomer {
  readonly merchantId: string
  readonly id: string
}

/**
 * Permanently erases everything but the id of a customer; returns false for an unknown one. From then on no payment
 * can name the customer.
 *
 * @param dueAtMs - when all requests that ran during the erasure have ended.
 */
export async function eraseCustomerRow(
  trx: Connection,
  { merchantId, id }: ErasedCustomer,
  { nowMs, dueAtMs }: { readonly nowMs: number; readonly dueAtMs: number },
): Promise<boolean> {
  const db = withTables<CustomerTables>(trx)
  const erased = await db
    .updateTable('customers')
    .set({
      ...ERASED_CUSTOMER,
      erased_at: nowMs,
      erasure_due_at: dueAtMs,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return erased.numUpdatedRows > 0n
}

/** Returns customers whose payments are due for a second check. */
export async function listDueErasures(
  db: Kysely<CustomerTables>,
  nowMs: number,
  limit: number,
): Promise<readonly ErasedCustomer[]> {
  const rows = await db
    .selectFrom('customers')
    .select(['merchant_id', 'id'])
    .where('erasure_due_at', 'is not', null)
    .where('erasure_due_at', '<=', nowMs)
    .limit(limit)
    .execute()
  return rows.map(({ merchant_id: merchantId, id }) => ({ merchantId, id }))
}

/** @param dueAtMs - the time of the next check; null for none. */
export async function postponeErasure(
  db: Kysely<CustomerTables>,
  { merchantId, id }: ErasedCustomer,
  dueAtMs: number | null,
): Promise<void> {
  await db
    .updateTable('customers')
    .set({ erasure_due_at: dueAtMs })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute()
}
