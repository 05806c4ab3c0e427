import { Secret } from '@sluice/platform/kernel/secret'
import { describe, expect, it } from 'vitest'

import { createManualClock } from '../../../../platform/test/manual-clock.ts'
import { ENROLMENT_DATA } from '../../../test/enrolment-data.ts'
import type { AuthenticationRequest, MerchantInitiatedRequest } from '../../three-ds/index.ts'
import { createExchange } from './exchange.ts'
import { createHttpThreeDsServer, type ThreeDsServerDeclaration } from './http-three-ds-server.ts'

const TRANS_ID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const PAGES = 'https://pages.3ds.example'

const SHOPPERS: AuthenticationRequest = {
  ...ENROLMENT_DATA,
  channel: 'BROWSER',
  threeDsServerTransId: TRANS_ID,
  messageVersion: '2.2.0',
  completionIndicator: 'U',
  challengeWindowSize: '02',
  notificationUrl: 'https://gateway.example/three-ds/h/challenge-notification-url',
  returnUrl: 'https://gateway.example/three-ds/h/challenge-return',
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

const MERCHANTS: MerchantInitiatedRequest = {
  ...ENROLMENT_DATA,
  channel: '3RI',
  threeDsServerTransId: TRANS_ID,
  messageVersion: '2.2.0',
  cardholder: null,
  firstAuthentication: {
    acsTransId: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
    dsTransId: null,
    wasChallenged: true,
    atMs: Date.UTC(2025, 10, 3, 4, 5, 6),
  },
}

/** A server with one answer to every call, and the requests that it received. */
function connect(answer: unknown, declaration?: ThreeDsServerDeclaration) {
  const sent: Record<string, unknown>[] = []
  const exchange = createExchange({
    party: '3DS server',
    send: ({ body }) => {
      sent.push(JSON.parse(body ?? '') as Record<string, unknown>)
      return Promise.resolve({
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify(answer),
      })
    },
    secret: new Secret('a shared secret of forty characters, more'),
    timeoutMs: 1_000,
    clock: createManualClock(),
  })
  return { sent, server: createHttpThreeDsServer(exchange, declaration) }
}

describe('a hosted challenge', () => {
  const hosted = (page_url: string, more = {}) => ({ result: 'HOSTED_CHALLENGE', page_url, ...more })

  it.each([
    [{}, 'FULL_PAGE'],
    [{ in_frame: false }, 'FULL_PAGE'],
    [{ in_frame: true }, 'FRAME'],
  ] as const)('at a configured origin is shown: %j', async (more, display) => {
    const page = `${PAGES}/challenges/1?x=y`
    const { server, sent } = connect(hosted(page, more), { hostedOrigins: () => [PAGES] })
    expect(await server.authenticate(SHOPPERS)).toEqual({
      kind: 'hosted_challenge',
      pageUrl: page,
      display,
      dsTransId: null,
    })
    expect(sent).toMatchObject([{ device_channel: '02', return_url: SHOPPERS.returnUrl }])
  })

  it.each([
    'https://other.3ds.example/challenges/1',
    'https://pages.3ds.example.evil.example/1',
    'https://pages.3ds.example:8443/1',
    'https://user@pages.3ds.example.evil.example/1',
  ])('at another origin is not: %s', async (page) => {
    const { server } = connect(hosted(page), { hostedOrigins: () => [PAGES] })
    expect(await server.authenticate(SHOPPERS)).toEqual({ kind: 'foreign_page' })
  })

  it('is not shown for a server without configured origins', async () => {
    expect(await connect(hosted(`${PAGES}/1`)).server.authenticate(SHOPPERS)).toEqual({
      kind: 'foreign_page',
    })
  })

  it('without encryption is not an answer', async () => {
    const { server } = connect(hosted('http://pages.3ds.example/1'), {
      hostedOrigins: () => ['http://pages.3ds.example'],
    })
    await expect(server.authenticate(SHOPPERS)).rejects.toMatchObject({ code: 'ANSWER_MALFORMED' })
  })
})

describe('3RI', () => {
  const answer = {
    result: 'AUTHENTICATED',
    trans_status: 'Y',
    trans_status_reason: null,
    eci: '05',
    authentication_value: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
    ds_trans_id: null,
  }

  it('is offered by a server that declares it', () => {
    expect(connect(answer).server.authenticateMerchantInitiated).toBeUndefined()
    expect(connect(answer, { threeRi: true }).server.authenticateMerchantInitiated).toBeDefined()
  })

  it('contains the authentication with which the card was saved, and no browser data', async () => {
    const { server, sent } = connect(answer, { threeRi: true })
    expect(await server.authenticateMerchantInitiated?.(MERCHANTS)).toMatchObject({ transStatus: 'Y' })
    const [message] = sent
    expect(message).toMatchObject({
      key: 'attempt-1',
      device_channel: '03',
      three_ri_indicator: '11',
      authentication_indicator: null,
      prior_authentication: {
        acs_trans_id: MERCHANTS.firstAuthentication.acsTransId,
        ds_trans_id: null,
        method: '02',
        at: '202511030405',
      },
    })
    expect(Object.keys(message ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/browser|notification_url|return_url|comp_ind/)]),
    )
  })
})

it.each([undefined, null])('recognizes an enrolment with the id %s', async (id) => {
  const { server } = connect({
    result: 'ENROLLED',
    three_ds_server_trans_id: id,
    message_version: '2.2.0',
    three_ds_method_url: null,
  })
  expect(await server.enrol({ ...ENROLMENT_DATA, channel: 'BROWSER' })).toEqual({ kind: 'without_id' })
})
