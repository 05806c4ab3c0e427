import { describe, expect, it, onTestFinished } from 'vitest'

import type { SimulatedFlow } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'

import type {
  AuthenticationRequest,
  ChallengeRound,
  EnrolmentRequest,
  ThreeDsServer,
} from '../src/three-ds/index.ts'
import { encodeChallengeRequest } from '../src/three-ds/index.ts'
import { toMetadata } from '../../simulators/test/to-metadata.ts'
import { findForm, open as openPage } from './shopper.ts'

export interface ThreeDsServerUnderTest {
  readonly threeDsServer: ThreeDsServer
  close(): Promise<void>
}

const TRANS_ID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const TRANSACTION_ID = 'transaction'

function roundOf(round: number): ChallengeRound {
  return { transactionId: TRANSACTION_ID, threeDsServerTransId: TRANS_ID, round }
}

const CARD = {
  pan: new Secret('4242424242424242'),
  brand: 'VISA',
  expirationMonth: 12,
  expirationYear: 2030,
} as const

function enrolmentOf(flow: SimulatedFlow): EnrolmentRequest {
  const ids = { merchantId: 'merchant', transactionId: TRANSACTION_ID, threeDsServerTransId: TRANS_ID }
  return { ...ids, card: CARD, metadata: toMetadata({ flow }) }
}

function authenticationOf(flow: SimulatedFlow): AuthenticationRequest {
  return {
    ...enrolmentOf(flow),
    merchantName: '<Nordlys> & Books',
    amountMinor: 129_900,
    currency: 'EUR',
    completionIndicator: 'Y',
    challengeWindowSize: '02',
    notificationUrl: 'https://shop.example/three-ds/done',
    cardholder: null,
    browserInfo: {
      ip: null,
      javaScriptEnabled: null,
      userAgent: 'test',
      acceptHeader: '*/*',
      javaEnabled: false,
      colorDepth: 24,
      screenHeight: 800,
      screenWidth: 600,
      timeZoneOffset: -60,
      language: 'sv-SE',
    },
  }
}

/** What the gateway may rely on, with every 3DS server. */
export function describeThreeDsServer(name: string, start: () => Promise<ThreeDsServerUnderTest>): void {
  const startOne = async () => {
    const { threeDsServer, close } = await start()
    onTestFinished(close)
    return threeDsServer
  }

  describe(`3DS server: ${name}`, () => {
    it.each([
      [
        'CHALLENGE',
        { kind: 'enrolled', messageVersion: '2.2.0', methodUrl: expect.stringContaining('/method') },
      ],
      ['NO_METHOD_CHALLENGE', { kind: 'enrolled', messageVersion: '2.2.0', methodUrl: null }],
      ['NO_3DS', { kind: 'not_required' }],
      ['NOT_ENROLLED', { kind: 'not_enrolled' }],
      ['DIRECTORY_TIMEOUT', { kind: 'unavailable' }],
    ] as const)('says what a card range is: %s', async (flow, enrolment) => {
      expect(await (await startOne()).enrol(enrolmentOf(flow))).toEqual(enrolment)
    })

    it.each([
      ['FRICTIONLESS_SUCCESS', 'Y', null, '05', true],
      ['FRICTIONLESS_ATTEMPTED', 'A', null, '06', true],
      ['FRICTIONLESS_NOT_AUTHENTICATED', 'N', '01', '07', false],
      ['DECOUPLED', 'D', null, '07', false],
    ] as const)('authenticates without a question: %s', async (flow, transStatus, reason, eci, isProven) => {
      const answer = await (await startOne()).authenticate(authenticationOf(flow))
      expect(answer).toMatchObject({ kind: 'authenticated', transStatus, transStatusReason: reason, eci })
      if (answer.kind !== 'authenticated') throw new Error(`got ${answer.kind}`)
      expect(answer.authenticationValue?.reveal().length ?? 0).toBe(isProven ? 28 : 0)
      expect(answer.dsTransId).toMatch(/^[0-9a-f-]{36}$/)
    })

    it('says that it could not', async () => {
      const server = await startOne()
      expect(await server.authenticate(authenticationOf('AUTHENTICATION_ERROR'))).toEqual({ kind: 'error' })
      expect(await server.authenticate(authenticationOf('NOT_ENROLLED'))).toEqual({ kind: 'unavailable' })
    })

    it('keeps the result of a challenge for every caller, by round', async () => {
      const server = await startOne()
      const answer = await server.authenticate(authenticationOf('CHALLENGE'))
      if (answer.kind !== 'challenge') throw new Error(`got ${answer.kind}`)
      expect(answer.delivery).toBe('action')
      expect(await server.readChallengeResult(roundOf(1))).toBeNull()

      const creq = encodeChallengeRequest({
        threeDsServerTransId: TRANS_ID,
        acsTransId: answer.acsTransId,
        messageVersion: '2.2.0',
        challengeWindowSize: '02',
      })
      const question = findForm(await openPage(answer.acsUrl, 'iframe', { creq }), 'password')
      if (!question) throw new Error('the bank asks nothing')
      await openPage(question.action, 'iframe', { ...question.fields, decision: 'submit', password: '1234' })

      expect(await server.readChallengeResult(roundOf(1))).toMatchObject({
        kind: 'completed',
        round: 1,
        transStatus: 'Y',
        eci: '05',
        challengeCancel: null,
      })
      expect(await server.readChallengeResult(roundOf(2))).toBeNull()
    })

    it('begins one challenge however often it is asked', async () => {
      const server = await startOne()
      const request = authenticationOf('CHALLENGE_REDIRECT')
      const first = await server.authenticate(request)
      expect(first).toMatchObject({ kind: 'challenge', delivery: 'redirect' })
      expect(await server.authenticate(request)).toEqual(first)
    })
  })
}
