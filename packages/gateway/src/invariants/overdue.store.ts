import { type RawBuilder, sql } from 'kysely'

import { findViolations } from './ask.store.ts'
import type { Invariant, InvariantPorts } from './invariant.ts'

/** Jobs run every second, so work that is a minute late was missed. */
const LATE_MS = 60_000

/** Everything with a deadline, and the condition under which it is overdue. */
const DEADLINES: readonly {
  readonly problem: string
  readonly query: (sinceMs: number) => RawBuilder<unknown>
}[] = [
  {
    problem: 'its lease expired and no process took over',
    query: (since) => sql`select transaction_id as id, step as what from continuations
      where step = 'WORKING' and lease_until < ${since}`,
  },
  {
    problem: 'it is overdue and has not ended',
    query: (since) => sql`select transaction_id as id, step as what from continuations
      where step in ('FINGERPRINT', 'CHALLENGE', 'REDIRECT', 'CORRECTION') and expires_at < ${since}`,
  },
  {
    problem: 'its provider should have been queried',
    query: (since) => sql`select transaction_id as id, status as what from attempts
      where status in ('STARTED', 'UNKNOWN', 'PENDING') and due_at < ${since}`,
  },
  {
    problem: 'its outcome is unknown, no status query is due, and no alert was raised',
    query: () => sql`select transactions.id, attempts.status as what
      from attempts
      join transactions on transactions.merchant_id = attempts.merchant_id
        and transactions.id = attempts.transaction_id
      where attempts.status in ('UNKNOWN', 'PENDING') and attempts.due_at is null
        and transactions.status = 'PENDING'
        and not exists (select 1 from reconciliation_alerts as alerts
          where alerts.merchant_id = attempts.merchant_id and alerts.transaction_id = attempts.transaction_id
            and alerts.attempt_id = attempts.id)`,
  },
  {
    problem: 'its session has expired but is still open',
    query: (since) => sql`select reference as id, status as what from sessions
      where status = 'CREATED' and expires_at < ${since}`,
  },
  {
    problem: 'its remaining amount should have been released',
    query: (since) => sql`select id, null as what from transactions where release_due_at < ${since}`,
  },
  {
    problem: 'its money should have been returned',
    query: (since) => sql`select transaction_id as id, kind as what from reconciliation_alerts
      where reversal_due_at < ${since}`,
  },
]

export const OVERDUE: Invariant = {
  id: 'I9',
  title: 'Nothing is stuck: due work is done within a minute',
  async find(ports: InvariantPorts) {
    const sinceMs = ports.nowMs - LATE_MS
    const found: string[] = []
    for (const { problem, query } of DEADLINES)
      found.push(...(await findViolations(ports, problem, query(sinceMs))))
    return found
  },
}
