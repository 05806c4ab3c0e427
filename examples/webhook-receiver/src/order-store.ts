import Database from 'better-sqlite3'
import { changeByTransaction, type Order, type OrderChange, type ReportedTransaction } from './order.ts'

/** The effect of an update on the store. */
export type Settlement =
  /** The order was open and no longer is: this happens once in its life. */
  | 'SETTLED'
  /** The order was settled before, or nothing is decided yet. */
  | 'UNCHANGED'
  /** The transaction does not fit the order, or there is no such order. A person should look. */
  | 'MISMATCH'

export interface OrderStore {
  add(order: Pick<Order, 'reference' | 'amountMinor' | 'currency'>): void
  attachTransaction(reference: string, transactionId: string): void
  find(reference: string): Order | undefined
  list(): readonly Order[]
  listOpen(): readonly Order[]
  /** The references of the orders that were shipped. */
  listShipments(): readonly string[]
  /** Settles an order by a webhook's transaction, unless this very message was handled before. */
  settleOnce(messageId: string, transaction: ReportedTransaction): Settlement
  /** Settles an order by what the gateway answered. */
  settle(transaction: ReportedTransaction): Settlement
  close(): void
}

const SCHEMA = `
  create table if not exists orders (
    reference text primary key,
    amount_minor integer not null,
    currency text not null,
    state text not null default 'OPEN' check (state in ('OPEN', 'PAID', 'FAILED')),
    transaction_id text
  ) strict;
  -- In a real shop, what a warehouse reads. A second shipment of an order cannot be written.
  create table if not exists shipments (
    reference text primary key references orders (reference)
  ) strict;
  create table if not exists webhook_messages (
    id text primary key,
    received_at text not null default (datetime('now'))
  ) strict;
`

const ORDER = `select reference, amount_minor as amountMinor, currency, state, transaction_id as transactionId from orders`

/**
 * Stores orders in SQLite. What a webhook changes and the id of its message are written in one transaction: either both
 * are there or neither is, so no crash can lose an event or handle it twice.
 *
 * @param file - `:memory:` stores nothing beyond the process.
 */
export function createOrderStore(file: string, terminalId: string): OrderStore {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  // Nothing is acknowledged before it is on the disk.
  database.pragma('synchronous = FULL')
  database.exec(SCHEMA)

  const find = (reference: string) =>
    database.prepare<[string], Order>(`${ORDER} where reference = ?`).get(reference)

  function settle(transaction: ReportedTransaction): Settlement {
    const { id, reference } = transaction
    const order = find(reference)
    const change: OrderChange = order ? changeByTransaction(order, terminalId, transaction) : 'MISMATCH'
    if (change === 'MISMATCH') return 'MISMATCH'
    if (change === 'OPEN' || change === 'UNCHANGED') return 'UNCHANGED'
    const { changes } = database
      .prepare(`update orders set state = ?, transaction_id = ? where reference = ? and state = 'OPEN'`)
      .run(change, id, reference)
    if (changes === 0) return 'UNCHANGED'
    if (change === 'PAID') database.prepare('insert into shipments (reference) values (?)').run(reference)
    return 'SETTLED'
  }

  return {
    find,
    add({ reference, amountMinor, currency }) {
      database
        .prepare('insert into orders (reference, amount_minor, currency) values (?, ?, ?)')
        .run(reference, amountMinor, currency)
    },
    attachTransaction(reference, transactionId) {
      database
        .prepare('update orders set transaction_id = ? where reference = ? and transaction_id is null')
        .run(transactionId, reference)
    },
    list: () => database.prepare<[], Order>(`${ORDER} order by rowid`).all(),
    listOpen: () => database.prepare<[], Order>(`${ORDER} where state = 'OPEN' order by rowid`).all(),
    listShipments: () =>
      database.prepare<[], string>('select reference from shipments order by rowid').pluck().all(),
    settle: database.transaction(settle).immediate,
    settleOnce: database.transaction((messageId: string, transaction: ReportedTransaction): Settlement => {
      const { changes } = database
        .prepare('insert into webhook_messages (id) values (?) on conflict do nothing')
        .run(messageId)
      return changes === 0 ? 'UNCHANGED' : settle(transaction)
    }).immediate,
    close: () => void database.close(),
  }
}
