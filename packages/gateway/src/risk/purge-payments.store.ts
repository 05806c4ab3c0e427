import type { Random } from '@sluice/platform/kernel/random'
import { type Connection, withTables } from '@sluice/platform/database/connection'

import type { RiskTables } from './risk.tables.ts'

/** The prefix of customer subjects. */
const OF_CUSTOMERS = 'CUSTOMER/'

/** The rows of one statement: 12 values each stay far below the 32,766 that SQLite accepts. */
const ROWS_PER_INSERT = 500

/**
 * Erases personal data in the counts of ended payments. Counts of the customer are deleted. Those of card, address,
 * merchant and provider account stay until their window ends, because otherwise deleting a customer would give a
 * thief new guesses at the card; they lose the ids that link them to a payment, and so to its customer.
 */
export async function purgePayments(
  trx: Connection,
  random: Random,
  merchantId: string,
  transactionIds: readonly string[],
): Promise<void> {
  const db = withTables<RiskTables>(trx)
  const counted = await db
    .deleteFrom('risk_events')
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', 'in', transactionIds)
    .returningAll()
    .execute()
  const kept = counted
    .filter(({ subject }) => !subject.startsWith(OF_CUSTOMERS))
    .map((row) => {
      const nobodys = random.uuid()
      return { ...row, id: nobodys, transaction_id: nobodys }
    })
  for (let start = 0; start < kept.length; start += ROWS_PER_INSERT)
    await db
      .insertInto('risk_events')
      .values(kept.slice(start, start + ROWS_PER_INSERT))
      .execute()
}
