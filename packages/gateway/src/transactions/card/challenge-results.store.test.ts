import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'

import { TEST_SEALER } from '../../../test/commit-ports.ts'
import { describeOnBothDatabases } from '../../../test/databases.ts'
import { NOW_MS } from '../../../test/transaction-fixtures.ts'
import type { ChallengeResult } from '../../three-ds/index.ts'
import {
  type ChallengeResults,
  createChallengeResults,
  type RunningChallenge,
} from './challenge-results.store.ts'

const RESULT: ChallengeResult = {
  kind: 'completed',
  round: 1,
  challengeCancel: null,
  transStatus: 'Y',
  transStatusReason: null,
  eci: '05',
  authenticationValue: new Secret('AAECAwQFBgcICQoLDA0ODxAREhM='),
  dsTransId: null,
}

const makeChallenge = (changes: Partial<RunningChallenge> = {}): RunningChallenge => ({
  merchantId: randomUUID(),
  transactionId: randomUUID(),
  attemptId: randomUUID(),
  round: 1,
  serverId: 'main',
  threeDsServerTransId: randomUUID(),
  ...changes,
})

describeOnBothDatabases('results of challenges', (openFresh) => {
  let results: ChallengeResults
  let nowMs = NOW_MS

  beforeEach(async () => {
    const { db } = await openFresh()
    nowMs = NOW_MS
    results = createChallengeResults({ db, sealer: TEST_SEALER, clock: { now: () => nowMs } })
  })

  it('are found as they were read, the first of two', async () => {
    const challenge = makeChallenge()
    await results.keep(challenge, RESULT)
    await results.keep(challenge, { ...RESULT, transStatus: 'N' })
    const found = await results.find(challenge)
    expect(found).toMatchObject({ kind: 'completed', transStatus: 'Y', eci: '05' })
    expect(found?.kind === 'completed' && found.authenticationValue?.reveal()).toBe(
      'AAECAwQFBgcICQoLDA0ODxAREhM=',
    )
  })

  it('keep an error of the bank', async () => {
    const challenge = makeChallenge()
    await results.keep(challenge, { kind: 'error', round: 1 })
    expect(await results.find(challenge)).toEqual({ kind: 'error', round: 1 })
  })

  it.each([
    ['another attempt', { attemptId: randomUUID() }],
    ['another round', { round: 2 }],
    ['another merchant', { merchantId: randomUUID() }],
    ['another id of the 3DS server', { threeDsServerTransId: randomUUID() }],
  ])('are not found for %s', async (_, changes) => {
    const challenge = makeChallenge()
    await results.keep(challenge, RESULT)
    expect(await results.find({ ...challenge, ...changes })).toBeNull()
  })

  it('are deleted 20 minutes later', async () => {
    const challenge = makeChallenge()
    await results.keep(challenge, RESULT)
    nowMs += 19 * 60_000
    expect(await results.deleteOld()).toBe(0)
    nowMs += 2 * 60_000
    expect(await results.deleteOld()).toBe(1)
    expect(await results.find(challenge)).toBeNull()
  })
})
