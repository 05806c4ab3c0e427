/** Compares the gateway's database with the responses to clients, the ledgers of providers and the webhooks received. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { isFinalStatus, type TransactionStatus } from '@sluice/types/vocabulary'
import { sha256Base64Url } from '@sluice/platform/crypto/aead'

import { checkDatabase } from '../packages/gateway/src/installation-checks/check-database.ts'
import {
  type Infrastructure,
  createInfrastructure,
} from '../packages/gateway/src/composition/infrastructure.ts'
import { readConfig } from '../packages/gateway/src/config.ts'
import type { LedgerRow, OrderRow } from '../packages/gateway/test/start-simulators.ts'
import type { Acknowledgement } from './load-client.ts'
import type { ReceivedEvent } from './receiver.ts'

/** The status of a payment in the response to a client. */
export type ReportedEnd = Pick<Acknowledgement, 'transactionId' | 'status'>

export interface Witnesses {
  readonly acknowledged: readonly ReportedEnd[]
  /** The ledger of the card providers, which outlived the gateways; it is not checked if absent. */
  readonly ledger?: readonly LedgerRow[]
  /** The orders of providers with pages; they are not checked if absent. */
  readonly orders?: readonly OrderRow[]
  /** The events that the receiver got; absent if there was no subscription. */
  readonly received?: readonly ReceivedEvent[]
}

export interface Inspection {
  readonly transactions: number
  readonly events: number
  /** The contradictions found; empty if there are none. */
  readonly discrepancies: readonly string[]
}

/** Inspects the database of gateways that have ended, and checks its invariants. */
export async function inspectBooks(
  flags: Readonly<Record<string, string>> & { readonly data: string },
  witnesses: Witnesses,
): Promise<Inspection> {
  const reading = readConfig(flags, {})
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const log = join(flags.data, 'acknowledged.jsonl')
  writeFileSync(log, witnesses.acknowledged.map(toLine).join(''))
  const invariants = await checkDatabase(reading.config, log)
  const infrastructure = await createInfrastructure(reading.config)
  try {
    const books = await readBooks(infrastructure)
    return {
      transactions: books.transactions.size,
      events: books.events.length,
      discrepancies: [
        ...invariants.flatMap(({ id, violations }) => violations.map((violation) => `${id}: ${violation}`)),
        ...findOpen(books),
        ...(witnesses.ledger ? compareWithProviders(books, witnesses.ledger) : []),
        ...(witnesses.orders ? compareWithOrders(books, witnesses.orders) : []),
        ...(witnesses.received ? compareWithReceivers(books, witnesses.received) : []),
      ].slice(0, SHOWN_MAX),
    }
  } finally {
    await infrastructure.closeDatabase()
  }
}

/** The most discrepancies that are reported. */
const SHOWN_MAX = 20

/** Writes a line in the format that `sluice-gateway check --acknowledged` reads. */
function toLine({ transactionId, status }: ReportedEnd): string {
  return `${JSON.stringify({ transaction_id: transactionId, status })}\n`
}

type Books = Awaited<ReturnType<typeof readBooks>>

async function readBooks({ db }: Infrastructure) {
  const transactions = await db.selectFrom('transactions').select(['id', 'status']).execute()
  return {
    transactions: new Map(transactions.map((row) => [row.id, row])),
    attempts: await db.selectFrom('attempts').select(['id', 'transaction_id', 'provider_id']).execute(),
    events: await db.selectFrom('events').select(['id', 'transaction_id', 'payload']).execute(),
  }
}

/** Checks that providers executed each approved payment exactly once, and nothing else. */
function compareWithProviders({ transactions, attempts }: Books, ledger: readonly LedgerRow[]): string[] {
  const owners = new Map(attempts.map(({ id, transaction_id }) => [id, transaction_id]))
  const isOurs = ({ idempotency_key: key }: LedgerRow) => owners.has(key)
  // A reversal of a late payment has a key that is not an attempt id.
  const reversals = ledger.filter((row) => row.type === 'VOID' && !isOurs(row))
  const voided = new Set(reversals.map(({ original_key: key }) => key))
  const executed = ledger.filter(
    (row) => row.processing_code === '0000' && !reversals.includes(row) && !voided.has(row.idempotency_key),
  )
  const executions = new Map<string, number>()
  for (const { idempotency_key } of executed) {
    const id = owners.get(idempotency_key) ?? `of an unknown attempt ${idempotency_key}`
    executions.set(id, (executions.get(id) ?? 0) + 1)
  }
  const atCards = new Set(
    attempts
      .filter(({ provider_id }) => ledger.some((row) => row.provider_id === provider_id))
      .map(({ transaction_id }) => transaction_id),
  )
  const approved = [...transactions.values()].filter(
    ({ id, status }) => status === 'APPROVED' && atCards.has(id),
  )
  return [
    ...[...executions]
      .filter(([id, count]) => count !== 1 || transactions.get(id)?.status !== 'APPROVED')
      .map(
        ([id, count]) => `${id}: executed ${count} times, and ${transactions.get(id)?.status ?? 'unknown'}`,
      ),
    ...approved
      .filter(({ id }) => !executions.has(id))
      .map(({ id }) => `${id}: approved, and never executed`),
  ]
}

/** Checks that each order has the same outcome here and at its provider: withdrawn or paid. */
function compareWithOrders({ transactions }: Books, orders: readonly OrderRow[]): string[] {
  return orders.flatMap(({ transaction_id: id, processing_code: code }) => {
    const status = transactions.get(id)?.status ?? 'unknown'
    const isSame = ORDER_ENDS[code]?.some((end) => end === status) ?? false
    return isSame ? [] : [`${id}: its order ended ${code} at its provider, and ${status} here`]
  })
}

/** After a crash, the provider is queried about an order, and reports one that the gateway gave up as canceled. */
const ORDER_ENDS: Readonly<Record<string, readonly TransactionStatus[]>> = {
  '0000': ['APPROVED'],
  '1003': ['SESSION_EXPIRED', 'CANCELED'],
  '1005': ['SESSION_EXPIRED'],
}

/** Checks that each stored event was delivered unchanged, and that nothing else was delivered. */
function compareWithReceivers({ events }: Books, received: readonly ReceivedEvent[]): string[] {
  const hashes = new Map(events.map(({ id, payload }) => [id, sha256Base64Url(payload)]))
  const arrived = new Set(received.map(({ id }) => id))
  return [
    ...events
      .filter(({ id }) => !arrived.has(id))
      .map(({ id, transaction_id }) => `${id} of ${transaction_id}: never delivered`),
    ...received
      .filter(({ id, bodyHash, isSigned }) => hashes.get(id) !== bodyHash || !isSigned)
      .map(({ id }) => `${id}: delivered, and not what was written and signed`),
  ]
}

/** Lists payments that are still open; at the end of a proof there must be none. */
function findOpen({ transactions }: Books): string[] {
  return [...transactions.values()]
    .filter(({ status }) => !isFinalStatus(status as TransactionStatus))
    .map(({ id, status }) => `${id}: still ${status}`)
}
