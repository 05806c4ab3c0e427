import type { Kysely } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import { withTables } from '../database/connection.ts'
import { isUniqueViolation } from '../database/database-errors.ts'
import type { Dialect } from '../database/dialect.ts'
import type { AuditTables } from './audit.tables.ts'
import type { Transact } from '../database/transact.ts'
import { CHAIN_START, type LinkAuditRecord, type LinkedRecord } from './audit-chain.ts'
import { describeOrigin } from './audit-origin.ts'
import type { AuditAnchor, AuditTrail } from './audit-trail.ts'

/** One commit links this many entries; other processes that link entries wait for it. */
const LINK_BATCH = 500

export function createAuditTrail(options: {
  readonly db: Kysely<AuditTables>
  readonly transact: Transact<AuditTables>
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  readonly linkRecord: LinkAuditRecord
}): AuditTrail {
  const { db, transact, dialect, clock, random, linkRecord } = options
  const findAnchor = async (connection: Kysely<AuditTables>): Promise<AuditAnchor | null> => {
    const row = await connection
      .selectFrom('audit_entries')
      .select(['seq', 'hash'])
      .where('seq', 'is not', null)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row || row.seq === null || row.hash === null) return null
    return { seq: row.seq, hash: row.hash }
  }
  const linkBatch = () =>
    transact(async (trx) => {
      const records = await trx
        .selectFrom('audit_entries')
        .select(['id', 'about', 'actor', 'action', 'subject', 'detail', 'created_at'])
        .where('seq', 'is', null)
        .orderBy('id')
        .limit(LINK_BATCH)
        // Another process that chains at the same time waits here, and then finds these chained. SQLite has one writer
        // anyway.
        .$if(dialect === 'postgres', (query) => query.forUpdate())
        .execute()
      if (records.length === 0) return []
      const linked: LinkedRecord[] = []
      const anchor = await findAnchor(trx)
      let seq = anchor?.seq ?? 0
      let hash = anchor?.hash ?? CHAIN_START
      for (const record of records) {
        seq += 1
        hash = linkRecord(hash, seq, record)
        await trx.updateTable('audit_entries').set({ seq, hash }).where('id', '=', record.id).execute()
        linked.push({ ...record, seq, hash })
      }
      return linked
    })

  return {
    async write(connection, { merchantId, actor, action, subject, detail }) {
      await withTables<AuditTables>(connection)
        .insertInto('audit_entries')
        .values({
          id: random.uuid(),
          about: merchantId,
          actor,
          action,
          subject,
          // The request goes last, so that no member of an entry hides where it came from.
          detail: JSON.stringify({ ...detail, ...describeOrigin() }),
          created_at: clock.now(),
        })
        .execute()
    },

    async link(onLinked) {
      try {
        const linked = await linkBatch()
        if (linked.length > 0) await onLinked?.(linked)
        return linked.length
      } catch (error) {
        // Another process gave out the same places first: what it left is for the next round.
        if (isUniqueViolation(error, 'audit_entries')) return 0
        throw error
      }
    },

    findAnchor: () => findAnchor(db),
  }
}
