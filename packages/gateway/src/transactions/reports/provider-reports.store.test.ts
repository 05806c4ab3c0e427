import { beforeEach, expect, it } from 'vitest'

import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { NOW_MS } from '../../../test/transaction-fixtures.ts'
import type { ProviderReports, ReconciliationAlert } from './provider-reports.ts'
import { createProviderReports } from './provider-reports.store.ts'

const ORDER = {
  merchantId: 'merchant-1',
  transactionId: 'transaction-1',
  providerId: 'sim-a',
  attemptId: 'attempt-1',
  accountId: 'sim-a-eur',
}
const ALERT: ReconciliationAlert = {
  ...ORDER,
  kind: 'LATE_SUCCESS',
  detail: {},
  reversalDueAtMs: NOW_MS,
  reversalTries: 0,
}

describeOnBothDatabases('the reversal of late money', (openFresh) => {
  let reports: ProviderReports
  let nowMs: number

  beforeEach(async () => {
    const { db, dialect } = await openFresh()
    nowMs = NOW_MS
    const clock = { now: () => nowMs }
    const transact = createTransact({ db, random: createSystemRandom(clock), timers: systemTimers })
    const audit = { write: () => Promise.resolve() }
    reports = createProviderReports({ db, dialect, transact, clock, audit })
    await reports.note(ORDER, { alert: ALERT })
  })

  /** Claims the alert as the next worker does, after the previous claim has expired. */
  async function claim() {
    nowMs += 3_600_000
    const [taken] = await reports.claimReversals({ nowMs, untilMs: nowMs + 1, limit: 1 })
    return taken
  }

  it('has one key, even if a second worker claimed it before the first stored a key', async () => {
    await claim()
    await claim()
    expect(await reports.startReversal(ALERT, 'first')).toBe(true)
    expect(await reports.startReversal(ALERT, 'second')).toBe(false)
    expect((await claim())?.key?.id).toBe('first')
  })

  it('is recorded only by the worker whose key it has', async () => {
    const again = { kind: 'again', dueAtMs: nowMs, keepsKey: false } as const
    await reports.startReversal(ALERT, 'first')
    await reports.recordReversal(ALERT, 'first', again)
    expect((await claim())?.key).toBeNull()
    await reports.startReversal(ALERT, 'second')
    await reports.recordReversal(ALERT, 'first', again)
    await reports.recordReversal(ALERT, null, { kind: 'left to people' })
    expect((await claim())?.key?.id).toBe('second')
    await reports.recordReversal(ALERT, 'second', { kind: 'reversed' })
    expect(await claim()).toBeUndefined()
  })
})
