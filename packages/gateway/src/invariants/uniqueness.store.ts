import { sql } from 'kysely'

import { findViolations } from './ask.store.ts'
import type { Invariant } from './invariant.ts'

export const UNIQUENESS: Invariant = {
  id: 'I2',
  title: 'A reference has one order, and at most one of its attempts was charged',
  find: async (ports) => [
    ...(await findViolations(
      ports,
      'several orders have its reference',
      // The transactions of one session are attempts at one order; an INVALID one never began.
      sql`select min(id) as id, terminal_id || ' ' || reference as what
      from transactions
      where parent_id is null and status <> 'INVALID'
      group by merchant_id, terminal_id, reference
      having count(*) > 1 and (count(session_hash) < count(*) or count(distinct session_hash) > 1)`,
    )),
    ...(await findViolations(
      ports,
      'several transactions of its session were approved',
      sql`select min(id) as id, terminal_id || ' ' || reference as what
      from transactions
      where parent_id is null and status = 'APPROVED' and session_hash is not null
      group by merchant_id, terminal_id, reference
      having count(*) > 1`,
    )),
    ...(await findViolations(
      ports,
      'several of its attempts were approved',
      sql`select transaction_id as id, null as what from attempts
      where status = 'ENDED' and processing_code = '0000'
      group by merchant_id, transaction_id having count(*) > 1`,
    )),
    ...(await findViolations(
      ports,
      'its 3-D Secure id is that of another attempt',
      sql`select min(transaction_id) as id, three_ds_server_trans_id as what from attempt_authentications
      where three_ds_server_trans_id is not null
      group by three_ds_server_trans_id having count(*) > 1`,
    )),
  ],
}
