import { expect, it } from 'vitest'

import { THREE_DS_CONNECTORS } from '@sluice/connectors'
import type { HttpResult } from '@sluice/connectors/kit'
import { Secret } from '@sluice/platform/kernel/secret'
import { systemTimers } from '@sluice/platform/system'

import { ENROLMENT_DATA } from '../../../test/enrolment-data.ts'
import { ExchangeError } from '../http/exchange-error.ts'
import { createConnectedThreeDsServer } from './connected-three-ds-server.ts'

const ID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'

const ENROLMENT = { ...ENROLMENT_DATA, channel: 'BROWSER' } as const

function connect(result: HttpResult) {
  const refusals: string[] = []
  let loaded = 0
  const server = createConnectedThreeDsServer({
    load: () => ((loaded += 1), THREE_DS_CONNECTORS['3dsecure-io']()),
    send: () => Promise.resolve(result),
    secrets: { api_key: [new Secret('key')] },
    timeoutMs: 1_000,
    clock: { now: () => 0 },
    random: { bytes: (length) => new Uint8Array(length), uuid: () => ID },
    timers: systemTimers,
    threeRi: false,
    onRefusal: (reason) => refusals.push(reason),
  })
  return { server, refusals, loaded: () => loaded }
}

const answered = (status: number, message: unknown): HttpResult => ({
  kind: 'answer',
  status,
  headers: {},
  body: typeof message === 'string' ? message : JSON.stringify(message),
})

const CARD_RANGE = {
  messageType: 'CRD',
  threeDSServerTransID: ID,
  acsStartProtocolVersion: '2.1.0',
  acsEndProtocolVersion: '2.2.0',
  dsStartProtocolVersion: '2.1.0',
  dsEndProtocolVersion: '2.2.0',
}

it('loads the connector at the first call, and enrols', async () => {
  const { server, loaded } = connect(answered(200, CARD_RANGE))
  expect(loaded()).toBe(0)
  expect(await server.enrol(ENROLMENT)).toEqual({
    kind: 'enrolled',
    threeDsServerTransId: ID,
    messageVersion: '2.2.0',
    methodUrl: null,
  })
  expect(loaded()).toBe(1)
})

it('reports to operators why the server refused', async () => {
  const { server, refusals } = connect(
    answered(400, { messageType: 'Erro', errorCode: '203', errorComponent: 'S', errorDetail: 'acctNumber' }),
  )
  expect(await server.enrol(ENROLMENT)).toEqual({ kind: 'error', threeDsServerTransId: null })
  expect(refusals).toEqual(['Erro 203 by S: acctNumber'])
})

it('opens no page with a forbidden address', async () => {
  const { server } = connect(answered(200, { ...CARD_RANGE, threeDSMethodURL: 'http://bank.example/method' }))
  await expect(server.enrol(ENROLMENT)).rejects.toThrow('ANSWER_MALFORMED')
})

it.each([
  ['NEVER_SENT', { kind: 'failure', code: 'NEVER_SENT' }],
  ['TIMEOUT', { kind: 'failure', code: 'TIMEOUT' }],
  ['CONNECTION_LOST', { kind: 'failure', code: 'CONNECTION_LOST' }],
  ['ANSWER_REFUSED', answered(503, '<html>')],
  ['ANSWER_REFUSED', answered(401, 'Invalid API Key')],
  ['ANSWER_MALFORMED', answered(200, '<html>')],
] as const)('throws %s, by which the health of the server is judged', async (code, result) => {
  const failed = await connect(result)
    .server.enrol(ENROLMENT)
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(ExchangeError)
  expect(failed).toMatchObject({ code })
  expect(String(failed)).not.toMatch(/4242/)
})

it('offers 3RI only if configured', () => {
  expect(connect(answered(200, CARD_RANGE)).server).not.toHaveProperty('authenticateMerchantInitiated')
})
