import { expect, it } from 'vitest'

import { makeUuid } from '@sluice/platform/kernel/random'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { collectQueries, explainQuery } from '../../../../platform/test/explain-query.ts'
import { makeTransaction } from '../../../test/transaction-fixtures.ts'
import { toTransactionRow } from '../execution/transaction-rows.store.ts'
import { DAY_MS } from './transaction-counts.ts'
import { createCountTransactions } from './transaction-counts.store.ts'

const MERCHANT = makeTransaction().merchantId
const DAY = 20_000

let made = 0

function row(day: number, changes: Readonly<Record<string, unknown>> = {}) {
  const createdAtMs = day * DAY_MS + 1_000
  const id = makeUuid(createdAtMs, new Uint8Array(16).fill((made += 1)))
  const transaction = { ...makeTransaction(), createdAtMs, reference: `order-${made}` }
  return {
    ...toTransactionRow(transaction),
    id,
    transaction_type: 'PURCHASE',
    payment_method_type: 'card',
    status: 'APPROVED',
    processing_code: '0000',
    ...changes,
  }
}

describeOnBothDatabases('counting transactions', (openFresh, { dialect }) => {
  it('counts this merchant’s customer payments since then by day, status, code and method', async () => {
    const { db } = await openFresh()
    const declined = { status: 'DECLINED', processing_code: '1004' }
    await db
      .insertInto('transactions')
      .values([
        row(DAY - 1),
        row(DAY),
        row(DAY),
        row(DAY + 1, declined),
        row(DAY + 1, { transaction_type: 'REFUND' }),
        row(DAY + 1, { merchant_id: 'another' }),
      ])
      .execute()
    const { counts, countedSinceMs } = await createCountTransactions(db)(MERCHANT, DAY * DAY_MS)
    expect([...counts].sort((left, right) => left.day - right.day)).toEqual([
      {
        day: DAY,
        status: 'APPROVED',
        processingCode: '0000',
        methodType: 'card',
        currency: 'EUR',
        count: 2,
        volumeMinor: 0,
        netMinor: 0,
      },
      {
        day: DAY + 1,
        status: 'DECLINED',
        processingCode: '1004',
        methodType: 'card',
        currency: 'EUR',
        count: 1,
        volumeMinor: 0,
        netMinor: 0,
      },
    ])
    expect(countedSinceMs).toBeNull()
  })

  it('sums the captured amounts per currency, and what remains after refunds, returns and disputes', async () => {
    const { db } = await openFresh()
    const taken = { captured_amount: 10_000, authorized_amount: 10_000 }
    await db
      .insertInto('transactions')
      .values([
        row(DAY, taken),
        row(DAY, { ...taken, refunded_amount: 2_500, refund_failed_amount: 500 }),
        row(DAY, { ...taken, capture_failed_amount: 10_000 }),
        row(DAY, { ...taken, returned_amount: 4_000, disputed_amount: 1_000, currency: 'SEK' }),
      ])
      .execute()
    const { counts } = await createCountTransactions(db)(MERCHANT, DAY * DAY_MS)
    const sums = counts.map(({ currency, volumeMinor, netMinor }) => [currency, volumeMinor, netMinor])
    expect(sums.sort()).toEqual([
      ['EUR', 20_000, 18_000],
      ['SEK', 10_000, 5_000],
    ])
  })

  it('finds the rows by the primary key', async () => {
    const { db } = await openFresh()
    const [, query] = await collectQueries(db, () => createCountTransactions(db)(MERCHANT, DAY * DAY_MS))
    if (!query) throw new Error('nothing was asked')
    const plan = await explainQuery(db, dialect, query)
    // SQLite keeps no name for the index of a primary key.
    expect(plan).toContain(dialect === 'sqlite' ? 'id>?' : 'transactions_pk')
  })
})
