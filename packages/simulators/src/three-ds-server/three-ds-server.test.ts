import { describe, expect, it, onTestFinished } from 'vitest'

import { toMetadata } from '../../test/to-metadata.ts'
import { openSimulatorDatabase } from '../../test/open-simulator-database.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createTestRandom } from '../../test/test-random.ts'
import { Secret } from '@sluice/shared/secret'
import type { AuthenticationRequest } from '../authentication.ts'
import { createChallengeRecordsStore } from '../acs/challenge-records.store.ts'
import { assignTransId } from './assign-trans-id.ts'
import { createSimulatedThreeDsServer } from './three-ds-server.ts'

const KEY = 'attempt-1'
const TRANS_ID = assignTransId(KEY)
const ASSIGNED = { threeDsServerTransId: TRANS_ID }

function request(pan: string, changes: Partial<AuthenticationRequest> = {}): AuthenticationRequest {
  return {
    key: KEY,
    namesSeller: true,
    challengePreference: 'NO_PREFERENCE',
    exemption: null,
    threeDsServerTransId: TRANS_ID,
    card: { pan: new Secret(pan), brand: 'VISA' },
    merchantId: 'merchant-1',
    merchantName: 'Nordlys Books',
    amountMinor: 4_999,
    currency: 'EUR',
    completionIndicator: 'Y',
    notificationUrl: 'https://gateway.example/three-ds/h/challenge-notification-url',
    returnUrl: 'https://gateway.example/three-ds/h/challenge-return',
    language: 'sv',
    metadata: null,
    ...changes,
  }
}

async function openServer() {
  const db = await openSimulatorDatabase()
  onTestFinished(() => db.destroy())
  const store = createChallengeRecordsStore(db)
  const random = createTestRandom()
  const create = () =>
    createSimulatedThreeDsServer({
      store,
      clock: createTestClock(),
      random,
      pagesUrl: () => 'https://gateway.example',
    })
  return { db, store, server: create(), restart: create }
}

describe('simulators: enrolment', () => {
  it.each([
    [
      '4242424242424242',
      {
        kind: 'enrolled',
        ...ASSIGNED,
        messageVersion: '2.2.0',
        methodUrl: 'https://gateway.example/simulators/acs/method',
      },
    ],
    [
      '4000003000010005',
      {
        kind: 'enrolled',
        ...ASSIGNED,
        messageVersion: '2.2.0',
        methodUrl: 'https://gateway.example/simulators/acs/method/silent',
      },
    ],
    ['4200000000000026', { kind: 'enrolled', ...ASSIGNED, messageVersion: '2.2.0', methodUrl: null }],
    ['4000000000002990', { kind: 'not_enrolled', ...ASSIGNED }],
    ['4000000000002354', { kind: 'unavailable', ...ASSIGNED }],
  ])('the enrolment of %s', async (pan, enrolment) => {
    const { server } = await openServer()
    expect(await server.enrol(request(pan))).toEqual(enrolment)
  })

  it('is refused if the seller is not named', async () => {
    const { server } = await openServer()
    const refused = { kind: 'error' }
    expect(await server.enrol(request('4242424242424242', { namesSeller: false }))).toEqual(refused)
    expect(await server.authenticate(request('4242424242424242', { namesSeller: false }))).toEqual(refused)
  })

  it('is not required if the flow says so', async () => {
    const { server } = await openServer()
    const metadata = toMetadata({ flow: 'NO_3DS' })
    expect(await server.enrol(request('4242424242424242', { metadata }))).toEqual({ kind: 'not_required' })
  })
})

