import { expect, it } from 'vitest'

import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../../../gateway/test/databases.ts'
import { simulatorMigrations } from '../simulator.migration.ts'
import type { SimulatorTables } from '../simulator.tables.ts'
import { VOIDED } from './decide-authorization.ts'
import type { LedgerEntry } from './provider-ledger.ts'
import { createProviderLedgerStore } from './provider-ledger.store.ts'

const NO_EVENT = () => null

const ENTRY: LedgerEntry = {
  providerId: 'sim-a',
  idempotencyKey: 'attempt-1',
  type: 'PURCHASE',
  merchantId: 'merchant',
  transactionId: 'transaction',
  accountId: 'sim-a-eur',
  amountMinor: 9_007_199_254_740_991,
  currency: 'EUR',
  originalKey: null,
  parentKey: null,
  releasesRest: false,
  processingCode: '1000',
  providerResponseCode: '05',
  providerResponseMessage: 'Do not honor',
  retryable: true,
  approvalCode: 'ABC123',
  referenceNumber: '632410123456',
  systan: 123_456,
  createdAtMs: 1_795_000_000_000,
  failedMinor: 0,
  exemption: null,
}

describeOnBothDatabases<SimulatorTables>(
  'provider ledger',
  (openFresh) => {
    const openLedger = async () => {
      const { db } = await openFresh()
      const random = createSystemRandom(systemClock)
      return createProviderLedgerStore({ db, transact: createTransact({ db, random, timers: systemTimers }) })
    }

    it('returns an entry as it was stored, to its provider only', async () => {
      const ledger = await openLedger()
      expect(await ledger.find('sim-a', 'attempt-1')).toBeNull()
      expect(await ledger.record(ENTRY, VOIDED)).toEqual(ENTRY)
      expect(await ledger.find('sim-a', 'attempt-1')).toEqual(ENTRY)
      expect(await ledger.find('sim-b', 'attempt-1')).toBeNull()
    })

    it('stores the result of an authorization that its void overtook', async () => {
      const ledger = await openLedger()
      const key = { providerId: 'sim-a', idempotencyKey: 'void', originalKey: 'attempt-1' }
      await ledger.operate(key, () => ({ ...ENTRY, ...key, type: 'VOID' }), NO_EVENT)
      expect(await ledger.record(ENTRY, VOIDED)).toEqual({ ...ENTRY, ...VOIDED })
      expect(await ledger.find('sim-a', 'attempt-1')).toEqual({ ...ENTRY, ...VOIDED })
      const refunded = { ...ENTRY, idempotencyKey: 'attempt-2' }
      await ledger.operate(
        { ...key, idempotencyKey: 'refund', originalKey: 'attempt-2' },
        () => ({ ...ENTRY, idempotencyKey: 'refund', originalKey: 'attempt-2', type: 'REFUND' }),
        NO_EVENT,
      )
      expect(await ledger.record(refunded, VOIDED)).toEqual(refunded)
    })

    it('stores the first of concurrent entries, and returns it to all of them', async () => {
      const ledger = await openLedger()
      const entries = [1, 2, 3, 4, 5].map((number) => ({
        ...ENTRY,
        systan: number,
        retryable: number % 2 === 0,
      }))
      const standing = await Promise.all(entries.map((entry) => ledger.record(entry, VOIDED)))
      expect(new Set(standing.map((entry) => entry?.systan)).size).toBe(1)
      expect(await ledger.find('sim-a', 'attempt-1')).toEqual(standing[0])
    })

    it('accepts either a fence or an execution if they arrive together', async () => {
      const ledger = await openLedger()
      for (let round = 0; round < 10; round += 1) {
        const entry = { ...ENTRY, idempotencyKey: `race-${round}` }
        const [recorded, known] = await Promise.all([
          ledger.record(entry, VOIDED),
          ledger.fence('sim-a', entry.idempotencyKey, 1),
        ])
        expect(known).toEqual(recorded)
        expect(await ledger.find('sim-a', entry.idempotencyKey)).toEqual(recorded)
      }
    })

    it('decides operations on one original in sequence', async () => {
      const ledger = await openLedger()
      await ledger.record(ENTRY, VOIDED)
      const seen: number[] = []
      const operate = (idempotencyKey: string) =>
        ledger.operate(
          { providerId: 'sim-a', idempotencyKey, originalKey: 'attempt-1' },
          (booked) => {
            seen.push(booked.length)
            return {
              ...ENTRY,
              idempotencyKey,
              type: 'REFUND',
              originalKey: 'attempt-1',
              parentKey: 'attempt-1',
            }
          },
          NO_EVENT,
        )
      await Promise.all(['a', 'b', 'c', 'd'].map(operate))
      // A conflict of transactions is decided again.
      expect(new Set(seen)).toEqual(new Set([1, 2, 3, 4]))
      seen.length = 0
      expect(await operate('a')).toEqual(await ledger.find('sim-a', 'a'))
      expect(seen).toEqual([])
    })

    it('decides no operation whose key was fenced, and does not book fences', async () => {
      const ledger = await openLedger()
      await ledger.fence('sim-a', 'refund', 1)
      await ledger.fence('sim-a', 'attempt-1', 1)
      const unexpected = () => {
        throw new Error('it was fenced')
      }
      const key = { providerId: 'sim-a', idempotencyKey: 'refund', originalKey: 'attempt-1' }
      expect(await ledger.operate(key, unexpected, NO_EVENT)).toBeNull()
      await ledger.operate(
        { ...key, idempotencyKey: 'other' },
        (booked) => {
          expect(booked).toEqual([])
          return { ...ENTRY, idempotencyKey: 'other' }
        },
        NO_EVENT,
      )
    })
  },
  simulatorMigrations,
)
