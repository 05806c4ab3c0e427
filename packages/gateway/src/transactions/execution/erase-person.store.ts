import { sql } from 'kysely'

import { FINAL_STATUSES } from '@sluice/types/vocabulary'
import { type Connection, withTables } from '@sluice/platform/database/connection'

import type { TransactionTables } from '../transactions.tables.ts'

/** The customer whose data is erased. */
export interface Person {
  readonly merchantId: string
  readonly customerId: string
}

/** Returns whether a transaction of a customer has not ended. */
export async function hasPendingOf(trx: Connection, person: Person): Promise<boolean> {
  const row = await transactionsOf(trx, person)
    .select('id')
    .where('status', 'not in', [...FINAL_STATUSES])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The ended transactions of a customer, page by page.
 *
 * @param afterId - only those with a greater id.
 */
export async function listEndedOf(
  trx: Connection,
  person: Person,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await transactionsOf(trx, person)
    .select('id')
    .where('id', '>', afterId)
    .where('status', 'in', [...FINAL_STATUSES])
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes from transactions what names or shows their customer: all but the id, and the masked number of the card. */
export async function erasePersonOf(
  trx: Connection,
  merchantId: string,
  transactionIds: readonly string[],
): Promise<void> {
  const db = withTables<TransactionTables>(trx)
  await db
    .updateTable('transactions')
    .set({
      customer: sql<
        string | null
      >`case when customer_id is null then null else '{"id":"' || customer_id || '"}' end`,
      customer_email: null,
      customer_ip: null,
      browser_info: null,
      payment_method_hash: null,
      payment_method_expiry: null,
      counted_as: null,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', transactionIds)
    .execute()
  await db
    .updateTable('provider_orders')
    .set({ provider_user_id: null })
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', 'in', transactionIds)
    .execute()
  // Only the provider knows the content of its state. The references remain, because they identify a payment, not a
  // person.
  await db
    .deleteFrom('provider_states')
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', 'in', transactionIds)
    .execute()
  await db
    .deleteFrom('attempt_confirmations')
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', 'in', transactionIds)
    .execute()
  // The content of an event may concern the person. Its key remains, so that a repetition is recognized.
  await db
    .updateTable('provider_events')
    .set({ sealed_event: null, due_at: null, state: 'IGNORED' })
    .where('transaction_id', 'in', transactionIds)
    // The condition of the index.
    .where('sealed_event', 'is not', null)
    .execute()
  await db
    .deleteFrom('challenge_results')
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', 'in', transactionIds)
    .execute()
}

function transactionsOf(trx: Connection, { merchantId, customerId }: Person) {
  return (
    withTables<TransactionTables>(trx)
      .selectFrom('transactions')
      .where('merchant_id', '=', merchantId)
      // The condition of the index.
      .where('customer_id', 'is not', null)
      .where('customer_id', '=', customerId)
  )
}