describe('simulators: authentication without a challenge', () => {
  const cryptogram = /^[A-Za-z0-9+/]{27}=$/

  it.each([
    ['4000000000002701', 'VISA', 'Y', null, '05', true],
    ['5200000000002235', 'MASTERCARD', 'Y', null, '02', true],
    ['340000000002872', 'AMEX', 'A', null, '06', true],
    ['5200000000002482', 'MASTERCARD', 'A', null, '01', true],
    ['4000003000100004', 'VISA', 'I', null, '07', false],
    ['5200000000002276', 'MASTERCARD', 'N', '01', '00', false],
    ['4000000000002537', 'VISA', 'R', '11', '07', false],
    ['4000000000002313', 'VISA', 'U', '22', '07', false],
    ['4000003000090007', 'VISA', 'D', null, '07', false],
  ] as const)(
    'of %s (%s) gives %s, reason %s, ECI %s',
    async (pan, brand, transStatus, reason, eci, isProven) => {
      const { server } = await openServer()
      const card = { pan: new Secret(pan), brand }
      const response = await server.authenticate(request(pan, { card }))
      if (response.kind !== 'authenticated') throw new Error(`got ${response.kind}`)
      expect(response).toMatchObject({ transStatus, transStatusReason: reason, eci })
      expect(response.dsTransId).toMatch(/^[0-9a-f-]{36}$/)
      const value = response.authenticationValue
      if (isProven) expect(value).toMatch(cryptogram)
      else expect(value).toBeNull()
    },
  )

  it('is an error if the flow says so', async () => {
    const { server } = await openServer()
    expect(await server.authenticate(request('4000000000002446'))).toEqual({ kind: 'error' })
  })

  it('refuses a fingerprint that cannot have been taken', async () => {
    const { server } = await openServer()
    const silent = '4000003000010005'
    expect(await server.authenticate(request(silent, { completionIndicator: 'Y' }))).toEqual({
      kind: 'error',
    })
    expect(await server.authenticate(request(silent, { completionIndicator: 'N' }))).toMatchObject({
      transStatus: 'Y',
    })
  })
})

describe('simulators: challenge', () => {
  it.each([
    ['4000000000003220', 'action'],
    ['4000003000050001', 'redirect'],
    ['4000003000060000', 'form_submit'],
  ])('the challenge of %s is delivered as %s', async (pan, delivery) => {
    const { server } = await openServer()
    expect(await server.authenticate(request(pan))).toMatchObject({
      kind: 'challenge',
      acsUrl: 'https://gateway.example/simulators/acs/challenge',
      delivery,
    })
  })

  it('is the same one when the request is sent again', async () => {
    const { server, restart } = await openServer()
    const first = await server.authenticate(request('4000000000003220'))
    expect(await restart().authenticate(request('4000000000003220'))).toEqual(first)
  })

  it('stores of the card only what the shopper is shown', async () => {
    const { db, server } = await openServer()
    await server.authenticate(request('4000000000003220'))
    const rows = await db.selectFrom('simulated_challenges').selectAll().execute()
    expect(rows).toMatchObject([
      { brand: 'VISA', card_last4: '3220', merchant_name: 'Nordlys Books', amount: 4_999 },
    ])
    expect(JSON.stringify(rows)).not.toContain('4000000000003220')
  })

  it('has no result until its round has one', async () => {
    const { server, store } = await openServer()
    await server.authenticate(request('4000000000003220'))
    expect(await server.readChallengeResult(TRANS_ID, 1)).toBeNull()
    await store.openRound(TRANS_ID, 1, 1)
    expect(await server.readChallengeResult(TRANS_ID, 1)).toBeNull()
    expect(await server.readChallengeResult('another', 1)).toBeNull()
  })

  it('gives the result of each round, also after a restart', async () => {
    const { server, store, restart } = await openServer()
    await server.authenticate(request('4000000000003220'))
    const again = {
      kind: 'completed',
      transStatus: 'C',
      transStatusReason: null,
      challengeCancel: null,
    } as const
    await store.openRound(TRANS_ID, 1, 1)
    await store.endRound(TRANS_ID, 1, { ...again, authenticationValue: null }, 2)
    await store.openRound(TRANS_ID, 2, 3)
    await store.endRound(TRANS_ID, 2, { ...again, transStatus: 'Y', authenticationValue: 'AAAA' }, 4)

    const restarted = restart()
    expect(await restarted.readChallengeResult(TRANS_ID, 1)).toMatchObject({ round: 1, transStatus: 'C' })
    const second = await restarted.readChallengeResult(TRANS_ID, 2)
    if (second?.kind !== 'completed') throw new Error('no result')
    expect(second).toMatchObject({ round: 2, transStatus: 'Y', eci: '05' })
    expect(second.authenticationValue).toBe('AAAA')
  })

  it('reports that the bank ended it with an error', async () => {
    const { server, store } = await openServer()
    await server.authenticate(request('4000000000002644'))
    await store.openRound(TRANS_ID, 1, 1)
    await store.endRound(TRANS_ID, 1, { kind: 'error' }, 2)
    expect(await server.readChallengeResult(TRANS_ID, 1)).toEqual({ kind: 'error', round: 1 })
  })
})
