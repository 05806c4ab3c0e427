import { DISPUTE_EVENTS, RECORD_EVENTS } from '@sluice/types/vocabulary'
import { type RawBuilder, sql } from 'kysely'

import { finalStatuses, findViolations, payloadMember } from './ask.store.ts'
import type { Invariant } from './invariant.ts'

/** Builds `transaction-svc:transaction:<type>:<outcome>` from a row of `transactions`. */
const EVENT_NAME = sql`'transaction-svc:transaction:' || lower(transactions.transaction_type) || ':'
  || replace(lower(transactions.status), '_', '-')`

const RECORD_EVENT_NAMES = sql.join([...RECORD_EVENTS, ...DISPUTE_EVENTS].map((name) => sql.lit(name)))

export const EVENTS: Invariant = {
  id: 'I4',
  title: 'Every transaction has an event for its end exactly if it ended',
  find: async (ports) => [
    ...(await findViolations(
      ports,
      'it ended without an event',
      sql`select transactions.id, transactions.status as what from transactions
      where transactions.status in (${finalStatuses}) and not exists (
        select 1 from events where events.merchant_id = transactions.merchant_id
          and events.transaction_id = transactions.id and events.type = ${EVENT_NAME})`,
    )),
    ...(await findViolations(
      ports,
      'its event reports another outcome',
      sql`select transactions.id, events.type as what
      from events
      join transactions on transactions.merchant_id = events.merchant_id
        and transactions.id = events.transaction_id
      where events.type like 'transaction-svc:transaction:%'
        and (transactions.status not in (${finalStatuses}) or events.type <> ${EVENT_NAME})`,
    )),
    ...(await findViolations(
      ports,
      'one of its records has no event',
      sql`select transaction_id as id, kind as what from transaction_records as record
      where not exists (select 1 from events where events.merchant_id = record.merchant_id
        and coalesce(events.subject, events.transaction_id) = record.id
        and events.type in (${RECORD_EVENT_NAMES}))`,
    )),
  ],
}

/** The members of an event that must equal those of the status endpoint, with their columns. */
const AGREED: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`transactions.id`,
  merchant_id: sql`transactions.merchant_id`,
  reference: sql`transactions.reference`,
  status: sql`transactions.status`,
  processing_code: sql`transactions.processing_code`,
  currency: sql`transactions.currency`,
  amount: sql`cast(transactions.amount as text)`,
  outgoing_amount: sql`cast(coalesce(transactions.approved_amount, transactions.amount) as text)`,
}

export const AGREEMENT: Invariant = {
  id: 'I6',
  title: 'Every event of a transaction matches its status',
  find: async (ports) => {
    const differences = Object.entries(AGREED).map(
      ([member, column]) => sql`${payloadMember(ports.dialect, member)} <> ${column}`,
    )
    return findViolations(
      ports,
      'its event reports another status',
      sql`select transactions.id, events.id as what
      from events
      join transactions on transactions.merchant_id = events.merchant_id
        and transactions.id = events.transaction_id
      where events.type like 'transaction-svc:transaction:%' and (${sql.join(differences, sql` or `)})`,
    )
  },
}
