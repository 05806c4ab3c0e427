import type { Connection } from '../database/connection.ts'
import type { LinkedRecord } from './audit-chain.ts'
import type { AuditEntry } from './audit-entry.ts'

/** Writes an entry in the commit of the change that it describes: both are committed, or neither. */
export type WriteAudit = (connection: Connection, entry: AuditEntry) => Promise<void>

/** The last entry of the chain. */
export interface AuditAnchor {
  readonly seq: number
  readonly hash: string
}

export interface AuditTrail {
  readonly write: WriteAudit
  /**
   * Assigns places in the chain to the entries that have none yet. Entries are written without one, because a chain
   * that commits had to wait for would make payments follow each other.
   *
   * @param onLinked - gets them in their order, once they are committed.
   * @returns how many were linked.
   */
  link(onLinked?: (records: readonly LinkedRecord[]) => Promise<void>): Promise<number>
  /**
   * The end of the chain; null while it is empty. Kept elsewhere, it shows that the chain was not cut off behind it.
   */
  findAnchor(): Promise<AuditAnchor | null>
}
