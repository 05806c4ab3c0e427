import { CARD_METHOD_TYPES, LIMITS } from '@sluice/types/vocabulary'
import { sql } from 'kysely'

import { findViolations } from './ask.store.ts'
import type { Invariant } from './invariant.ts'

const CARDS = sql.join(CARD_METHOD_TYPES.map((type) => sql.lit(type)))

export const INSTALLMENTS: Invariant = {
  id: 'I16',
  title: 'Installments are of card payments, and no more than the session offered',
  find: async (ports) => {
    const options = ports.dialect === 'postgres' ? sql`sessions.options::jsonb` : sql`sessions.options`
    return [
      ...(await findViolations(
        ports,
        'it has an invalid number of installments',
        sql`select id, cast(installment_count as text) as what from transactions
        where installment_count is not null and (
          installment_count not between ${sql.lit(LIMITS.INSTALLMENTS_MIN)} and ${sql.lit(LIMITS.INSTALLMENTS_MAX)}
          or parent_id is not null or transaction_type not in ('PURCHASE', 'AUTHORIZE')
          or payment_method_type not in (${CARDS}))`,
      )),
      ...(await findViolations(
        ports,
        'its session offered fewer installments, or none',
        sql`select transactions.id, cast(installment_count as text) as what from transactions
        join sessions on sessions.merchant_id = transactions.merchant_id and sessions.transaction_id = transactions.id
        where installment_count > coalesce(cast(${options} ->> 'maxInstallments' as integer), 1)`,
      )),
    ]
  },
}
