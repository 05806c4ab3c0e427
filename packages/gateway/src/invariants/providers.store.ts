import { sql } from 'kysely'

import { findBroken } from './ask.store.ts'
import type { Invariant, InvariantPorts } from './invariant.ts'

export const PROVIDERS: Invariant = {
  id: 'I8',
  title: 'What a provider approved is approved here, and the other way round',
  find: async (ports) => [
    ...(await findBroken(
      ports,
      'it is approved, and no attempt of it is',
      sql`select transactions.id, transactions.transaction_type as what from transactions
      where status = 'APPROVED' and not exists (
        select 1 from attempts where attempts.merchant_id = transactions.merchant_id
          and attempts.transaction_id = transactions.id
          and attempts.status = 'ENDED' and attempts.processing_code = '0000')`,
    )),
    ...(await findBroken(
      ports,
      'a provider approved it, it ended in another way, and no alert was raised',
      sql`select transactions.id, transactions.status as what
      from attempts
      join transactions on transactions.merchant_id = attempts.merchant_id
        and transactions.id = attempts.transaction_id
      where attempts.status = 'ENDED' and attempts.processing_code = '0000'
        and transactions.status not in ('APPROVED', 'PENDING')
        and not exists (select 1 from reconciliation_alerts as alerts
          where alerts.merchant_id = attempts.merchant_id and alerts.transaction_id = attempts.transaction_id)`,
    )),
    ...(ports.hasSimulators ? await findUnbalanced(ports) : []),
  ],
}

/** The books of all simulated providers, which hold every call by its idempotency key, against our attempts. */
function findUnbalanced(ports: InvariantPorts): Promise<readonly string[]> {
  return findBroken(
    ports,
    'the books of the provider say something else',
    sql`select attempts.transaction_id as id,
      coalesce(attempts.processing_code, attempts.status) || ', provider '
        || coalesce(books.processing_code, 'nothing') as what
    from attempts
    left join (
      select provider_id, idempotency_key, processing_code from simulated_authorizations
      union all select provider_id, idempotency_key, processing_code from simulated_orders
      union all select provider_id, idempotency_key, processing_code from simulated_refunds
    ) as books on books.provider_id = attempts.provider_id and books.idempotency_key = attempts.id
    where attempts.status = 'ENDED' and not exists (
      -- What a person decided is what that person found out.
      select 1 from transaction_history as history where history.merchant_id = attempts.merchant_id
        and history.transaction_id = attempts.transaction_id and history.cause = 'decision')
    and (
      attempts.processing_code = '0000' and (books.processing_code is null or books.processing_code <> '0000')
      or attempts.processing_code <> '0000' and books.processing_code = '0000'
        and not exists (select 1 from reconciliation_alerts as alerts
          where alerts.merchant_id = attempts.merchant_id and alerts.transaction_id = attempts.transaction_id))`,
  )
}
