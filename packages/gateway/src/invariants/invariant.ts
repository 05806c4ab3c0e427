import type { Kysely } from 'kysely'

import type { LinkAuditRecord } from '@sluice/platform/audit/audit-chain'
import type { AuditTables } from '@sluice/platform/audit/audit.tables'
import type { Dialect } from '@sluice/platform/database/dialect'

import type { TransactionTables } from '../transactions/index.ts'

/** A payment whose answer a client holds: what a load client wrote down, a line of JSON each. */
export interface AcknowledgedTransaction {
  readonly transaction_id: string
  /** As it was answered. */
  readonly status: string
}

export interface InvariantPorts {
  readonly db: Kysely<AuditTables & TransactionTables>
  readonly dialect: Dialect
  readonly nowMs: number
  readonly linkRecord: LinkAuditRecord
  /** The names of ephemeral keys that exist for longer than a sweep takes. */
  readonly findEphemeralKeys: () => Promise<readonly string[]>
  /** Keys and secrets in use. */
  readonly listKeys: () => Promise<readonly AgedKey[]>
  /** What providers wrote down under the keys of attempts; null where their books cannot be read here. */
  readonly readBooks: ((keys: readonly string[]) => Promise<readonly BookEntry[]>) | null
  /** The providers whose books those are; null for all. */
  readonly bookkeepers: ReadonlySet<string> | null
  /** Null: no log was given. */
  readonly acknowledged: readonly AcknowledgedTransaction[] | null
}

/** What a provider wrote down under the key of an attempt. */
export interface BookEntry {
  readonly providerId: string
  readonly idempotencyKey: string
  /** What the provider answers when it is asked now; null of a key that it promised never to execute. */
  readonly processingCode: string | null
  /** Whether that stays so. */
  readonly isSettled: boolean
}

/** A key or secret that is changed from time to time. */
export interface AgedKey {
  /** What people call it; nothing of the key itself. */
  readonly name: string
  /** Since when it is used; epoch milliseconds. */
  readonly usedSinceMs: number
  /** How long it may be used, in days. */
  readonly limitDays: number
  /** What changes it: a command, or a place. */
  readonly remedy: string
}

/** Why an invariant cannot be judged here. */
export class NotApplicable {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** What holds after every failure. */
export interface Invariant {
  readonly id: string
  /** A sentence that is true while it holds. */
  readonly title: string
  /** Looks for what breaks it; each finding names a record and says what is wrong with it. */
  find(ports: InvariantPorts): Promise<readonly string[] | NotApplicable>
}

export interface InvariantResult {
  readonly id: string
  readonly title: string
  readonly violations: readonly string[]
  /** Why it was not judged. */
  readonly skipped?: string
}

/** More are not read; the first are enough to see what happened. */
export const FINDINGS_MAX = 1_000
