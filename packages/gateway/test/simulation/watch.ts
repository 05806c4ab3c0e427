import { join } from 'node:path'

import SqliteDatabase from 'better-sqlite3'
import { isFinalStatus, type TransactionStatus } from '@sluice/types/vocabulary'

import { expectMoneyToAddUp } from '../money-invariant.ts'
import type { Bank } from './bank.ts'
import type { Receiver } from './receiver.ts'
import type { Shop } from './shop.ts'

interface TransactionRow {
  readonly id: string
  readonly parent_id: string | null
  readonly terminal_id: string
  readonly reference: string
  readonly status: TransactionStatus
  readonly steps: number
  readonly last_step: number | null
}

interface AttemptRow {
  readonly id: string
  readonly transaction_id: string
  readonly status: string
  readonly processing_code: string | null
}

const APPROVED = '0000'

/** Columns whose bytes are of a cipher, and hashes of a request's bytes, in which the card stands sealed. */
const SEALED = /sealed|^body_lookup$|^request_key$/

/** Looks at the books after every step, and holds them against what the bank booked and the shop was told. */
export class Watch {
  readonly #bank: Bank
  readonly #shop: Shop
  readonly #receiver: Receiver
  readonly #ended = new Map<string, TransactionStatus>()
  #file: SqliteDatabase.Database | null = null
  /** Prepared once: every step asks. */
  #readVersion: SqliteDatabase.Statement | null = null
  #version: unknown = null
  #told = 0

  constructor(parties: { readonly bank: Bank; readonly shop: Shop; readonly receiver: Receiver }) {
    this.#bank = parties.bank
    this.#shop = parties.shop
    this.#receiver = parties.receiver
  }

  /** Looks at the books of this directory from now on. */
  open(dataDir: string): void {
    this.close()
    this.#file = new SqliteDatabase(join(dataDir, 'sluice.db'), { readonly: true })
    this.#readVersion = this.#file.prepare('pragma data_version').pluck()
  }

  close(): void {
    this.#file?.close()
    this.#file = null
    this.#readVersion = null
    this.#version = null
  }

  /** Whether there was anything new at the last look. */
  hasChanged = false

  /** What is wrong; null while all is well. */
  async look(): Promise<string | null> {
    this.hasChanged = false
    const complaint = [this.#bank, this.#shop, this.#receiver].flatMap(({ complaints }) => complaints)[0]
    if (complaint !== undefined) return complaint
    // Between two lives the books are closed.
    if (this.#file === null) return null
    const isNews = this.#shop.acknowledged.length > this.#told
    this.#told = this.#shop.acknowledged.length
    const version = this.#readVersion?.get()
    if (version === this.#version && !isNews) return null
    this.#version = version
    this.hasChanged = true
    return this.#judge()
  }

  /** What is still open, other than what was left to people after a day of questions. */
  findOpen(): string | null {
    const open = this.#all<{ readonly id: string; readonly status: string }>(
      `select id, status from transactions t where status in ('CREATED', 'PENDING')
        and not exists (select 1 from attempts a where a.transaction_id = t.id and a.status = 'NEEDS_DECISION')`,
    )[0]
    if (open) return `I9: ${open.id} is still ${open.status}`
    // A jump of a week makes one failure before it five days of failures: then nothing is sent until somebody enables it.
    const untold = this.#all<{ readonly id: string }>(
      `select id from events e where not exists (select 1 from webhook_subscriptions s
        where s.merchant_id = e.merchant_id and s.status = 'DISABLED' and s.disabled_reason = 'FAILING')`,
    ).find(({ id }) => !this.#receiver.received.has(id))
    return untold ? `I5: the event ${untold.id} was never delivered` : null
  }

  /** Every row of every table, and once more without what is sealed in the row. */
  copyBooks(): readonly { readonly row: string; readonly unsealed: string }[] {
    const tables = this.#all<{ readonly name: string }>(`select name from sqlite_master where type = 'table'`)
    return tables.flatMap(({ name }) =>
      this.#all<object>(`select * from "${name}"`).map((row) => ({
        row: `${name} ${JSON.stringify(row)}`,
        unsealed: `${name} ${JSON.stringify(row, (column, value: unknown) => (SEALED.test(column) ? null : value))}`,
      })),
    )
  }

  async #judge(): Promise<string | null> {
    const rows = this.#all<TransactionRow>(
      `select id, parent_id, terminal_id, reference, status,
        (select count(*) from transaction_history h where h.transaction_id = t.id) as steps,
        (select max(seq) from transaction_history h where h.transaction_id = t.id) as last_step
      from transactions t`,
    )
    const attempts = this.#all<AttemptRow>('select id, transaction_id, status, processing_code from attempts')
    try {
      await expectMoneyToAddUp((query) => Promise.resolve(this.#all(query)))
    } catch (error) {
      return `I1, I4: ${(error as Error).message}`
    }
    return (
      this.#findSecondOfReference(rows) ??
      this.#findChangedEnd(rows) ??
      this.#findForgotten(rows) ??
      this.#findDisagreement(rows, attempts)
    )
  }

  #findSecondOfReference(rows: readonly TransactionRow[]): string | null {
    const seen = new Set<string>()
    for (const { parent_id, terminal_id, reference } of rows) {
      if (parent_id !== null) continue
      const name = `${terminal_id} ${reference}`
      if (seen.has(name)) return `I2: two transactions have the reference ${reference}`
      seen.add(name)
    }
    return null
  }

  #findChangedEnd(rows: readonly TransactionRow[]): string | null {
    for (const { id, status, steps, last_step } of rows) {
      const before = this.#ended.get(id)
      if (before !== undefined && before !== status) return `I3: ${id} was ${before} and is ${status}`
      if (isFinalStatus(status)) this.#ended.set(id, status)
      if (steps !== last_step) return `I3: the history of ${id} has ${steps} steps, the last is ${last_step}`
    }
    for (const id of this.#ended.keys())
      if (!rows.some((row) => row.id === id)) return `I3: ${id} had ended and is gone`
    return null
  }

  #findForgotten(rows: readonly TransactionRow[]): string | null {
    const statuses = new Map(rows.map(({ id, status }) => [id, status]))
    for (const { wish, transactionId, status } of this.#shop.acknowledged) {
      const now = statuses.get(transactionId)
      if (now === undefined) return `I7: ${wish} was answered ${status}, and ${transactionId} is gone`
      if (isFinalStatus(status) && now !== status)
        return `I7: ${wish} was answered ${status}, and ${transactionId} is ${now}`
    }
    return null
  }

  #findDisagreement(rows: readonly TransactionRow[], attempts: readonly AttemptRow[]): string | null {
    const approvals = new Set<string>()
    for (const { id, transaction_id, status, processing_code: code } of attempts) {
      if (status !== 'ENDED') continue
      const decision = this.#bank.bookings.get(id)?.decision ?? 'never booked'
      if ((code === APPROVED) !== (decision === 'APPROVED'))
        return `I8: the attempt ${id} of ${transaction_id} ended ${code}, and its provider says ${decision}`
      if (code === APPROVED) approvals.add(transaction_id)
    }
    const unfounded = rows.find(({ id, status }) => (status === 'APPROVED') !== approvals.has(id))
    return unfounded
      ? `I8: ${unfounded.id} is ${unfounded.status}, and ${approvals.has(unfounded.id) ? 'an' : 'no'} attempt of it was approved`
      : null
  }

  #all<Row>(query: string): readonly Row[] {
    return (this.#file?.prepare(query).all() ?? []) as Row[]
  }
}
