import { afterEach, beforeEach, expect, it } from 'vitest'

import type { OpenDatabase } from '@sluice/platform/database/open-database'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { OperationsFixture } from '../../../test/operations-fixture.ts'
import { makeOpening, NOW_MS } from '../../../test/transaction-fixtures.ts'
import type { Database } from '../../composition/tables.ts'
import type { Attempt } from './attempt.ts'
import type { PendingAuthentication } from './execution-records.ts'
import { findUnderWay } from './find-under-way.store.ts'

const ENDED = { status: 'ENDED', dueAtMs: null } as const
const SEALED = Buffer.from('sealed')

describeOnBothDatabases('transactions: open payments of a merchant', (openFresh) => {
  let database: OpenDatabase<Database>

  beforeEach(async () => {
    database = await openFresh()
  })
  afterEach(() => database.close())

  const leave = async (
    pendingAuthentication: Partial<PendingAuthentication>,
    attempt: Partial<Attempt>,
  ): Promise<string> => {
    const { store } = new OperationsFixture(database).ports
    const opening = makeOpening()
    await store.open(opening)
    const { stepNumber: _, ...current } = opening.pendingAuthentication
    await store.commit({
      from: opening.pendingAuthentication,
      to: { ...current, step: 'WAITING', leaseUntilMs: null, ...pendingAuthentication },
      attempts: [{ ...opening.attempt, ...attempt }],
    })
    return opening.transaction.merchantId
  }

  it.each<[string, Partial<PendingAuthentication>, Partial<Attempt>, 'EXECUTING' | 'CHALLENGED' | null]>([
    ['a payment that a request works on', { step: 'WORKING' }, ENDED, 'EXECUTING'],
    ['a call that its worker may have left', {}, { status: 'STARTED', dueAtMs: NOW_MS }, 'EXECUTING'],
    ['a card for a shopper at the bank', { step: 'CHALLENGE', sealedCard: SEALED }, ENDED, 'CHALLENGED'],
    ['a step for a shopper at the bank', { step: 'CHALLENGE', sealedStep: SEALED }, ENDED, 'CHALLENGED'],
    ['a payment that waits for its provider', {}, { status: 'UNKNOWN', dueAtMs: NOW_MS }, null],
    ['a payment that ended', { step: 'DONE' }, ENDED, null],
  ])('%s', async (_, pendingAuthentication, attempt, expected) => {
    const merchantId = await leave(pendingAuthentication, attempt)
    expect(await findUnderWay(database.db, merchantId)).toBe(expected)
    expect(await findUnderWay(database.db, 'another')).toBeNull()
  })
})
