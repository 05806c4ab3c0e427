import { isFinalStatus, type TransactionStatus } from '@sluice/types/vocabulary'

import { expectMoneyToAddUp } from '../../packages/gateway/test/money-invariant.ts'
import type { Bank } from './bank.ts'
import { readOutcomes } from './outcomes.ts'
import type { Receiver } from './receiver.ts'
import type { Shop } from './shop.ts'
import type { BooksReader } from './storage.ts'

interface TransactionRow {
  readonly id: string
  readonly parent_id: string | null
  readonly terminal_id: string
  readonly reference: string
  readonly status: TransactionStatus
  readonly steps: number
  readonly last_step: number | null
  readonly metadata: string | null
}

interface AttemptRow {
  readonly id: string
  readonly transaction_id: string
  readonly status: string
  readonly processing_code: string | null
}

const APPROVED = '0000'

/** The time within which a due delivery must have been attempted. */
const OVERDUE_MS = 120_000

/** Selects rows of merchants that have no subscription disabled for failing. */
const IS_SENDING = `not exists (select 1 from webhook_subscriptions s
  where s.merchant_id = t.merchant_id and s.status = 'DISABLED' and s.disabled_reason = 'FAILING')`

/** Columns that hold ciphertext, or hashes of requests that contain the sealed card. */
const SEALED = /sealed|^body_lookup$|^request_key$/

/** Checks the database after every step against the bank's ledger and the responses to the shop. */
export class Watch {
  readonly #bank: Bank
  readonly #shop: Shop
  readonly #receiver: Receiver
  readonly #ended = new Map<string, TransactionStatus>()
  #books: BooksReader | null = null
  #told = 0

  constructor(parties: { readonly bank: Bank; readonly shop: Shop; readonly receiver: Receiver }) {
    this.#bank = parties.bank
    this.#shop = parties.shop
    this.#receiver = parties.receiver
  }

  /** Reads this database from now on. */
  async open(books: BooksReader): Promise<void> {
    await this.close()
    this.#books = books
  }

  /** The database is not read between two lives. */
  async close(): Promise<void> {
    const books = this.#books
    this.#books = null
    await books?.close()
  }

  /** Whether anything had changed at the last check. */
  hasChanged = false

  /** The violation; null if there is none. */
  async look(): Promise<string | null> {
    this.hasChanged = false
    const complaint = [this.#bank, this.#shop, this.#receiver].flatMap(({ complaints }) => complaints)[0]
    if (complaint !== undefined) return complaint
    // Between two lives, the database is closed.
    if (this.#books === null) return null
    const isNews = this.#shop.acknowledged.length > this.#told
    this.#told = this.#shop.acknowledged.length
    if (!this.#books.haveChanged() && !isNews) return null
    this.hasChanged = true
    return this.#judge()
  }

  /** Transactions that are still open, except those that were left to manual resolution after a day of queries. */
  async findOpen(nowMs: number): Promise<string | null> {
    const [open] = await this.#all<{ readonly id: string; readonly status: string }>(
      `select id, status from transactions t where status in ('CREATED', 'PENDING')
        and not exists (select 1 from attempts a where a.transaction_id = t.id and a.status = 'NEEDS_DECISION')`,
    )
    if (open) return `I9: ${open.id} is still ${open.status}`
    // A jump of a week turns one earlier failure into five days of failures. Then nothing is sent until the
    // subscription is enabled.
    const events = await this.#all<{ readonly id: string }>(`select id from events t where ${IS_SENDING}`)
    const untold = events.find(({ id }) => !this.#receiver.received.has(id))
    if (untold) return `I5: the event ${untold.id} was never delivered`
    // Messages that the receiver got, but too late for the gateway, wait behind others of a subscription that
    // failed.
    const [overdue] = await this.#all<{ readonly event_id: string }>(
      `select event_id from webhook_deliveries t where status = 'DUE' and next_at < ${nowMs - OVERDUE_MS}
        and (lease_until is null or lease_until < ${nowMs - OVERDUE_MS}) and ${IS_SENDING}`,
    )
    return overdue ? `I5: the delivery of ${overdue.event_id} is overdue` : null
  }

  /** Returns every row of every table, with and without its ciphertext. */
  async copyBooks(): Promise<readonly { readonly row: string; readonly unsealed: string }[]> {
    const copied: { readonly row: string; readonly unsealed: string }[] = []
    for (const name of (await this.#books?.listTables()) ?? []) {
      for (const row of await this.#all<object>(`select * from "${name}"`)) {
        copied.push({
          row: `${name} ${JSON.stringify(row)}`,
          unsealed: `${name} ${JSON.stringify(row, (column, value: unknown) => (SEALED.test(column) ? null : value))}`,
        })
      }
    }
    return copied
  }

  async readOutcomes(): Promise<readonly string[]> {
    return this.#books === null
      ? []
      : readOutcomes(this.#books, { bank: this.#bank, receiver: this.#receiver })
  }

  async #judge(): Promise<string | null> {
    const rows = (
      await this.#all<TransactionRow>(
        `select id, parent_id, terminal_id, reference, status, metadata,
          (select count(*) from transaction_history h where h.transaction_id = t.id) as steps,
          (select max(seq) from transaction_history h where h.transaction_id = t.id) as last_step
        from transactions t`,
      )
    ).map((row) => ({ ...row, steps: Number(row.steps) }))
    const attempts = await this.#all<AttemptRow>(
      'select id, transaction_id, status, processing_code from attempts',
    )
    try {
      await expectMoneyToAddUp((query) => this.#all(query))
    } catch (error) {
      return `I1, I4: ${(error as Error).message}`
    }
    return (
      this.#findSecondOfReference(rows) ??
      this.#findSecondOfIntent(rows) ??
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

  /** An intent with a key happens once, however often it is sent. */
  #findSecondOfIntent(rows: readonly TransactionRow[]): string | null {
    const seen = new Set<string>()
    for (const { metadata } of rows) {
      const { intent } = JSON.parse(metadata ?? '{}') as { readonly intent?: string }
      if (intent === undefined || !this.#shop.named.has(intent)) continue
      if (seen.has(intent)) return `I2: ${intent} was sent under one key, and done twice`
      seen.add(intent)
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
    for (const { intent, transactionId, status } of this.#shop.acknowledged) {
      const now = statuses.get(transactionId)
      if (now === undefined) return `I7: ${intent} was answered ${status}, and ${transactionId} is gone`
      if (isFinalStatus(status) && now !== status)
        return `I7: ${intent} was answered ${status}, and ${transactionId} is ${now}`
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

  async #all<Row>(query: string): Promise<readonly Row[]> {
    return ((await this.#books?.all(query)) ?? []) as readonly Row[]
  }
}
