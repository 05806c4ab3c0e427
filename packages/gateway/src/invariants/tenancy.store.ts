import { sql } from 'kysely'

import { findViolations, payloadMember } from './ask.store.ts'
import type { Invariant } from './invariant.ts'

/** The tables whose rows belong to a transaction of the same merchant. */
const OF_TRANSACTIONS = [
  'attempts',
  'attempt_authentications',
  'continuations',
  'continuation_handles',
  'transaction_history',
  'events',
  'payment_methods',
  'provider_orders',
  'provider_states',
  'provider_references',
  'operation_requests',
  'reconciliation_alerts',
  'three_ds_ids',
  'challenge_results',
  'attempt_confirmations',
] as const

/** The tables whose rows name an attempt of the transaction. */
const OF_ATTEMPTS = [
  'provider_orders',
  'provider_states',
  'provider_references',
  'reconciliation_alerts',
  'three_ds_ids',
  'challenge_results',
  'attempt_confirmations',
] as const

/**
 * Edited copies of events, which are sent on request, belong to no transaction, and the ends of payment links belong
 * to their links.
 */
const OF_OTHERS = sql` and each_row.id <> each_row.transaction_id
  and not (each_row.type = 'transaction-svc:payment-link:ended' and exists (select 1 from payment_links
    where payment_links.merchant_id = each_row.merchant_id and payment_links.id = each_row.transaction_id))`

/** @decision 0080 */
export const TENANCY: Invariant = {
  id: 'I11',
  title: 'No record of one merchant refers to a record of another',
  async find(ports) {
    const found: string[] = []
    for (const table of OF_TRANSACTIONS) {
      found.push(
        ...(await findViolations(
          ports,
          `a row of ${table} belongs to another merchant, or to no transaction`,
          sql`select each_row.transaction_id as id, each_row.merchant_id as what
          from ${sql.table(table)} as each_row
          where not exists (select 1 from transactions where transactions.merchant_id = each_row.merchant_id
            and transactions.id = each_row.transaction_id)${table === 'events' ? OF_OTHERS : sql``}`,
        )),
      )
    }
    for (const table of OF_ATTEMPTS) {
      found.push(
        ...(await findViolations(
          ports,
          `a row of ${table} belongs to no attempt of its transaction`,
          sql`select each_row.transaction_id as id, each_row.attempt_id as what
          from ${sql.table(table)} as each_row
          where not exists (select 1 from attempts where attempts.merchant_id = each_row.merchant_id
            and attempts.id = each_row.attempt_id and attempts.transaction_id = each_row.transaction_id)`,
        )),
      )
    }
    const children = await findViolations(
      ports,
      'its parent belongs to another merchant',
      sql`select child.id, child.parent_id as what from transactions as child
      where child.parent_id is not null and not exists (select 1 from transactions as parent
        where parent.merchant_id = child.merchant_id and parent.id = child.parent_id)`,
    )
    const told = await findViolations(
      ports,
      'it belongs to another merchant',
      sql`select events.id, events.merchant_id as what from events
      where events.type like 'transaction-svc:%' and events.id <> events.transaction_id
        and ${payloadMember(ports.dialect, 'merchant_id')} <> events.merchant_id`,
    )
    const methods = await findViolations(
      ports,
      'its customer belongs to another merchant',
      sql`select payment_methods.id, payment_methods.customer_id as what from payment_methods
      where customer_id is not null and not exists (select 1 from customers
        where customers.merchant_id = payment_methods.merchant_id and customers.id = payment_methods.customer_id)`,
    )
    return [...found, ...children, ...told, ...methods]
  },
}
