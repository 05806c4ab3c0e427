import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../../gateway/test/databases.ts'
import { simulatorMigrations } from '../simulator.migration.ts'
import type { SimulatorTables } from '../simulator.tables.ts'
import type { ChallengeRecord, RoundResult } from './challenge-records.ts'
import { createChallengeRecordsStore } from './challenge-records.store.ts'

const RECORD: ChallengeRecord = {
  threeDsServerTransId: 'server-1',
  acsTransId: 'acs-1',
  dsTransId: 'ds-1',
  messageVersion: '2.2.0',
  flow: 'CHALLENGE',
  cresForm: 'LINES_OF_76',
  brand: 'VISA',
  cardLast4: '3220',
  merchantId: 'merchant-1',
  merchantName: null,
  amountMinor: Number.MAX_SAFE_INTEGER,
  currency: 'EUR',
  notificationUrl: 'https://gateway.example/n',
  returnUrl: null,
  language: 'sv-SE',
  createdAtMs: 1_795_000_000_000,
}

const APPROVED: RoundResult = {
  kind: 'completed',
  transStatus: 'Y',
  transStatusReason: null,
  challengeCancel: null,
  authenticationValue: 'AAAA',
}
const CANCELED: RoundResult = {
  kind: 'completed',
  transStatus: 'N',
  transStatusReason: '01',
  challengeCancel: '01',
  authenticationValue: null,
}

describeOnBothDatabases<SimulatorTables>(
  'challenge records',
  (openFresh) => {
    const openRecords = async () => createChallengeRecordsStore((await openFresh()).db)

    it('keep a record as it was, and the first one of two', async () => {
      const records = await openRecords()
      expect(await records.find('server-1')).toBeNull()
      expect(await records.add(RECORD)).toEqual(RECORD)
      expect(await records.add({ ...RECORD, acsTransId: 'acs-2' })).toEqual(RECORD)
      expect(await records.find('server-1')).toEqual(RECORD)
    })

    it('post the result where the latest request says', async () => {
      const records = await openRecords()
      await records.add(RECORD)
      const again = { ...RECORD, acsTransId: 'acs-2', notificationUrl: 'https://gateway.example/again' }
      expect(await records.add(again)).toEqual({ ...RECORD, notificationUrl: again.notificationUrl })
    })

    it('list rounds in order, each opened once', async () => {
      const records = await openRecords()
      await records.openRound('server-1', 2, 20)
      await records.openRound('server-1', 1, 10)
      await records.openRound('server-1', 1, 30)
      await records.openRound('server-2', 1, 10)
      expect(await records.listRounds('server-1')).toEqual([
        { round: 1, wrongPasswords: 0, result: null },
        { round: 2, wrongPasswords: 0, result: null },
      ])
    })

    it('count a wrong password once for each number before it, and not after the end', async () => {
      const records = await openRecords()
      await records.openRound('server-1', 1, 10)
      const sameForm = [0, 0, 0].map((wrongBefore) => records.countWrongPassword('server-1', 1, wrongBefore))
      expect(await Promise.all(sameForm)).toEqual([1, 1, 1])
      expect(await records.countWrongPassword('server-1', 1, 1)).toBe(2)
      expect(await records.countWrongPassword('server-1', 1, 0)).toBe(2)
      await records.endRound('server-1', 1, APPROVED, 20)
      expect(await records.countWrongPassword('server-1', 1, 2)).toBe(2)
    })

    it.each([
      ['a result', APPROVED],
      ['a cancellation', CANCELED],
      ['an error', { kind: 'error' } as const],
    ])('end a round with %s, once', async (_what, result) => {
      const records = await openRecords()
      await records.openRound('server-1', 1, 10)
      expect(await records.endRound('server-1', 1, result, 20)).toEqual(result)
      expect(await records.endRound('server-1', 1, { ...APPROVED, transStatus: 'R' }, 30)).toEqual(result)
      expect(await records.listRounds('server-1')).toEqual([{ round: 1, wrongPasswords: 0, result }])
    })

    it('give one result to everybody who ends a round at the same time', async () => {
      const records = await openRecords()
      await records.openRound('server-1', 1, 10)
      const inputs = [APPROVED, CANCELED, { kind: 'error' } as const, APPROVED]
      const standing = await Promise.all(inputs.map((result) => records.endRound('server-1', 1, result, 20)))
      expect(new Set(standing.map((result) => JSON.stringify(result))).size).toBe(1)
    })
  },
  simulatorMigrations,
)
