import { sql } from 'kysely'

import { codeOfCount, HOUR_MS, netOfPayment, PAYMENTS, volumeOfPayment } from '../transactions/index.ts'
import { findViolations } from './ask.store.ts'
import type { Invariant } from './invariant.ts'

const hour = sql`(created_at / ${sql.lit(HOUR_MS)})`

/** The payments of hours that are counted, added up again. */
const EXPECTED = sql`
  select transactions.merchant_id, ${hour} as hour, currency, status, ${codeOfCount} as processing_code,
    payment_method_type, count(*) as payments, sum(${volumeOfPayment}) as volume, sum(${netOfPayment}) as net
  from transactions
  join payment_count_marks as mark on mark.merchant_id = transactions.merchant_id
  where created_at < counted_until and transaction_type in (${sql.join(PAYMENTS.map((type) => sql.lit(type)))})
  group by transactions.merchant_id, ${hour}, currency, status, ${codeOfCount}, payment_method_type`

const KEY = sql.raw('merchant_id, hour, currency, status, processing_code, payment_method_type')

export const PAYMENT_COUNTS: Invariant = {
  id: 'I15',
  title: 'The counts of the overview are those of the payments',
  find: (ports) =>
    findViolations(
      ports,
      'its counts differ from its payments',
      // One statement sees one moment; an hour that is to be counted again is left out.
      sql`with expected as (${EXPECTED}),
      differences as (
        select ${KEY}, sum(payments) as payments, sum(volume) as volume, sum(net) as net from (
          select ${KEY}, payments, volume, net from expected
          union all
          select ${KEY}, -payments, -volume_amount, -net_amount from payment_counts
        ) as both_sides
        group by ${KEY}
        having sum(payments) <> 0 or sum(volume) <> 0 or sum(net) <> 0
      )
      select 'Merchant ' || merchant_id as id, currency || ' ' || status || ' in the hour ' || hour as what
      from differences
      where not exists (
        select 1 from payment_recounts as asked
        where asked.merchant_id = differences.merchant_id and asked.hour = differences.hour
      )`,
    ),
}
