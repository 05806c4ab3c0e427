/**
 * Reads a gateway's database from outside. Only this file of the tests depends on the tables: tests read attempts,
 * events or charges, and need no change if a table is renamed.
 */

import { randomUUID } from 'node:crypto'

import type SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'

import { withDatabaseFile } from './embedded-database.ts'

export type Row = Readonly<Record<string, unknown>>

const TABLES = {
  transactions: 'transactions',
  attempts: 'attempts',
  /** The state and the lease of each transaction. */
  executions: 'continuations',
  authentications: 'attempt_authentications',
  /** The confirmations of attempts whose provider authenticates the shopper itself. */
  confirmations: 'attempt_confirmations',
  events: 'events',
  alerts: 'reconciliation_alerts',
  reportedOrders: 'provider_orders',
  /** The processed reports of providers. */
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
  /** The executed calls of the simulated card providers. */
  charges: 'simulated_authorizations',
  challenges: 'simulated_challenges',
  /** The orders at the simulated providers with pages. */
  orders: 'simulated_orders',
  callbacks: 'simulated_callbacks',
} as const

export type Book = keyof typeof TABLES

/** The table of a book, for statements that damage it. */
export const tableOf = (book: Book): string => TABLES[book]

/** The location of a gateway's database: the address of a server, or a data directory. */
export type BooksLocation = { readonly databaseUrl: string } | { readonly dataDir: string }

export class Books {
  readonly #location: BooksLocation

  constructor(location: BooksLocation) {
    this.#location = location
  }

  all(book: Book): Promise<readonly Row[]> {
    return this.query(`select * from ${TABLES[book]}`)
  }

  /** Returns the rows of one transaction. */
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

  /** Returns the calls that the simulated card providers executed for a transaction. */
  async chargesOf(transactionId: string): Promise<readonly Row[]> {
    const keys = (await this.of('attempts', transactionId)).map(({ id }) => id)
    const written = (await this.all('charges')).filter((row) => keys.includes(row['idempotency_key']))
    return written.filter((row) => row['type'] !== 'FENCE')
  }

  /** Clears the simulated providers, as if every call were still in transit to them. */
  async forgetCharges(): Promise<void> {
    await this.query(`delete from ${TABLES.charges} returning provider_id`)
  }

  /** Changes the declines of a transaction's providers to approvals. */
  async approveCharges(transactionId: string): Promise<void> {
    await this.query(
      `update ${TABLES.charges} set processing_code = '0000'
       where transaction_id = '${transactionId}' returning provider_id`,
    )
  }

  /** Makes the calls at the simulated providers older. */
  async ageCharges(byMs: number): Promise<void> {
    await this.query(`update ${TABLES.charges} set created_at = created_at - ${byMs} returning provider_id`)
  }

  /** Leaves a transaction to manual resolution, as after a day of status queries. */
  async leaveToPeople(transactionId: string): Promise<void> {
    const left = await this.query(
      `update ${TABLES.attempts} set status = 'NEEDS_DECISION', due_at = null
       where transaction_id = '${transactionId}' and status = 'UNKNOWN' returning id`,
    )
    if (left.length === 0) throw new Error(`The outcome of ${transactionId} is not unknown`)
  }

  /** Stores an event that could not be applied; returns its id for operators. */
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

  /**
   * Returns every row of every table that requests write, to test that nothing was stored. Failed requests are
   * excluded, because they are written at intervals.
   */
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

  /**
   * Returns the places in the gateway's own tables that contain one of these texts; the books of the simulated
   * providers are not searched.
   */
  async findTraces(texts: readonly string[]): Promise<readonly string[]> {
    const own = Object.entries(await this.#allTables()).filter(([name]) => !name.startsWith('simulated_'))
    return own.flatMap(([name, rows]) => {
      const stored = JSON.stringify(rows)
      return texts.filter((text) => stored.includes(text)).map((text) => `${name}: ${text}`)
    })
  }

  /** Runs a statement that works on both databases. */
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
