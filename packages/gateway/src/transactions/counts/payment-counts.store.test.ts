import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { makeUuid } from '@sluice/platform/kernel/random'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import type { Database } from '../../composition/tables.ts'
import type { InvariantPorts } from '../../invariants/invariant.ts'
import { PAYMENT_COUNTS } from '../../invariants/payment-counts.store.ts'
import { describeOnBothDatabases } from '../../../test/databases.ts'
import { OperationsFixture } from '../../../test/operations-fixture.ts'
import { makeOpening } from '../../../test/transaction-fixtures.ts'
import { toTransactionRow } from '../execution/transaction-rows.store.ts'
import type { Transaction } from '../execution/transaction.ts'
import { manageTransaction } from '../follow-up/manage-transaction.ts'
import { createTransactionRecords } from '../records/transaction-records.store.ts'
import { HOUR_MS, hourOf } from './count-hours.ts'
import { createCountPayments } from './count-payments.ts'
import { createPaymentCounts } from './payment-counts.store.ts'
import { createCountTransactions } from './transaction-counts.store.ts'

const DAY_MS = 24 * HOUR_MS

/** A merchant with payments, the job that counts them, and a clock. */
function openShop({ db, dialect }: Pick<OpenDatabase<Database>, 'db' | 'dialect'>) {
  const operations = new OperationsFixture({ db, dialect })
  const clock = { now: () => operations.nowMs }
  const random = createSystemRandom(clock)
  const transact = createTransact({ db, random, timers: systemTimers })
  const paymentCounts = createPaymentCounts({ db, transact })
  const merchants = new Set<string>()
  const makeJob = () =>
    createCountPayments({ paymentCounts, listMerchantIds: async () => [...merchants], now: clock.now })
  return {
    operations,
    paymentCounts,
    makeJob,
    /** The job of one process. */
    count: makeJob(),
    merchants,
    async pay(type: 'AUTHORIZE' | 'PURCHASE' = 'PURCHASE', amountMinor = 10_000) {
      const payment = await operations.approve(type, amountMinor, {
        id: random.uuid(),
        orderId: random.uuid(),
      })
      merchants.add(payment.merchantId)
      return payment
    },
    async manage(payment: Transaction, operation: 'CAPTURE' | 'REFUND', amountMinor: number) {
      const { merchantId, terminalId, reference, currency, id: parentId } = payment
      const given = { merchantId, terminalId, reference, currency, parentId, operation, amountMinor }
      const managed = await manageTransaction(operations.ports, {
        ...given,
        finalCapture: false,
        metadata: { mood: 'APPROVES' },
      })
      if (managed.kind === 'refused') throw new Error(`${operation} was refused`)
      return managed.transaction
    },
    async dispute({ merchantId, id: transactionId, currency }: Transaction, amountMinor: number) {
      const [attempt] = await db
        .selectFrom('attempts')
        .select(['id', 'provider_id', 'provider_account_id'])
        .where('transaction_id', '=', transactionId)
        .execute()
      if (!attempt) throw new Error('the payment has no attempt')
      const records = createTransactionRecords({
        db,
        transact,
        clock,
        random,
        addToOutbox: async () => undefined,
        makeEventId: () => random.uuid(),
      })
      await records.add({
        reported: {
          kind: 'DISPUTE_OPENED',
          amountMinor,
          currency,
          reasonCode: '10.4',
          reason: 'Other fraud',
          disputeReference: 'dispute',
          funds: 'WITHDRAWN',
          respondByMs: null,
        },
        fact: 'dispute',
        providerReference: null,
        occurredAtMs: operations.nowMs,
        of: {
          merchantId,
          transactionId,
          attemptId: attempt.id,
          providerId: attempt.provider_id,
          accountId: attempt.provider_account_id,
        },
      })
    },
    /** Returns the lines of the overview. */
    async overview({ merchantId }: Transaction) {
      const { counts } = await createCountTransactions(db)(merchantId, operations.nowMs - 31 * DAY_MS)
      return counts
        .map(({ status, currency, count, volumeMinor, netMinor }) =>
          [status, currency, count, volumeMinor, netMinor].join(' '),
        )
        .toSorted()
    },
    /** Counts and payments agree. */
    async expectTrueCounts() {
      expect(await PAYMENT_COUNTS.find({ db, dialect } as unknown as InvariantPorts)).toEqual([])
    },
    async countedUntil({ merchantId }: Transaction) {
      const mark = await db
        .selectFrom('payment_count_marks')
        .select('counted_until')
        .where('merchant_id', '=', merchantId)
        .executeTakeFirst()
      return mark?.counted_until ?? null
    },
    /** Without these payments, only counts are left to read. */
    removePayments: () => sql`delete from transactions`.execute(db),
  }
}

