import { type Kysely, sql } from 'kysely'

import { uuidFloor } from '../kernel/random.ts'
import type { AuditTables } from './audit.tables.ts'
import type { AuditFilters, SearchAudit } from './audit-search.ts'

/** The maximum number of entries that one request reads: the trail has only one index, by time. */
const ROWS_READ_MAX = 2_000

const COLUMNS = ['id', 'about', 'actor', 'action', 'subject', 'detail', 'created_at', 'seq'] as const

/** Searches the trail from its end, some entries per page. */
export function createSearchAudit(db: Kysely<AuditTables>): SearchAudit {
  return async (filters, { beforeId, limit }) => {
    const { fromMs, toMs } = filters
    const read = db
      .selectFrom('audit_entries')
      .select(COLUMNS)
      .$if(beforeId !== null, (query) => query.where('id', '<', beforeId))
      .$if(fromMs !== undefined, (query) => query.where('id', '>=', uuidFloor(fromMs ?? 0)))
      .$if(toMs !== undefined, (query) => query.where('id', '<', uuidFloor(toMs ?? 0)))
      .orderBy('id', 'desc')
      .limit(ROWS_READ_MAX)
    const rows = await conditionsOf(filters)
      .reduce(
        (query, condition) => query.where(condition),
        db.selectFrom(read.as('read')).select(COLUMNS).orderBy('id', 'desc').limit(limit),
      )
      .execute()
    const entries = rows.map((row) => ({
      id: row.id,
      merchantId: row.about,
      actor: row.actor,
      action: row.action,
      subject: row.subject,
      detail: JSON.parse(row.detail) as Readonly<Record<string, string | number>>,
      createdAtMs: row.created_at,
      seq: row.seq,
    }))
    if (rows.length === limit) return { entries, nextBeforeId: rows.at(-1)?.id ?? null }
    const { last, count } = await db
      .selectFrom(read.as('read'))
      .select(({ fn }) => [fn.min('id').as('last'), fn.countAll().as('count')])
      .executeTakeFirstOrThrow()
    return { entries, nextBeforeId: Number(count) === ROWS_READ_MAX ? last : null }
  }
}

function conditionsOf({ merchantId, action, actionPrefix, actor, subject, userId }: AuditFilters) {
  const equal: Readonly<Record<string, string | undefined>> = { about: merchantId, action, actor, subject }
  return [
    ...Object.entries(equal).flatMap(([column, value]) =>
      value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`],
    ),
    ...(actionPrefix === undefined
      ? []
      : [sql<boolean>`action like ${`${likeText(actionPrefix)}%`} escape '!'`]),
    // The member's name and quotes around the id: no other member's text can be taken for it.
    ...(userId === undefined
      ? []
      : [sql<boolean>`detail like ${`%"user_id":${likeText(JSON.stringify(userId))}%`} escape '!'`]),
  ]
}

/** Returns a text that means itself within a pattern. */
function likeText(text: string): string {
  return text.replaceAll(/[!%_]/g, (sign) => `!${sign}`)
}
