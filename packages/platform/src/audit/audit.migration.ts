import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../database/dialect.ts'

/** An entry may get its place in the chain, once; otherwise it never changes. */
const WRITTEN_ONCE: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries
     WHEN OLD.seq IS NOT NULL OR NEW.id IS NOT OLD.id OR NEW.about IS NOT OLD.about OR NEW.actor IS NOT OLD.actor
       OR NEW.action IS NOT OLD.action OR NEW.subject IS NOT OLD.subject OR NEW.detail IS NOT OLD.detail
       OR NEW.created_at IS NOT OLD.created_at
     BEGIN SELECT RAISE(ABORT, 'an audit entry cannot change'); END`,
    `CREATE TRIGGER audit_entries_last BEFORE DELETE ON audit_entries
     BEGIN SELECT RAISE(ABORT, 'an audit entry cannot be deleted'); END`,
  ],
  postgres: [
    `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'an audit entry can neither change nor be deleted'; END $$`,
    `CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries FOR EACH ROW
     WHEN (OLD.seq IS NOT NULL
       OR (OLD.id, OLD.about, OLD.actor, OLD.action, OLD.subject, OLD.detail, OLD.created_at)
         IS DISTINCT FROM
         (NEW.id, NEW.about, NEW.actor, NEW.action, NEW.subject, NEW.detail, NEW.created_at))
     EXECUTE FUNCTION refuse_audit_change()`,
    `CREATE TRIGGER audit_entries_last BEFORE DELETE ON audit_entries FOR EACH ROW
     EXECUTE FUNCTION refuse_audit_change()`,
    `CREATE TRIGGER audit_entries_all BEFORE TRUNCATE ON audit_entries
     EXECUTE FUNCTION refuse_audit_change()`,
  ],
}

/** Entries of the audit trail. They outlive the merchants that they name, so they refer to no other table. */
export function createAuditTables(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('audit_entries')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('about', 'text')
        .addColumn('actor', 'text', (c) => c.notNull())
        .addColumn('action', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('detail', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('seq', 'integer', (c) => c.unique())
        .addColumn('hash', 'text')
        .execute()
      await db.schema
        .createIndex('audit_entries_unlinked')
        .on('audit_entries')
        .column('id')
        .where(sql.ref('seq'), 'is', null)
        .execute()
      for (const statement of WRITTEN_ONCE[dialect]) await sql.raw(statement).execute(db)
    },
  }
}