/** Makes recounts of earlier hours fail, as a statement's timeout does. */
async function refuseCountsBefore(
  { db, dialect }: Pick<OpenDatabase<Database>, 'db' | 'dialect'>,
  hour: number,
) {
  const statements = {
    sqlite: [
      `CREATE TRIGGER refuse_counts BEFORE DELETE ON payment_recounts WHEN OLD.hour < ${hour}
       BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    ],
    postgres: [
      `CREATE FUNCTION refuse_counts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`,
      `CREATE TRIGGER refuse_counts BEFORE DELETE ON payment_recounts FOR EACH ROW WHEN (OLD.hour < ${hour})
       EXECUTE FUNCTION refuse_counts()`,
    ],
  }[dialect]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

describeOnBothDatabases('counting payments by hour', (openFresh) => {
  it('counts hours that are over, and shows them without reading their payments', async () => {
    const shop = openShop(await openFresh())
    const payment = await shop.pay()
    await shop.count()
    expect(await shop.countedUntil(payment)).toBeNull()

    shop.operations.nowMs += 2 * HOUR_MS
    await shop.pay()
    expect(await shop.overview(payment)).toEqual(['APPROVED EUR 2 20000 20000'])
    await shop.count()
    expect(await shop.countedUntil(payment)).toBe(hourOf(shop.operations.nowMs - 15 * 60_000))
    expect(await shop.overview(payment)).toEqual(['APPROVED EUR 2 20000 20000'])
    await shop.expectTrueCounts()

    await shop.removePayments()
    expect(await shop.overview(payment)).toEqual(['APPROVED EUR 1 10000 10000'])
  })

  it('counts captures, refunds and disputes that come days after the payment', async () => {
    const shop = openShop(await openFresh())
    const authorization = await shop.pay('AUTHORIZE', 9_000)
    const purchase = await shop.pay('PURCHASE', 5_000)
    shop.operations.nowMs += 2 * HOUR_MS
    await shop.count()
    expect(await shop.overview(purchase)).toEqual(['APPROVED EUR 2 5000 5000'])

    shop.operations.nowMs += DAY_MS
    const capture = await shop.manage(authorization, 'CAPTURE', 8_000)
    await shop.count()
    expect(await shop.overview(purchase)).toEqual(['APPROVED EUR 2 13000 13000'])

    shop.operations.nowMs += DAY_MS
    // The refund of a capture changes its authorization.
    await shop.manage(capture, 'REFUND', 1_000)
    await shop.manage(purchase, 'REFUND', 500)
    await shop.count()
    expect(await shop.overview(purchase)).toEqual(['APPROVED EUR 2 13000 11500'])

    shop.operations.nowMs += DAY_MS
    await shop.dispute(purchase, 4_500)
    await shop.count()
    expect(await shop.overview(purchase)).toEqual(['APPROVED EUR 2 13000 7000'])
    await shop.expectTrueCounts()
  })

  it('adds back a refund that its provider refuses later', async () => {
    const shop = openShop(await openFresh())
    const purchase = await shop.pay()
    shop.operations.nowMs += 2 * HOUR_MS
    await shop.count()
    const { merchantId, terminalId, reference, currency, id: parentId } = purchase
    await manageTransaction(shop.operations.ports, {
      ...{ merchantId, terminalId, reference, currency, parentId },
      operation: 'REFUND',
      amountMinor: 1_000,
      finalCapture: false,
      metadata: { mood: 'DECLINES' },
    })
    await shop.count()
    expect(await shop.overview(purchase)).toEqual(['APPROVED EUR 1 10000 10000'])
    await shop.expectTrueCounts()
  })

  it('counts a payment that ends after its hour was counted as pending', async () => {
    const shop = openShop(await openFresh())
    const opening = makeOpening({ createdAtMs: shop.operations.nowMs, updatedAtMs: shop.operations.nowMs })
    const { transaction, attempt, pendingAuthentication } = opening
    await shop.operations.ports.store.open(opening)
    shop.merchants.add(transaction.merchantId)
    shop.operations.nowMs += 2 * HOUR_MS
    await shop.count()
    expect(await shop.overview(transaction)).toEqual(['PENDING EUR 1 0 0'])
    const after = {
      ...transaction,
      status: 'DECLINED' as const,
      processingCode: '2001' as const,
      updatedAtMs: shop.operations.nowMs,
    }
    const { stepNumber: _, ...current } = pendingAuthentication
    await shop.operations.ports.store.commit({
      from: pendingAuthentication,
      to: { ...current, step: 'DONE', leaseUntilMs: null },
      transaction: { before: transaction, after, cause: 'provider' },
      attempts: [{ ...attempt, status: 'ENDED', processingCode: '2001' }],
      event: shop.operations.ports.describeEvent(after),
    })
    await shop.count()
    expect(await shop.overview(transaction)).toEqual(['DECLINED EUR 1 0 0'])
    await shop.expectTrueCounts()
  })

  it('requests no recount of a purchase that ends in its hour', async () => {
    const { db, dialect } = await openFresh()
    await openShop({ db, dialect }).pay()
    expect(await db.selectFrom('payment_recounts').selectAll().execute()).toEqual([])
  })

  it('counts the hours behind those that always fail, and names these', async () => {
    const { db, dialect } = await openFresh()
    const shop = openShop({ db, dialect })
    const payment = await shop.pay('AUTHORIZE')
    shop.operations.nowMs += 2 * HOUR_MS
    await shop.count()
    // More hours than one round counts, whose counts the database refuses.
    const firstHour = hourOf(payment.createdAtMs) / HOUR_MS
    const broken = Array.from({ length: 25 }, (_, index) => firstHour - 25 + index)
    const { merchantId: merchant_id } = payment
    await db
      .insertInto('payment_recounts')
      .values(broken.map((hour) => ({ merchant_id, hour })))
      .execute()
    await refuseCountsBefore({ db, dialect }, firstHour)
    await shop.manage(payment, 'CAPTURE', 8_000)

    const outcomes: unknown[] = []
    const wait = { rounds: broken.length }
    while ((await shop.overview(payment))[0] !== 'APPROVED EUR 1 8000 8000' && wait.rounds-- > 0)
      outcomes.push(await shop.paymentCounts.recount().catch((error: unknown) => error))
    expect(await shop.overview(payment)).toEqual(['APPROVED EUR 1 8000 8000'])
    expect(outcomes.every((outcome) => outcome instanceof Error)).toBe(true)
    const named = new Date(firstHour * HOUR_MS - 25 * HOUR_MS).toISOString()
    expect(String(outcomes[0])).toContain(`the hour ${named} of merchant ${merchant_id}: `)
    // They remain, and their turn comes again.
    const left = await db.selectFrom('payment_recounts').select('hour').orderBy('hour').execute()
    expect(left.map(({ hour }) => hour)).toEqual(broken)
    await expect(shop.paymentCounts.recount()).rejects.toThrow(named)
  })

  it('counts the past in steps, and each hour once when two processes count at the same time', async () => {
    const { db, dialect } = await openFresh()
    const shop = openShop({ db, dialect })
    const payment = await shop.pay()
    const taken: Readonly<Record<string, unknown>> = { captured_amount: 10_000 }
    // Six hours with more payments together than one commit counts.
    for (let made = 0; made < 5_400; made += 100) {
      const rows = Array.from({ length: 100 }, (_, index) => {
        const createdAtMs = payment.createdAtMs + 1 + Math.floor((made + index) / 900) * HOUR_MS
        const id = makeUuid(createdAtMs, Buffer.from(String(made + index).padStart(16, '0')))
        return { ...toTransactionRow({ ...payment, createdAtMs }), id, ...taken }
      })
      await db.insertInto('transactions').values(rows).execute()
    }
    shop.operations.nowMs += DAY_MS
    const nowMs = shop.operations.nowMs
    const merchantId = payment.merchantId
    expect(await shop.paymentCounts.countNext(merchantId, nowMs)).toBe(true)
    const first = await shop.countedUntil(payment)
    expect(first).toBe(hourOf(payment.createdAtMs) + 2 * HOUR_MS)
    await shop.expectTrueCounts()
    await Promise.all([shop.makeJob()(), shop.makeJob()()])
    await shop.expectTrueCounts()
    expect(await shop.countedUntil(payment)).toBe(hourOf(nowMs - 15 * 60_000))
    await shop.removePayments()
    expect(await shop.overview(payment)).toEqual(['APPROVED EUR 5401 54010000 54010000'])
  })
})
