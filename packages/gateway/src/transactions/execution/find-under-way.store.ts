import { type Connection, withTables } from '@sluice/platform/database/connection'

import type { TransactionTables } from '../transactions.tables.ts'

/**
 * Reports what a merchant's open payments are doing: EXECUTING if a request or a job is working on one, CHALLENGED if
 * one keeps card data for a shopper who is at the bank or is correcting a decline.
 */
export async function findUnderWay(
  connection: Connection,
  merchantId: string,
): Promise<'EXECUTING' | 'CHALLENGED' | null> {
  const db = withTables<TransactionTables>(connection)
  const [executed, worked, kept] = [
    db
      .selectFrom('attempts')
      .select('id')
      .where('merchant_id', '=', merchantId)
      .where('due_at', 'is not', null)
      .where('status', '=', 'STARTED'),
    db
      .selectFrom('continuations')
      .select('transaction_id')
      .where('merchant_id', '=', merchantId)
      .where('step', '=', 'WORKING'),
    db
      .selectFrom('continuations')
      .select('transaction_id')
      .where('merchant_id', '=', merchantId)
      .where((row) => row.or([row('sealed_card', 'is not', null), row('sealed_envelope', 'is not', null)])),
  ]
  if (await executed.limit(1).executeTakeFirst()) return 'EXECUTING'
  if (await worked.limit(1).executeTakeFirst()) return 'EXECUTING'
  return (await kept.limit(1).executeTakeFirst()) ? 'CHALLENGED' : null
}
