import type { Fixed, Late } from '../database/columns.ts'
import { happened, type OwnedTables } from '../database/owned-tables.ts'

/** Rows of the audit trail. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface AuditTables {
  audit_entries: AuditEntryTable
}

/** Actions on keys, cards and money, with their actors; a chain of hashes shows whether one was changed or omitted. */
export interface AuditEntryTable {
  id: Fixed<string>
  /** The merchant that it is about, which may be gone; null when it concerns all. */
  about: Fixed<string | null>
  /** merchant | operator | gateway */
  actor: Fixed<string>
  action: Fixed<string>
  subject: Fixed<string>
  /** JSON. */
  detail: Fixed<string>
  created_at: Fixed<number>
  /** 1, 2, 3 … without gaps; null until it is linked. */
  seq: Late<number>
  /** Ties it to the entry before it. */
  hash: Late<string>
}

export const AUDIT_TABLES: OwnedTables<keyof AuditTables> = {
  tenants: [],
  service: ['audit_entries'],
  deadlines: [],
  realTimes: happened('created_at', 'audit_entries'),
  erasure: {
    audit_entries: { kept: 'id about actor action subject detail created_at seq hash' },
  },
}
