/**
 * What a gateway wrote down, read beside it. The one file of the tests that knows which table holds what: a test asks
 * for attempts, events or charges, and keeps its words when a table changes its name.
 */

import { randomUUID } from 'node:crypto'

import type SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'

import { withDatabaseFile } from './embedded-database.ts'

export type Row = Readonly<Record<string, unknown>>

const TABLES = {
  transactions: 'transactions',
  attempts: 'attempts',
  /** Where each transaction stands, and who works on it until when. */
  executions: 'continuations',
  authentications: 'attempt_authentications',
  /** What attempts keep whose provider authenticates the shopper itself. */
  confirmations: 'attempt_confirmations',
  events: 'events',
  alerts: 'reconciliation_alerts',
  reportedOrders: 'provider_orders',
  /** Reports of providers that were acted upon. */
  receipts: 'provider_callbacks',
  sessions: 'sessions',
  references: 'reference_holds',
  savedCards: 'payment_methods',
  storedAnswers: 'stored_answers',
  paymentLinks: 'payment_links',
  removedMerchants: 'removed_merchants',
  audit: 'audit_entries',
  subscriptions: 'webhook_subscriptions',
  deliveries: 'webhook_deliveries',
  deliveryAttempts: 'webhook_attempts',
  subscribedEvents: 'webhook_subscription_events',
  /** What the simulated card providers executed. */
  charges: 'simulated_authorizations',
  challenges: 'simulated_challenges',
  /** What the simulated providers with pages were asked for. */
  orders: 'simulated_orders',
  callbacks: 'simulated_callbacks',
} as const

export type Book = keyof typeof TABLES

/** For statements that damage a book. */
export const tableOf = (book: Book): string => TABLES[book]

/** Where a gateway keeps its books: the address of a server, or a data directory. */
export type BooksLocation = { readonly databaseUrl: string } | { readonly dataDir: string }

export class Books {
  readonly #location: BooksLocation

  constructor(location: BooksLocation) {
    this.#location = location
  }

  all(book: Book): Promise<readonly Row[]> {
    return this.query(`select * from ${TABLES[book]}`)
  }

  /** The rows of one transaction. */
  async of(book: Book, transactionId: string): Promise<readonly Row[]> {
    const column = book === 'transactions' ? 'id' : 'transaction_id'
    return (await this.all(book)).filter((row) => row[column] === transactionId)
  }

  async transaction(id: string | undefined): Promise<Row | undefined> {
    return (await this.all('transactions')).find((row) => row['id'] === id)
  }

  async count(book: Book): Promise<number> {
    const [row] = await this.query(`select count(*) as count from ${TABLES[book]}`)
    return Number(row?.['count'])
  }

  /** What the simulated card providers executed for a transaction. */
  async chargesOf(transactionId: string): Promise<readonly Row[]> {
    const keys = (await this.of('attempts', transactionId)).map(({ id }) => id)
    const written = (await this.all('charges')).filter((row) => keys.includes(row['idempotency_key']))
    return written.filter((row) => row['type'] !== 'FENCE')
  }

  /** The simulated providers lose their memory, as if every call were still on its way to them. */
  async forgetCharges(): Promise<void> {
    await this.query(`delete from ${TABLES.charges} returning provider_id`)
  }

  /** The providers of a transaction approve what they had declined. */
  async approveCharges(transactionId: string): Promise<void> {
    await this.query(
      `update ${TABLES.charges} set processing_code = '0000'
       where transaction_id = '${transactionId}' returning provider_id`,
    )
  }

  /** Calls of the simulated providers become older than what asks for them. */
  async ageCharges(byMs: number): Promise<void> {
    await this.query(`update ${TABLES.charges} set created_at = created_at - ${byMs} returning provider_id`)
  }

  /** A day of questions passes: a person has to find out what became of the transaction. */
  async leaveToPeople(transactionId: string): Promise<void> {
    await this.query(
      `update ${TABLES.attempts} set status = 'NEEDS_DECISION', due_at = null
       where transaction_id = '${transactionId}' and status = 'UNKNOWN' returning id`,
    )
  }

  /** Stores an event that could not be applied; gives how an operator names it. */
  async breakEvent(): Promise<{
    payment_provider_id: string
    payment_provider_account_id: string
    event_id: string
  }> {
    const id = `evt-${randomUUID()}`
    await this.query(
      `insert into provider_events (provider_id, provider_account_id, event_id, state, kind, fact, body_hash, sealed_event,
         tries, failures, occurred_at, received_at)
       values ('sim-a', 'sim-a-eur', '${id}', 'BROKEN', 'RECORD', '${id}', 'hash', '\\x00', 5, 5, 1, ${Date.now()})
       returning event_id`,
    )
    return { payment_provider_id: 'sim-a', payment_provider_account_id: 'sim-a-eur', event_id: id }
  }

  /** Every row of every table that requests write, for "nothing was stored". Notes of failures are written by time. */
  async everything(): Promise<Record<string, readonly Row[]>> {
    const { failed_requests: _, ...tables } = await this.#allTables()
    return tables
  }

  async #allTables(): Promise<Record<string, readonly Row[]>> {
    const names = await this.query(
      'databaseUrl' in this.#location
        ? `select tablename as name from pg_tables where schemaname = 'public' order by name`
        : `select name from sqlite_master where type = 'table' order by name`,
    )
    const tables: Record<string, readonly Row[]> = {}
    for (const { name } of names) tables[String(name)] = await this.query(`select * from "${String(name)}"`)
    return tables
  }

  /** Where one of these texts stands in the gateway's own tables; the simulated providers keep their own books. */
  async findTraces(texts: readonly string[]): Promise<readonly string[]> {
    const own = Object.entries(await this.#allTables()).filter(([name]) => !name.startsWith('simulated_'))
    return own.flatMap(([name, rows]) => {
      const stored = JSON.stringify(rows)
      return texts.filter((text) => stored.includes(text)).map((text) => `${name}: ${text}`)
    })
  }

  /** Runs a statement that means the same on both databases. */
  async query(statement: string): Promise<readonly Row[]> {
    if ('dataDir' in this.#location)
      return withDatabaseFile(this.#location.dataDir, (file) => queryFile(file, statement))
    const client = new Client({ connectionString: this.#location.databaseUrl })
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }
}

function queryFile(file: SqliteDatabase.Database, statement: string): readonly Row[] {
  const prepared = file.prepare(statement)
  if (prepared.reader) return prepared.all() as Row[]
  prepared.run()
  return []
}
