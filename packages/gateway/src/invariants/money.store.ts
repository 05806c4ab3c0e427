import { sql } from 'kysely'

import { findViolations } from './ask.store.ts'
import type { Invariant } from './invariant.ts'

/**
 * The amounts that operations move, by parent. A declined operation moves nothing, and an increment counts once it is
 * approved.
 */
const MOVED = sql`
  select merchant_id, parent_id, transaction_type, sum(amount) as amount
  from transactions
  where parent_id is not null
    and (status = 'APPROVED' or (status in ('CREATED', 'PENDING') and transaction_type <> 'INCREMENT'))
  group by merchant_id, parent_id, transaction_type`

/** The same amounts one level up, because operations on captures count for their authorization. */
const MOVED_BELOW = sql`
  select capture.merchant_id, capture.parent_id, child.transaction_type, sum(child.amount) as amount
  from transactions as capture
  join transactions as child on child.merchant_id = capture.merchant_id and child.parent_id = capture.id
  where capture.transaction_type = 'CAPTURE' and child.status in ('CREATED', 'PENDING', 'APPROVED')
  group by capture.merchant_id, capture.parent_id, child.transaction_type`

/**
 * Records by the transactions whose amounts they affect: a refund's by the refunded transaction, a capture's also by
 * its authorization.
 */
const COUNTED = sql`
  select record.merchant_id, record.kind, record.amount, record.funds, own.id as holder_id
  from transaction_records as record
  join transactions as own on own.merchant_id = record.merchant_id and own.id = record.transaction_id
  where own.transaction_type <> 'REFUND'
  union all
  select record.merchant_id, record.kind, record.amount, record.funds, own.parent_id
  from transaction_records as record
  join transactions as own on own.merchant_id = record.merchant_id and own.id = record.transaction_id
  where own.parent_id is not null
  union all
  select record.merchant_id, record.kind, record.amount, record.funds, parent.parent_id
  from transaction_records as record
  join transactions as own on own.merchant_id = record.merchant_id and own.id = record.transaction_id
  join transactions as parent on parent.merchant_id = own.merchant_id and parent.id = own.parent_id
  where parent.parent_id is not null`

const moved = (type: string) => sql`coalesce((
    select sum(amount) from moved where moved.merchant_id = parent.merchant_id
      and moved.parent_id = parent.id and moved.transaction_type = ${sql.lit(type)}), 0)`

const movedBelow = (type: string) => sql`coalesce((
    select sum(amount) from moved_below where moved_below.merchant_id = parent.merchant_id
      and moved_below.parent_id = parent.id and moved_below.transaction_type = ${sql.lit(type)}), 0)`

export const MONEY: Invariant = {
  id: 'I1',
  title: 'Totals are the sums of their operations, and none exceeds its limit',
  find: async (ports) => [
    ...(await findViolations(
      ports,
      'totals differ from the operations',
      sql`with moved as (${MOVED}), moved_below as (${MOVED_BELOW}), expected as (
        select parent.id,
          coalesce(parent.approved_amount, parent.amount) + ${moved('INCREMENT')} as authorized,
          parent.authorized_amount, parent.captured_amount,
          parent.refunded_amount, parent.voided_amount,
          coalesce(parent.refund_failed_amount, 0) as refund_failed,
          case parent.transaction_type when 'AUTHORIZE' then ${moved('CAPTURE')} - ${movedBelow('VOID')}
            else coalesce(parent.approved_amount, parent.amount) - ${moved('VOID')} end as captured,
          ${moved('REFUND')} + ${movedBelow('REFUND')} as refunded,
          ${moved('VOID')} + ${movedBelow('VOID')} as voided
        from transactions as parent
        where parent.status = 'APPROVED'
          and parent.transaction_type in ('AUTHORIZE', 'PURCHASE', 'PAYMENT', 'CAPTURE')
      )
      select id, 'authorized ' || authorized_amount || '/' || authorized || ', captured ' || captured_amount || '/' || captured || ', refunded ' || refunded_amount || '/'
        || refunded || ', voided ' || voided_amount || '/' || voided as what
      from expected
      where authorized_amount is null or authorized_amount <> authorized or captured_amount <> captured
        or refunded_amount <> refunded or voided_amount <> voided or refunded - refund_failed > captured
        or captured < 0 or captured + voided > authorized`,
    )),
    ...(await findViolations(
      ports,
      'an approved extension did not move its expiry',
      sql`select parent.id, extension.id as what from transactions as extension
      join transactions as parent
        on parent.merchant_id = extension.merchant_id and parent.id = extension.parent_id
      where extension.transaction_type = 'EXTEND' and extension.status = 'APPROVED'
        and (parent.authorization_expires_at is null
          or parent.authorization_expires_at <= extension.created_at)`,
    )),
    ...(await findViolations(
      ports,
      'a part of it was kept that nobody requested',
      sql`select id, approved_amount || ' of ' || amount as what from transactions
      where approved_amount is not null and (approved_amount <= 0 or approved_amount >= amount
        or status <> 'APPROVED' or coalesce(keeps_partial_approval, 0) = 0)`,
    )),
    ...(await findViolations(
      ports,
      'its sums differ from its records',
      sql`with counted as (${COUNTED}), expected as (
        select merchant_id, holder_id,
          sum(case when kind = 'CAPTURE_FAILED' then amount else 0 end) as capture_failed,
          sum(case when kind in ('REFUND_FAILED', 'REFUND_REVERSED') then amount else 0 end) as refund_failed,
          sum(case when kind = 'RETURNED' then amount else 0 end) as returned,
          sum(case when kind not like 'DISPUTE%' then 0 when funds = 'WITHDRAWN' then amount
            when funds = 'REINSTATED' then -amount else 0 end) as disputed
        from counted group by merchant_id, holder_id
      )
      select transactions.id, null as what from transactions
      left join expected on expected.merchant_id = transactions.merchant_id
        and expected.holder_id = transactions.id
      where coalesce(capture_failed_amount, 0) <> coalesce(capture_failed, 0)
        or coalesce(refund_failed_amount, 0) <> coalesce(refund_failed, 0)
        or coalesce(returned_amount, 0) <> coalesce(returned, 0)
        or coalesce(disputed_amount, 0) <> coalesce(disputed, 0)`,
    )),
    ...(await findViolations(
      ports,
      'its currency is not that of its parent',
      sql`select child.id, child.currency || ' of ' || parent.currency as what
      from transactions as child
      join transactions as parent on parent.merchant_id = child.merchant_id and parent.id = child.parent_id
      where child.currency <> parent.currency`,
    )),
  ],
}
