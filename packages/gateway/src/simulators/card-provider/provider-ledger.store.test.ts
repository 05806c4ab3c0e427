import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { simulatorMigrations } from '../simulator.migrations.ts'
import type { SimulatorTables } from '../simulator.tables.ts'
import type { LedgerEntry } from './provider-ledger.ts'
import { createProviderLedgerStore } from './provider-ledger.store.ts'

const ENTRY: LedgerEntry = {
  providerId: 'sim-a',
  idempotencyKey: 'attempt-1',
  processingCode: '1000',
  providerResponseCode: '05',
  providerResponseMessage: 'Do not honor',
  retryable: true,
  approvalCode: 'ABC123',
  referenceNumber: '632410123456',
  systan: 123_456,
  createdAtMs: 1_795_000_000_000,
}

describeOnBothDatabases<SimulatorTables>(
  'provider ledger',
  (openFresh) => {
    const openLedger = async () => createProviderLedgerStore((await openFresh()).db)

    it('gives an entry back as it was, to its provider only', async () => {
      const ledger = await openLedger()
      expect(await ledger.find('sim-a', 'attempt-1')).toBeNull()
      expect(await ledger.record(ENTRY)).toEqual(ENTRY)
      expect(await ledger.find('sim-a', 'attempt-1')).toEqual(ENTRY)
      expect(await ledger.find('sim-b', 'attempt-1')).toBeNull()
    })

    it('keeps the first of the entries that arrive together, and tells all of them', async () => {
      const ledger = await openLedger()
      const entries = [1, 2, 3, 4, 5].map((number) => ({
        ...ENTRY,
        systan: number,
        retryable: number % 2 === 0,
      }))
      const standing = await Promise.all(entries.map((entry) => ledger.record(entry)))
      expect(new Set(standing.map((entry) => entry?.systan)).size).toBe(1)
      expect(await ledger.find('sim-a', 'attempt-1')).toEqual(standing[0])
    })

    it('lets one of a fence and an execution win that come together', async () => {
      const ledger = await openLedger()
      for (let round = 0; round < 10; round += 1) {
        const entry = { ...ENTRY, idempotencyKey: `race-${round}` }
        const [recorded, known] = await Promise.all([
          ledger.record(entry),
          ledger.fence('sim-a', entry.idempotencyKey, 1),
        ])
        expect(known).toEqual(recorded)
        expect(await ledger.find('sim-a', entry.idempotencyKey)).toEqual(recorded)
      }
    })
  },
  simulatorMigrations,
)
