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

/** Matches a UUID of any version, because the 3DS server chooses it. */
const TRANS_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FOREIGN_TRANS_ID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const TRANSACTION_ID = 'transaction'
const RETURN_URL = 'https://shop.example/three-ds/back'

function roundOf(threeDsServerTransId: string, round: number): ChallengeRound {
  return { transactionId: TRANSACTION_ID, threeDsServerTransId, round }
}

const CARD = {
  pan: new Secret('4242424242424242'),
  brand: 'VISA',
  expirationMonth: 12,
  expirationYear: 2030,
} as const

const SALE = {
  seller: {
    name: '<Nordlys> & Books',
    country: 'NO',
    mcc: '5942',
    url: 'https://nordlys.example',
    acquirer: {
      bin: '401200',
      merchantId: 'M-1',
      requestorId: 'R-1',
      requestorName: 'Nordlys',
      requestorUrl: 'https://nordlys.example',
    },
  },
  amountMinor: 129_900,
  currency: 'EUR',
  requestedAtMs: Date.UTC(2026, 0, 2),
  isPayment: true,
  savesCard: false,
  challengePreference: 'NO_PREFERENCE',
  exemption: null,
  channel: 'BROWSER',
} as const

function enrolmentOf(flow: SimulatedFlow, key = 'attempt-1'): EnrolmentRequest {
  const ids = { key, merchantId: 'merchant', transactionId: TRANSACTION_ID }
  return { ...ids, ...SALE, card: CARD, metadata: toMetadata({ flow }) }
}

/** The id that the server assigned. */
async function enrol(server: ThreeDsServer, flow: SimulatedFlow, key?: string): Promise<string> {
  const enrolment = await server.enrol(enrolmentOf(flow, key))
  if (!('threeDsServerTransId' in enrolment) || enrolment.threeDsServerTransId === null)
    throw new Error(`the server assigned no id in flow ${flow}`)
  return enrolment.threeDsServerTransId
}

const authenticate = async (server: ThreeDsServer, flow: SimulatedFlow) =>
  server.authenticate(authenticationOf(flow, await enrol(server, flow)))

