import { sql } from 'kysely'

import { findViolations } from './ask.store.ts'
import type { Invariant } from './invariant.ts'

const count = (statuses: string) => sql`(select count(*) from transactions as paid
  where paid.merchant_id = link.merchant_id and paid.payment_link_id = link.id
    and paid.status in (${sql.raw(statuses)}))`

export const PAYMENT_LINKS: Invariant = {
  id: 'I14',
  title: 'A payment link counts its payments, never exceeds its limit, and ends with an event',
  find: async (ports) => [
    ...(await findViolations(
      ports,
      'its uses differ from its approved payments',
      sql`select link.id, cast(link.uses as text) as what from payment_links as link
      where link.uses <> ${count(`'APPROVED'`)}`,
    )),
    ...(await findViolations(
      ports,
      'its reserved uses differ from its payments without a result',
      sql`select link.id, cast(link.uses_in_progress as text) as what from payment_links as link
      where link.uses_in_progress <> ${count(`'CREATED', 'PENDING'`)}`,
    )),
    ...(await findViolations(
      ports,
      'it has more payments than it allows',
      sql`select link.id, cast(link.max_uses as text) as what from payment_links as link
      where link.uses + link.uses_in_progress > link.max_uses`,
    )),
    ...(await findViolations(
      ports,
      'it has the wrong status for its uses',
      sql`select link.id, link.status as what from payment_links as link
      where (link.status = 'USED_UP' and link.uses <> link.max_uses)
        or (link.status = 'ACTIVE' and link.uses = link.max_uses)`,
    )),
    ...(await findViolations(
      ports,
      'it ended without its event, or has the event and has not ended',
      sql`select link.id, link.status as what from payment_links as link
      where (link.status <> 'ACTIVE') <> exists (select 1 from events
        where events.merchant_id = link.merchant_id and events.transaction_id = link.id
          and events.type = 'transaction-svc:payment-link:ended')`,
    )),
    ...(await findViolations(
      ports,
      'it belongs to no link of its merchant',
      sql`select transactions.id, payment_link_id as what from transactions
      where payment_link_id is not null and not exists (select 1 from payment_links as link
        where link.merchant_id = transactions.merchant_id and link.id = transactions.payment_link_id)`,
    )),
  ],
}
