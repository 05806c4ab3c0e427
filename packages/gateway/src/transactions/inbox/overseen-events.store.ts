import type { UnappliedEventState } from '@sluice/types/vocabulary'
import { type Kysely, type Selectable, sql } from 'kysely'

import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import type { Transact } from '@sluice/platform/database/transact'

import type { ProviderEventTable, TransactionTables } from '../transactions.tables.ts'
import { countUnappliedEvents } from './inbox.store.ts'
import type { EventCount, EventKey } from './inbox.ts'

/** An event that was not applied, as operators see it. */
export interface OverseenEvent extends EventKey {
  readonly state: UnappliedEventState
  readonly kind: string
  /** Null if the payment is unknown. */
  readonly transactionId: string | null
  readonly tries: number
  readonly failures: number
  readonly occurredAtMs: number
  readonly receivedAtMs: number
  /** The time at which it is applied again; null if it is not. */
  readonly dueAtMs: number | null
  /** Whether its payload is still stored, without which it cannot be applied. */
  readonly hasPayload: boolean
}

/** Lists the events that were not applied for operators, and schedules broken ones again. */
export interface OverseenEvents {
  count(): Promise<readonly EventCount[]>
  /** Returns the newest events of a state. */
  list(state: UnappliedEventState): Promise<readonly OverseenEvent[]>
  /**
   * Makes a broken event due, with an entry in the audit trail. Returns null unless it is broken and its payload is
   * still stored.
   */
  retry(event: EventKey, reason: string): Promise<OverseenEvent | null>
}

/** People see the newest; the rest is only counted. */
const LISTED_MAX = 100

export function createOverseenEvents<DB extends TransactionTables>(options: {
  readonly db: Kysely<DB>
  readonly transact: Transact<DB>
  readonly audit: AuditTrail
}): OverseenEvents {
  const { transact, audit } = options
  const db = options.db as unknown as Kysely<TransactionTables>
  return {
    count: () => countUnappliedEvents(db),

    async list(state) {
      const rows = await db
        .selectFrom('provider_events')
        .selectAll()
        // Must equal the condition of the index.
        .where(sql<boolean>`state <> 'APPLIED'`)
        .where('state', '=', state)
        .orderBy('received_at', 'desc')
        .limit(LISTED_MAX)
        .execute()
      return rows.map(toOverseen)
    },

    retry: ({ providerId, accountId, id }, reason) =>
      transact(async (transaction) => {
        const trx = transaction as unknown as Kysely<TransactionTables>
        const row = await trx
          .updateTable('provider_events')
          // Another machine may apply it, and the clock of this one may be ahead.
          .set((eb) => ({ state: 'WAITING', failures: 0, due_at: eb.ref('received_at') }))
          .where('provider_id', '=', providerId)
          .where('provider_account_id', '=', accountId)
          .where('event_id', '=', id)
          .where('state', '=', 'BROKEN')
          .where('sealed_event', 'is not', null)
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) return null
        await audit.write(trx, {
          merchantId: null,
          actor: 'operator',
          action: 'provider.event.retry',
          subject: `${providerId}/${accountId}`,
          detail: { event_id: id, reason },
        })
        return toOverseen(row)
      }),
  }
}

function toOverseen(row: Selectable<ProviderEventTable>): OverseenEvent {
  return {
    providerId: row.provider_id,
    accountId: row.provider_account_id,
    id: row.event_id,
    state: row.state as UnappliedEventState,
    kind: row.kind,
    transactionId: row.transaction_id,
    tries: row.tries,
    failures: row.failures,
    occurredAtMs: row.occurred_at,
    receivedAtMs: row.received_at,
    dueAtMs: row.due_at,
    hasPayload: row.sealed_event !== null,
  }
}