function authenticationOf(flow: SimulatedFlow, threeDsServerTransId: string): AuthenticationRequest {
  return {
    ...enrolmentOf(flow),
    threeDsServerTransId,
    messageVersion: '2.2.0',
    completionIndicator: 'Y',
    challengeWindowSize: '02',
    notificationUrl: 'https://shop.example/three-ds/done',
    returnUrl: RETURN_URL,
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

/** The behavior of every 3DS server on which the gateway relies. */
export function describeThreeDsServer(name: string, start: () => Promise<ThreeDsServerUnderTest>): void {
  const startOne = async () => {
    const { threeDsServer, close } = await start()
    onTestFinished(close)
    return threeDsServer
  }

  const ASSIGNED = { threeDsServerTransId: expect.stringMatching(TRANS_ID) as string }

  describe(`3DS server: ${name}`, () => {
    it('assigns an id to each authentication, and returns the same id for a repeated enrolment', async () => {
      const server = await startOne()
      const first = await enrol(server, 'CHALLENGE')
      expect(await enrol(server, 'CHALLENGE')).toBe(first)
      expect(await enrol(server, 'CHALLENGE', 'attempt-2')).not.toBe(first)
    })

    it('refuses what names no acquirer', async () => {
      const server = await startOne()
      const unnamed = { ...SALE, seller: { ...SALE.seller, acquirer: null } }
      const refused = { kind: 'error', threeDsServerTransId: null }
      expect(await server.enrol({ ...enrolmentOf('CHALLENGE'), ...unnamed })).toEqual(refused)
      const id = await enrol(server, 'CHALLENGE')
      expect(await server.authenticate({ ...authenticationOf('CHALLENGE', id), ...unnamed })).toEqual({
        kind: 'error',
      })
    })

    it('rejects an authentication with an id that it did not assign', async () => {
      const server = await startOne()
      await enrol(server, 'FRICTIONLESS_SUCCESS')
      const foreign = authenticationOf('FRICTIONLESS_SUCCESS', FOREIGN_TRANS_ID)
      expect(await server.authenticate(foreign)).toEqual({ kind: 'error' })
    })

    it.each([
      [
        'CHALLENGE',
        {
          kind: 'enrolled',
          ...ASSIGNED,
          messageVersion: '2.2.0',
          methodUrl: expect.stringContaining('/method'),
        },
      ],
      ['NO_METHOD_CHALLENGE', { kind: 'enrolled', ...ASSIGNED, messageVersion: '2.2.0', methodUrl: null }],
      ['NO_3DS', { kind: 'not_required' }],
      ['NOT_ENROLLED', { kind: 'not_enrolled', ...ASSIGNED }],
      ['DIRECTORY_TIMEOUT', { kind: 'unavailable', ...ASSIGNED }],
    ] as const)('says what a card range is: %s', async (flow, enrolment) => {
      expect(await (await startOne()).enrol(enrolmentOf(flow))).toEqual(enrolment)
    })

    it.each([
      ['FRICTIONLESS_SUCCESS', 'Y', null, '05', true],
      ['FRICTIONLESS_ATTEMPTED', 'A', null, '06', true],
      ['FRICTIONLESS_NOT_AUTHENTICATED', 'N', '01', '07', false],
      ['DECOUPLED', 'D', null, '07', false],
    ] as const)('authenticates without a question: %s', async (flow, transStatus, reason, eci, isProven) => {
      const answer = await authenticate(await startOne(), flow)
      expect(answer).toMatchObject({ kind: 'authenticated', transStatus, transStatusReason: reason, eci })
      if (answer.kind !== 'authenticated') throw new Error(`got ${answer.kind}`)
      expect(answer.authenticationValue?.reveal().length ?? 0).toBe(isProven ? 28 : 0)
      expect(answer.dsTransId).toMatch(/^[0-9a-f-]{36}$/)
    })

    it('says that it could not', async () => {
      const server = await startOne()
      expect(await authenticate(server, 'AUTHENTICATION_ERROR')).toEqual({ kind: 'error' })
      expect(await authenticate(server, 'NOT_ENROLLED')).toEqual({ kind: 'unavailable' })
    })

    it('keeps the result of a challenge for every caller, by round', async () => {
      const server = await startOne()
      const id = await enrol(server, 'CHALLENGE')
      const answer = await server.authenticate(authenticationOf('CHALLENGE', id))
      if (answer.kind !== 'challenge') throw new Error(`got ${answer.kind}`)
      expect(answer.delivery).toBe('action')
      expect(await server.readChallengeResult(roundOf(id, 1))).toBeNull()

      const creq = encodeChallengeRequest({
        threeDsServerTransId: id,
        acsTransId: answer.acsTransId,
        messageVersion: '2.2.0',
        challengeWindowSize: '02',
      })
      const question = findForm(await openPage(answer.acsUrl, 'iframe', { creq }), 'password')
      if (!question) throw new Error('the bank asks nothing')
      await openPage(question.action, 'iframe', { ...question.fields, decision: 'submit', password: '1234' })

      expect(await server.readChallengeResult(roundOf(id, 1))).toMatchObject({
        kind: 'completed',
        round: 1,
        transStatus: 'Y',
        eci: '05',
        challengeCancel: null,
      })
      expect(await server.readChallengeResult(roundOf(id, 2))).toBeNull()
    })

    it.each([
      ['CHALLENGE_HOSTED', 'FRAME'],
      ['CHALLENGE_HOSTED_FULL_PAGE', 'FULL_PAGE'],
    ] as const)('shows a challenge on a page of its own, which leads back: %s', async (flow, display) => {
      const server = await startOne()
      const id = await enrol(server, flow)
      const answer = await server.authenticate(authenticationOf(flow, id))
      if (answer.kind !== 'hosted_challenge') throw new Error(`got ${answer.kind}`)
      expect(answer.display).toBe(display)
      expect(await server.readChallengeResult(roundOf(id, 1))).toBeNull()

      const page = findForm(await openPage(answer.pageUrl, 'document'))
      if (!page) throw new Error('the page leads nowhere')
      const question = findForm(await openPage(page.action, 'document', page.fields), 'password')
      if (!question) throw new Error('the bank asks nothing')
      const fields = { ...question.fields, decision: 'submit', password: '1234' }
      const ending = findForm(await openPage(question.action, 'document', fields), 'cres')
      if (!ending) throw new Error('the bank leads nowhere')
      expect((await openPage(ending.action, 'document', ending.fields)).location).toBe(RETURN_URL)
      expect(await server.readChallengeResult(roundOf(id, 1))).toMatchObject({ transStatus: 'Y' })
    })

    it.each([
      ['CHALLENGE', { kind: 'authenticated', transStatus: 'Y', eci: '05' }],
      ['MERCHANT_INITIATED_CHALLENGE', { kind: 'challenge' }],
      ['MERCHANT_INITIATED_REJECTED', { kind: 'authenticated', transStatus: 'R', eci: '07' }],
      ['MERCHANT_INITIATED_UNAVAILABLE', { kind: 'authenticated', transStatus: 'U', eci: '07' }],
    ] as const)('authenticates a charge that the merchant starts: %s', async (flow, answer) => {
      const server = await startOne()
      const enrolment = { ...enrolmentOf(flow, 'attempt-3ri'), channel: '3RI' } as const
      const enrolled = await server.enrol(enrolment)
      if (enrolled.kind !== 'enrolled') throw new Error(`got ${enrolled.kind}`)
      const firstAuthentication = { acsTransId: null, dsTransId: null, wasChallenged: true, atMs: 0 }
      const { threeDsServerTransId, messageVersion } = enrolled
      const ids = { threeDsServerTransId, messageVersion, cardholder: null }
      const request = { ...enrolment, ...ids, firstAuthentication }
      expect(await server.authenticateMerchantInitiated?.(request)).toMatchObject(answer)
    })

    it('starts one challenge when the call is repeated', async () => {
      const server = await startOne()
      const request = authenticationOf('CHALLENGE_REDIRECT', await enrol(server, 'CHALLENGE_REDIRECT'))
      const first = await server.authenticate(request)
      expect(first).toMatchObject({ kind: 'challenge', delivery: 'redirect' })
      expect(await server.authenticate(request)).toEqual(first)
    })
  })
}
