import { describe, expect, it } from 'vitest'

import type { TransStatus } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'

import { makeOpening } from '../../../test/transaction-fixtures.ts'
import type { AuthenticationResponse, ChallengeResult, Enrolment } from '../../three-ds/index.ts'
import { beginAuthentication } from '../execution/attempt.ts'
import type { Progress } from './card-context.ts'
import {
  firstThreeDsStep,
  stepAfterAuthentication,
  stepAfterChallenge,
  stepAfterEnrolment,
} from './three-ds-step.ts'
import { proofOf } from './device-proof.ts'

const NO_OUTCOME = {
  transStatusReason: null,
  eci: null,
  authenticationValue: null,
  dsTransId: null,
} as const

function progress(changes: Partial<Progress> = {}): Progress {
  return {
    ...makeOpening(),
    card: {
      pan: new Secret('4242424242424242'),
      cvv: null,
      brand: 'VISA',
      expirationMonth: 12,
      expirationYear: 2030,
    },
    keys: { dataKey: new Uint8Array(32), ephemeralKey: new Uint8Array(32) },
    sessionId: null,
    rules: { routing: { accounts: [], maxRetries: 0 }, onUnavailable: 'DECLINE', usesThreeDs: true },
    saveFor: null,
    storedCredential: null,
    options: null,
    proof: null,
    earlierChallenge: 'NONE',
    firstAuthentication: null,
    ...changes,
  }
}

/** Returns the progress after the given number of challenges. */
function challenged(round: number): Progress {
  const before = progress()
  const authentication = { ...beginAuthentication('3ds'), round }
  return { ...before, attempt: { ...before.attempt, authentication } }
}

describe('an attempt', () => {
  it('queries the card range first', () => {
    expect(firstThreeDsStep(progress())).toMatchObject({ kind: 'enrol' })
  })

  it('is authorized at once when the merchant initiates the charge, or the device authenticated the payer', () => {
    const storedCredential = {
      initiator: 'MERCHANT',
      sequence: 'SUBSEQUENT',
      networkTransactionId: null,
    } as const
    const byItself = firstThreeDsStep(progress({ storedCredential }))
    expect(byItself).toMatchObject({ kind: 'authorize', proof: null })
    expect(byItself.progress.attempt.authentication).toBeNull()
    const firstAuthentication = { acsTransId: null, dsTransId: null, wasChallenged: false, atMs: 0 }
    const withReference = progress({ storedCredential, firstAuthentication })
    expect(firstThreeDsStep(withReference)).toMatchObject({
      kind: 'authenticate_merchant_initiated',
      firstAuthentication,
    })
    const rules = { ...withReference.rules, usesThreeDs: false }
    expect(firstThreeDsStep({ ...withReference, rules })).toMatchObject({ kind: 'authorize', proof: null })
    const proof = proofOf('05', new Secret('cryptogram'))
    const proven = firstThreeDsStep(progress({ proof }))
    expect(proven).toMatchObject({ kind: 'authorize', proof: { eci: '05' } })
    expect(proven.progress.attempt.authentication).toMatchObject({ transStatus: 'Y', eci: '05' })
  })
})

