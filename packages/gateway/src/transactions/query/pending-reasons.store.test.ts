import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { collectQueries, explainQuery } from '../../../../platform/test/explain-query.ts'
import { makeTransaction } from '../../../test/transaction-fixtures.ts'
import type { Transaction } from '../execution/transaction.ts'
import { toTransactionRow } from '../execution/transaction-rows.store.ts'
import { createListPendingReasons } from './pending-reasons.store.ts'

const PENDING = makeTransaction()

function attempt({ merchantId, id }: Transaction, number: number, status: string) {
  return {
    merchant_id: merchantId,
    id: `${id}-${number}`,
    transaction_id: id,
    number,
    provider_id: 'acquirer',
    provider_account_id: 'main',
    status,
    created_at: 500,
    updated_at: 500,
  }
}

function flow({ merchantId, id }: Transaction, step: string) {
  return {
    merchant_id: merchantId,
    transaction_id: id,
    attempt_id: `${id}-1`,
    step,
    step_number: 1,
    saves_card: 0,
    created_at: 500,
    expires_at: 900,
  }
}

describeOnBothDatabases('reasons of pending payments', (openFresh, { dialect }) => {
  it('come from the open step, otherwise from the last call, and only for pending payments of this merchant', async () => {
    const { db } = await openFresh()
    const asked = makeTransaction()
    const approved = makeTransaction({ status: 'APPROVED' })
    const foreign = makeTransaction({ merchantId: 'another' })
    const all = [PENDING, asked, approved, foreign]
    await db.insertInto('transactions').values(all.map(toTransactionRow)).execute()
    await db
      .insertInto('attempts')
      .values([
        attempt(PENDING, 2, 'UNKNOWN'),
        attempt(PENDING, 1, 'ENDED'),
        attempt(asked, 1, 'AUTHENTICATING'),
        attempt(foreign, 1, 'PENDING'),
      ])
      .execute()
    await db
      .insertInto('continuations')
      .values([flow(PENDING, 'WAITING'), flow(asked, 'CHALLENGE')])
      .execute()
    const ids = all.map(({ id }) => id)
    const reasons = await createListPendingReasons(db)(PENDING.merchantId, ids)
    expect(Object.fromEntries(reasons)).toEqual({ [PENDING.id]: 'unknown_outcome', [asked.id]: 'challenge' })
  })

  it('are found by keys', async () => {
    const { db } = await openFresh()
    const [query] = await collectQueries(db, () =>
      createListPendingReasons(db)(PENDING.merchantId, [PENDING.id]),
    )
    if (!query) throw new Error('nothing was asked')
    expect(await explainQuery(db, dialect, query)).not.toMatch(/"SCAN |Seq Scan/)
  })
})
