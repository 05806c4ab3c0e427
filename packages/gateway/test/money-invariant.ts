import { isFinalStatus, type TransactionStatus } from '@sluice/types/vocabulary'
import { expect } from 'vitest'

/** Runs a query that works on both databases. */
export type Ask = (query: string) => Promise<readonly Record<string, unknown>[]>

interface Row {
  readonly id: string
  readonly parentId: string | null
  readonly type: string
  readonly status: TransactionStatus
  readonly currency: string
  readonly amount: number
  /** The approved amount, less than the amount for a kept partial approval. */
  readonly approved: number
  readonly refundFailed: number
  readonly totals: {
    readonly authorized: number
    readonly captured: number
    readonly refunded: number
    readonly voided: number
  }
}

const WITH_MONEY: ReadonlySet<string> = new Set(['AUTHORIZE', 'PURCHASE', 'PAYMENT', 'CAPTURE'])

async function readRows(ask: Ask): Promise<readonly Row[]> {
  const rows = await ask(
    `select id, parent_id, transaction_type, status, currency, amount, approved_amount,
       authorized_amount, captured_amount, refunded_amount, voided_amount,
       refund_failed_amount from transactions`,
  )
  return rows.map((row) => ({
    id: String(row['id']),
    parentId: row['parent_id'] === null ? null : String(row['parent_id']),
    type: String(row['transaction_type']),
    status: row['status'] as TransactionStatus,
    currency: String(row['currency']),
    amount: Number(row['amount']),
    approved: Number(row['approved_amount'] ?? row['amount']),
    refundFailed: Number(row['refund_failed_amount'] ?? 0),
    totals: {
      authorized: Number(row['authorized_amount']),
      captured: Number(row['captured_amount']),
      refunded: Number(row['refunded_amount']),
      voided: Number(row['voided_amount']),
    },
  }))
}

/**
 * Checks that the amounts of each transaction are the sums of its approved and pending operations, that no sum
 * exceeds its limit, and that every final transaction has one event. Returns the number of checked transactions.
 */
export async function expectMoneyToAddUp(ask: Ask): Promise<number> {
  const rows = await readRows(ask)
  const children = new Map<string, Row[]>()
  for (const row of rows) {
    if (row.parentId !== null) children.set(row.parentId, [...(children.get(row.parentId) ?? []), row])
  }
  const sum = (parents: readonly Row[], type: string): number =>
    parents
      .flatMap(({ id }) => children.get(id) ?? [])
      .filter((child) => child.type === type && (child.status === 'APPROVED' || child.status === 'PENDING'))
      .reduce((total, { amount }) => total + amount, 0)

  /** An increment counts once it is approved. */
  const raised = (parent: Row): number =>
    (children.get(parent.id) ?? [])
      .filter(({ type, status }) => type === 'INCREMENT' && status === 'APPROVED')
      .reduce((total, { amount }) => total + amount, 0)

  const parents = rows.filter(({ type, status }) => status === 'APPROVED' && WITH_MONEY.has(type))
  for (const parent of parents) {
    const own = children.get(parent.id) ?? []
    const captures = own.filter(({ type }) => type === 'CAPTURE')
    const voided = sum([parent, ...captures], 'VOID')
    const captured =
      parent.type === 'AUTHORIZE'
        ? sum([parent], 'CAPTURE') - sum(captures, 'VOID')
        : parent.approved - voided
    expect(parent.totals, `${parent.type} ${parent.id}`).toEqual({
      authorized: parent.approved + raised(parent),
      captured,
      refunded: sum([parent, ...captures], 'REFUND'),
      voided,
    })
    expect(captured).toBeGreaterThanOrEqual(0)
    expect(parent.totals.refunded - parent.refundFailed).toBeLessThanOrEqual(captured)
    expect(captured + voided).toBeLessThanOrEqual(parent.totals.authorized)
    expect(own.filter(({ currency }) => currency !== parent.currency)).toEqual([])
  }

  const events = await ask(
    `select transaction_id, count(*) as count from events where type like 'transaction-svc:transaction:%' group by transaction_id`,
  )
  const told = new Map(events.map((row) => [String(row['transaction_id']), Number(row['count'])]))
  for (const { id, status } of rows) expect(told.get(id) ?? 0, id).toBe(isFinalStatus(status) ? 1 : 0)
  return parents.length
}
