import { FINAL_STATUSES, type ProcessingCode, type TransactionStatus } from '@sluice/types/vocabulary'
import { type RawBuilder, sql } from 'kysely'

import { statusForCode, TRANSITIONS } from '../transactions/index.ts'
import { findViolations } from './ask.store.ts'
import type { Invariant, InvariantPorts } from './invariant.ts'

/** `from→to` of every allowed transition; a history begins with the status at creation. */
const STEPS = Object.entries(TRANSITIONS).flatMap(([from, followers]) => [
  `→${from}`,
  ...followers.map((to) => `${from}→${to}`),
])

const list = (values: readonly string[]): RawBuilder<unknown> =>
  sql.join(values.map((value) => sql.lit(value)))

export const STATES: Invariant = {
  id: 'I3',
  title: 'Statuses follow the table of transitions, every transition is recorded, and codes match statuses',
  find: async (ports) => [
    ...(await findViolations(
      ports,
      'a step of its history is missing or counted twice',
      sql`select transaction_id as id, null as what from transaction_history
      group by merchant_id, transaction_id having min(seq) <> 1 or max(seq) <> count(*)`,
    )),
    ...(await findViolations(
      ports,
      'its history has a step that is not allowed',
      sql`select transaction_id as id, coalesce(from_status, '') || '→' || to_status as what
      from transaction_history
      where coalesce(from_status, '') || '→' || to_status not in (${list(STEPS)})
        and (from_status is null or from_status <> to_status)`,
    )),
    ...(await findViolations(
      ports,
      'its status is not the last of its history',
      sql`select transactions.id, transactions.status || ', history ' || coalesce(latest.to_status, 'empty') as what
      from transactions
      left join transaction_history as latest on latest.merchant_id = transactions.merchant_id
        and latest.transaction_id = transactions.id
        and latest.seq = (select max(seq) from transaction_history as every
          where every.merchant_id = transactions.merchant_id and every.transaction_id = transactions.id)
      where latest.to_status is null or latest.to_status <> transactions.status`,
    )),
    ...(await findViolations(
      ports,
      'its session is open for a correction that no transaction waits for',
      sql`select transaction_id as id, processing_code as what from sessions
      where status = 'CREATED' and processing_code is not null and not exists (
        select 1 from continuations where continuations.merchant_id = sessions.merchant_id
          and continuations.transaction_id = sessions.transaction_id and continuations.step = 'CORRECTION')`,
    )),
    ...(await findViolations(
      ports,
      'its session is for another amount',
      // An INVALID payment moved no money, and leaves the session open for a change.
      sql`select transactions.id, cast(sessions.amount as text) as what from sessions
      join transactions on transactions.merchant_id = sessions.merchant_id
        and transactions.id = sessions.transaction_id
      where transactions.status <> 'INVALID' and transactions.amount <> sessions.amount`,
    )),
    ...(await findViolations(
      ports,
      'it waits for a correction that its session does not accept',
      sql`select transaction_id as id, null as what from continuations
      where step = 'CORRECTION' and not exists (
        select 1 from sessions where sessions.merchant_id = continuations.merchant_id
          and sessions.transaction_id = continuations.transaction_id
          and sessions.status = 'CREATED' and sessions.processing_code is not null)`,
    )),
    ...(await findViolations(
      ports,
      'a shopper was challenged for a charge without one',
      sql`select transaction_id as id, attempt_id as what from attempt_authentications
      where channel = '3RI' and (challenge_round > 0 or cres_received_at is not null)`,
    )),
    ...(await findMisfits(ports)),
  ],
}

/** The gateway's own rule maps codes to statuses, so few pairs occur and each can be checked. */
async function findMisfits({ db }: InvariantPorts): Promise<readonly string[]> {
  const pairs = await db
    .selectFrom('transactions')
    .select(['status', 'processing_code'])
    .select((eb) => eb.fn.min<string>('id').as('id'))
    .where('status', 'in', [...FINAL_STATUSES])
    .groupBy(['status', 'processing_code'])
    .execute()
  return pairs
    .filter(({ status, processing_code: code }) => code === null || !fits(status as TransactionStatus, code))
    .map(({ id, status, processing_code: code }) => `${id}: ${status} with processing code ${code}`)
}

/** A request that was refused before a provider call is INVALID, with any code. */
function fits(status: TransactionStatus, code: string): boolean {
  return status === statusForCode(code as ProcessingCode) || (status === 'INVALID' && code !== '0000')
}
