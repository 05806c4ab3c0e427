import type { Kysely } from 'kysely'

import type { LinkAuditRecord } from '@sluice/platform/audit/audit-chain'
import type { AuditTables } from '@sluice/platform/audit/audit.tables'
import type { Dialect } from '@sluice/platform/database/dialect'

import type { TransactionTables } from '../transactions/index.ts'

/** A payment whose answer a client received, from the log of a load client with one line of JSON each. */
export interface AcknowledgedTransaction {
  readonly transaction_id: string
  /** The status in the answer. */
  readonly status: string
}

export interface InvariantPorts {
  readonly db: Kysely<AuditTables & TransactionTables>
  readonly dialect: Dialect
  readonly nowMs: number
  readonly linkRecord: LinkAuditRecord
  /** The names of ephemeral keys that are older than a sweep takes. */
  readonly findEphemeralKeys: () => Promise<readonly string[]>
  /** The keys and secrets in use. */
  readonly listKeys: () => Promise<readonly AgedKey[]>
  /** The providers' records by the keys of attempts; null if their books cannot be read here. */
  readonly readBooks: ((keys: readonly string[]) => Promise<readonly BookEntry[]>) | null
  /** The providers to which those books belong; null for all. */
  readonly bookkeepers: ReadonlySet<string> | null
  /** The answers that a client received; null if there is no log. */
  readonly acknowledged: readonly AcknowledgedTransaction[] | null
}

/** A provider's record for the key of an attempt. */
export interface BookEntry {
  readonly providerId: string
  readonly idempotencyKey: string
  /** The provider's answer to a status query now; null for a key that it promised never to execute. */
  readonly processingCode: string | null
  /** Whether the answer is final. */
  readonly isSettled: boolean
}

/** A key or secret that is rotated. */
export interface AgedKey {
  /** The name of the key for people, without any part of the key. */
  readonly name: string
  /** The start of its use, epoch milliseconds. */
  readonly usedSinceMs: number
  /** The maximum age, in days. */
  readonly limitDays: number
  /** The way to change it: a command, or a place. */
  readonly remedy: string
}

/** The reason why an invariant cannot be checked here. */
export class NotApplicable {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** A rule that holds after every failure. */
export interface Invariant {
  readonly id: string
  /** The rule as a sentence that is true while it holds. */
  readonly title: string
  /** Finds violations; each names a record and the problem. */
  find(ports: InvariantPorts): Promise<readonly string[] | NotApplicable>
}

export interface InvariantResult {
  readonly id: string
  readonly title: string
  readonly violations: readonly string[]
  /** The reason why it was not checked. */
  readonly skipped?: string
}

/** The maximum number of findings; the first are enough to see what happened. */
export const FINDINGS_MAX = 1_000
