import { expect, it } from 'vitest'

import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../../../gateway/test/databases.ts'
import { simulatorMigrations } from '../simulator.migration.ts'
import type { SimulatorTables } from '../simulator.tables.ts'
import type { SimulatedOrder } from './order.ts'
import { createOrderLedgerStore } from './order-ledger.store.ts'

const NOW_MS = 1_795_000_000_000

const ORDER: SimulatedOrder = {
  providerId: 'sim-payments',
  idempotencyKey: 'attempt-1',
  merchantId: 'merchant',
  transactionId: '0193a5b0-0000-7000-8000-000000000001',
  accountId: 'sim-payments-eur',
  type: 'payment_wallets',
  direction: 'DEPOSIT',
  amountMinor: 9_007_199_254_740_991,
  currency: 'EUR',
  reference: 'order-1',
  merchantName: 'Nordlys',
  returnUrl: 'https://gateway.example/orders/handle/return',
  language: 'de-DE',
  expiresAtMs: NOW_MS + 900_000,
  callbackUrl: 'http://localhost/callback',
  fault: null,
  answer: 'redirect',
  pageKey: 'key',
  processingCode: '1002',
  plannedCode: '0000',
  settleAtMs: NOW_MS + 3_000,
  isAsked: true,
  endsItself: false,
  wrongCodes: 0,
  approvalCode: 'ABC123',
  referenceNumber: '632410123456',
  systan: 123_456,
  createdAtMs: NOW_MS,
}

describeOnBothDatabases<SimulatorTables>(
  'order ledger',
  (openFresh) => {
    const openLedger = async () => {
      const { db } = await openFresh()
      const random = createSystemRandom(systemClock)
      let messages = 0
      return createOrderLedgerStore({
        db,
        transact: createTransact({ db, random, timers: systemTimers }),
        makeMessageId: () => `msg_${(messages += 1)}`,
      })
    }

    it('returns an order as it was stored, by its key or its transaction', async () => {
      const ledger = await openLedger()
      expect(await ledger.record(ORDER)).toEqual(ORDER)
      expect(await ledger.record({ ...ORDER, amountMinor: 1 })).toEqual(ORDER)
      expect(await ledger.find(ORDER)).toEqual(ORDER)
      expect(await ledger.findByTransaction(ORDER.transactionId)).toEqual(ORDER)
      expect(await ledger.find({ ...ORDER, providerId: 'partner-blik' })).toBeNull()
    })

    it('settles once, and owes one report, for concurrent calls', async () => {
      const ledger = await openLedger()
      await ledger.record(ORDER)
      const settled = await Promise.all(
        (['0000', '1000', '1003'] as const).map((code) => ledger.settle(ORDER, code, NOW_MS)),
      )
      expect(new Set(settled.map(({ processingCode }) => processingCode)).size).toBe(1)
      const due = await ledger.listDueCallbacks(NOW_MS)
      expect(due).toMatchObject([{ messageId: 'msg_1', tries: 0, url: ORDER.callbackUrl }])
      expect(await ledger.listDueCallbacks(NOW_MS - 1)).toEqual([])
    })

    it('keeps a fence or an execution, whichever came first', async () => {
      const ledger = await openLedger()
      expect(await ledger.fence(ORDER)).toBe(true)
      expect(await ledger.fence(ORDER)).toBe(true)
      expect(await ledger.record(ORDER)).toBeNull()
      expect(await ledger.find(ORDER)).toBeNull()
      const other = { ...ORDER, idempotencyKey: 'other' }
      await ledger.record(other)
      expect(await ledger.fence(other)).toBe(false)
    })

    it('accepts either a fence or an execution if they arrive together', async () => {
      const ledger = await openLedger()
      for (let round = 0; round < 10; round += 1) {
        const order = { ...ORDER, idempotencyKey: `race-${round}` }
        const [recorded, isFenced] = await Promise.all([ledger.record(order), ledger.fence(order)])
        expect(isFenced).toBe(recorded === null)
      }
    })

    it('lists open orders that are due', async () => {
      const ledger = await openLedger()
      await ledger.record(ORDER)
      expect(await ledger.listDue(NOW_MS + 2_999)).toEqual([])
      expect(await ledger.listDue(NOW_MS + 3_000)).toEqual([ORDER])
      await ledger.progress(ORDER, { settleAtMs: null })
      expect(await ledger.listDue(NOW_MS + 3_000)).toEqual([])
    })

    it('assigns an attempt to one of two workers, and the next attempt later', async () => {
      const ledger = await openLedger()
      await ledger.record(ORDER)
      await ledger.settle(ORDER, '0000', NOW_MS)
      const [callback] = await ledger.listDueCallbacks(NOW_MS, ORDER)
      if (!callback) throw new Error('nothing is due')
      const claims = await Promise.all([
        ledger.claimCallback(callback, NOW_MS + 5_000),
        ledger.claimCallback(callback, NOW_MS + 5_000),
      ])
      expect(claims.sort()).toEqual([false, true])
      expect(await ledger.listDueCallbacks(NOW_MS + 4_999)).toEqual([])
      expect(await ledger.listDueCallbacks(NOW_MS + 5_000)).toMatchObject([{ tries: 1 }])
      await ledger.markDelivered(callback, NOW_MS)
      expect(await ledger.listDueCallbacks(NOW_MS + 5_000)).toEqual([])
    })

    it('counts a wrong code of a form that was sent twice once', async () => {
      const ledger = await openLedger()
      const order = { ...ORDER, isAsked: false }
      await ledger.record(order)
      await ledger.progress(order, { wrongCodes: order.wrongCodes + 1 })
      expect(await ledger.progress(order, { wrongCodes: order.wrongCodes + 1 })).toMatchObject({
        wrongCodes: 1,
      })
    })
  },
  simulatorMigrations,
)
