import { type Kysely, sql } from 'kysely'

import type { Dialect } from '@sluice/platform/database/dialect'

import type { EventFeed, EventPlace, FedEvent } from './event-feed.ts'
import type { WebhookTables } from './webhooks.tables.ts'

/** Every commit below it has ended, so nothing can be inserted before it. */
const SETTLED_BELOW = sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
/** A separator that occurs in no merchant id. */
const SEPARATOR = ','
/** No commit of this server has it or a greater one. */
const NOT_YET_GIVEN = sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`

/** Reads the outbox in the order of its commits. @decision 0275 */
export function createEventFeed(db: Kysely<WebhookTables>, dialect: Dialect): EventFeed {
  const selectEvents = (merchantId: string) => {
    const all = db
      .selectFrom('events')
      .select(['id', 'type', 'payload', 'commit_order', 'position'])
      .where('merchant_id', '=', merchantId)
    return dialect === 'sqlite' ? all : all.where('commit_order', '<', SETTLED_BELOW)
  }
  // Events of saved cards are excluded, because they name cards that can be charged. So are edited copies of the test
  // tools, which have their own ids.
  const selectDelivered = (merchantId: string) =>
    selectEvents(merchantId).where('type', 'like', 'transaction-svc:%').whereRef('transaction_id', '<>', 'id')
  return {
    async prepare(merchantId) {
      if (dialect === 'sqlite') return
      // Events of a database that was restored on another server, where commits are numbered from the beginning.
      await db
        .updateTable('events')
        .set({ commit_order: 0 })
        .where('merchant_id', '=', merchantId)
        .where('commit_order', '>=', NOT_YET_GIVEN)
        .execute()
    },

    async findPlace(merchantId, eventId) {
      const row = await selectEvents(merchantId).where('id', '=', eventId).executeTakeFirst()
      return row ? toPlace(row) : null
    },

    async findNewest(merchantId) {
      const row = await selectDelivered(merchantId)
        .orderBy('commit_order', 'desc')
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? toEvent(row) : null
    },

    async findNewestIds(merchantIds) {
      const { rows } = await sql<{ readonly merchant_id: string; readonly id: string }>`
        select listening.merchant_id, newest.id
        from unnest(string_to_array(${merchantIds.join(SEPARATOR)}, ${SEPARATOR})) as listening (merchant_id)
        cross join lateral (
          select id from events
          where events.merchant_id = listening.merchant_id and commit_order < ${SETTLED_BELOW}
          order by commit_order desc, position desc limit 1
        ) as newest
      `.execute(db)
      return new Map(rows.map(({ merchant_id: merchantId, id }) => [merchantId, id]))
    },

    async listAfter(merchantId, { commitOrder, position }, limit) {
      const rows = await selectDelivered(merchantId)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('commit_order', 'position'), '>', tuple(commitOrder, position)),
        )
        .orderBy('commit_order')
        .orderBy('position')
        .limit(limit)
        .execute()
      return rows.map(toEvent)
    },
  }
}

interface Row {
  readonly id: string
  readonly type: string
  readonly payload: string
  readonly commit_order: number
  readonly position: number
}

function toPlace({ commit_order: commitOrder, position }: Row): EventPlace {
  return { commitOrder, position }
}

function toEvent(row: Row): FedEvent {
  return { id: row.id, type: row.type, payload: row.payload, place: toPlace(row) }
}