describe('the card range', () => {
  const ASSIGNED = { threeDsServerTransId: '3ds' }
  const METHOD = 'https://bank.example/method'
  it.each<readonly [Enrolment, object]>([
    [
      { kind: 'enrolled', ...ASSIGNED, messageVersion: '2.2.0', methodUrl: METHOD },
      { kind: 'fingerprint', methodUrl: METHOD },
    ],
    [
      { kind: 'enrolled', ...ASSIGNED, messageVersion: '2.2.0', methodUrl: null },
      { kind: 'authenticate', completionIndicator: 'U' },
    ],
    [{ kind: 'not_required' }, { kind: 'authorize', proof: null }],
    [
      { kind: 'not_enrolled', ...ASSIGNED },
      { kind: 'end', processingCode: '3002' },
    ],
    [
      { kind: 'unavailable', threeDsServerTransId: null },
      { kind: 'end', processingCode: '3002' },
    ],
    [
      { kind: 'error', threeDsServerTransId: null },
      { kind: 'end', processingCode: '3000' },
    ],
  ])('a card range with %j', (enrolment, threeDsStep) => {
    expect(stepAfterEnrolment(progress(), enrolment, 'main')).toMatchObject(threeDsStep)
  })

  it('a card range query without an answer does not stop a terminal that proceeds', () => {
    const proceeding = progress({ rules: { ...progress().rules, onUnavailable: 'PROCEED' } })
    const threeDsStep = stepAfterEnrolment(
      proceeding,
      { kind: 'unavailable', threeDsServerTransId: null },
      'main',
    )
    expect(threeDsStep).toMatchObject({ kind: 'authorize', proof: { transStatus: 'U', eci: '07' } })
  })

  it('leaves an authentication behind unless none is needed', () => {
    const idAfter = (enrolment: Enrolment) =>
      stepAfterEnrolment(progress(), enrolment, 'main').progress.attempt.authentication
    expect(idAfter({ kind: 'not_required' })).toBeNull()
    expect(idAfter({ kind: 'not_enrolled', ...ASSIGNED })).toMatchObject({
      serverId: 'main',
      threeDsServerTransId: '3ds',
    })
    expect(
      idAfter({ kind: 'enrolled', ...ASSIGNED, messageVersion: '2.2.0', methodUrl: null }),
    ).toMatchObject({
      threeDsServerTransId: '3ds',
      messageVersion: '2.2.0',
    })
  })
})

describe('the ARes', () => {
  const CHALLENGE: AuthenticationResponse = {
    kind: 'challenge',
    acsTransId: 'acs',
    acsUrl: 'https://bank.example/acs',
    dsTransId: 'ds',
    delivery: 'redirect',
  }

  it.each<readonly [AuthenticationResponse, object]>([
    [CHALLENGE, { kind: 'challenge', delivery: 'redirect', notification: null }],
    [
      { kind: 'authenticated', transStatus: 'Y', ...NO_OUTCOME },
      { kind: 'authorize', proof: { transStatus: 'Y', eci: '05' } },
    ],
    [
      { kind: 'authenticated', transStatus: 'N', ...NO_OUTCOME },
      { kind: 'end', processingCode: '3001' },
    ],
    [{ kind: 'unavailable' }, { kind: 'end', processingCode: '3002' }],
    [{ kind: 'error' }, { kind: 'end', processingCode: '3000' }],
  ])('an ARes with %j', (response, threeDsStep) => {
    expect(stepAfterAuthentication(progress(), response, null)).toMatchObject(threeDsStep)
  })

  it('is stored with the attempt', () => {
    const { attempt } = stepAfterAuthentication(progress(), CHALLENGE, null).progress
    expect(attempt.authentication).toMatchObject({ acsTransId: 'acs', dsTransId: 'ds', transStatus: 'C' })
  })

  it('a missing ARes leaves the authentication unchanged', () => {
    const before = challenged(0)
    const { attempt } = stepAfterAuthentication(before, { kind: 'unavailable' }, null).progress
    expect(attempt.authentication).toEqual(before.attempt.authentication)
  })
})

describe('the result of a challenge', () => {
  const result = (transStatus: TransStatus, round = 1): ChallengeResult => ({
    kind: 'completed',
    round,
    challengeCancel: null,
    ...NO_OUTCOME,
    transStatus,
  })

  it.each<readonly [number, ChallengeResult | null, object]>([
    [1, result('Y'), { kind: 'authorize', proof: { transStatus: 'Y', eci: '05' } }],
    [1, result('N'), { kind: 'end', processingCode: '3001' }],
    [
      1,
      { ...result('N'), challengeCancel: '01' } as ChallengeResult,
      { kind: 'end', processingCode: '1003' },
    ],
    [1, result('C'), { kind: 'challenge', delivery: 'action', notification: null }],
    [2, result('C', 2), { kind: 'end', processingCode: '3000' }],
    [1, { kind: 'error', round: 1 }, { kind: 'end', processingCode: '3000' }],
    [1, null, { kind: 'end', processingCode: '3002' }],
  ])('after %i: %j', (round, said, threeDsStep) => {
    expect(stepAfterChallenge(challenged(round), said)).toMatchObject(threeDsStep)
  })

  it('is stored with the attempt, and so is how the shopper left', () => {
    const { attempt } = stepAfterChallenge(challenged(1), {
      ...result('N'),
      challengeCancel: '01',
    } as ChallengeResult).progress
    expect(attempt.authentication).toMatchObject({ transStatus: 'N', challengeCancel: '01' })
  })
})
