import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { collectQueries, explainQuery } from '../../../../platform/test/explain-query.ts'
import { makeTransaction } from '../../../test/transaction-fixtures.ts'
import { toTransactionRow } from '../execution/transaction-rows.store.ts'
import { createOpenExecutions } from './open-executions.store.ts'

const transaction = makeTransaction()

function attempt(id: string, status: string, dueAtMs: number | null, updatedAtMs = 1_000) {
  return {
    merchant_id: transaction.merchantId,
    id,
    transaction_id: transaction.id,
    number: Number(id.slice(1)),
    provider_id: 'acquirer',
    provider_account_id: 'main',
    status,
    due_at: dueAtMs,
    created_at: 500,
    updated_at: updatedAtMs,
  }
}

describeOnBothDatabases('open executions', (openFresh, { dialect }) => {
  it('are listed if they need manual resolution, oldest first, and counted by account and state', async () => {
    const { db } = await openFresh()
    await db.insertInto('transactions').values(toTransactionRow(transaction)).execute()
    await db
      .insertInto('attempts')
      .values([
        attempt('a1', 'ENDED', null),
        attempt('a2', 'UNKNOWN', 7_000),
        attempt('a3', 'UNKNOWN', 6_000),
        attempt('a4', 'NEEDS_DECISION', null, 3_000),
        attempt('a5', 'NEEDS_DECISION', null, 2_000),
      ])
      .execute()
    const executions = createOpenExecutions(db)
    const undecided = await executions.listUnresolved()
    expect(undecided.map(({ attemptId }) => attemptId)).toEqual(['a5', 'a4'])
    expect(undecided[0]).toMatchObject({
      merchantId: transaction.merchantId,
      transactionId: transaction.id,
      reference: transaction.reference,
      calledAtMs: 500,
      undecidedSinceMs: 2_000,
    })
    const account = { providerId: 'acquirer', providerAccountId: 'main' }
    expect(await executions.countOpen()).toEqual([
      { ...account, status: 'UNKNOWN', count: 2, nextAtMs: 6_000 },
      { ...account, status: 'NEEDS_DECISION', count: 2, nextAtMs: null },
    ])
  })

  it('are found by indexes that hold little else', async () => {
    const { db } = await openFresh()
    const executions = createOpenExecutions(db)
    const [listed, due, undecided] = await collectQueries(db, async () => {
      await executions.listUnresolved()
      await executions.countOpen()
    })
    if (!listed || !due || !undecided) throw new Error('too little was asked')
    expect(await explainQuery(db, dialect, listed)).toContain('attempts_undecided')
    expect(await explainQuery(db, dialect, due)).toContain('attempts_due')
    expect(await explainQuery(db, dialect, undecided)).toContain('attempts_undecided')
  })
})
