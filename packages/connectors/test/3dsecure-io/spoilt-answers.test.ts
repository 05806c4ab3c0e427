import { beforeEach, describe, expect, it } from 'vitest'

import type { HttpResult } from '../../src/kit/http-message.ts'
import { testCard } from '../../twins/3dsecure-io/test-cards.ts'
import { TwinInProcess } from './ask-twin.ts'
import { enrolmentOf, shoppersOf } from './messages.ts'

let twin: TwinInProcess
beforeEach(() => {
  twin = new TwinInProcess()
})

type Call = 'enrol' | 'authenticate' | 'result'
const PATHS = { enrol: '/preauth', authenticate: '/auth', result: '/postauth' } as const

/** The call, after those before it went well. */
async function ask(name: Call) {
  const number = testCard({ method: 'MISSING', ...(name === 'result' && { answer: 'C' }) })
  const enrolled = await twin.ask('enrol', enrolmentOf(number))
  if (name === 'enrol') return enrolled
  if (enrolled.kind !== 'answer' || enrolled.answer.result !== 'ENROLLED') throw new Error('not enrolled')
  const id = enrolled.answer.three_ds_server_trans_id ?? ''
  const authenticated = await twin.ask('authenticate', shoppersOf(number, id))
  return name === 'authenticate'
    ? authenticated
    : twin.ask('result', { three_ds_server_trans_id: id, round: 1 })
}

const answered = (status: number, body: string): HttpResult => ({ kind: 'answer', status, headers: {}, body })

/** Responses that must never be taken for a result. */
const SPOILT: Readonly<Record<string, HttpResult>> = {
  'no connection': { kind: 'failure', code: 'NEVER_SENT' },
  'a lost answer': { kind: 'failure', code: 'CONNECTION_LOST' },
  'a late answer': { kind: 'failure', code: 'TIMEOUT' },
  'an answer without end': { kind: 'failure', code: 'ANSWER_TOO_LARGE' },
  'a 500': answered(500, '{"error":"internal"}'),
  'HTML with 200': answered(200, '<html>Welcome</html>'),
  'HTML with 503': answered(503, '<html>Service unavailable</html>'),
  nothing: answered(200, ''),
  'a list': answered(200, '[]'),
  'a message without a type': answered(
    200,
    '{"transStatus":"Y","authenticationValue":"AAECAwQFBgcICQoLDA0ODxAREhM="}',
  ),
  'a message of another type': answered(200, '{"messageType":"RRes","transStatus":"Y"}'),
  'a result with 500': answered(500, '{"messageType":"ARes","transStatus":"Y"}'),
}

describe.each(['enrol', 'authenticate', 'result'] as const)('%s', (name) => {
  it.each(Object.entries(SPOILT))('%s is no result', async (_, result) => {
    twin.damage = (good, { path }) => (path === PATHS[name] ? result : good)
    expect(await ask(name)).toMatchObject({ kind: 'unknown' })
  })
})

describe.each(['authenticate', 'result'] as const)('%s', (name) => {
  const change = (members: Record<string, unknown>) => {
    twin.damage = (good, { path }) => {
      if (path !== PATHS[name] || good.kind === 'failure') return good
      const message = JSON.parse(good.body) as Record<string, unknown>
      return { ...good, status: 200, body: JSON.stringify({ ...message, ...members }) }
    }
  }
  const type = name === 'authenticate' ? 'ARes' : 'RReq'

  it.each([
    [
      'another authentication',
      { messageType: type, transStatus: 'Y', threeDSServerTransID: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e' },
    ],
    ['no authentication', { messageType: type, transStatus: 'Y', threeDSServerTransID: undefined }],
    ['null', { messageType: type, transStatus: 'Y', threeDSServerTransID: null }],
    ['a status that EMV does not have', { messageType: type, transStatus: 'X' }],
    ['the right authentication, of another type', { messageType: 'RRes', transStatus: 'Y' }],
    ['no status', { messageType: type, transStatus: undefined }],
  ])('an answer about %s is no result', async (_, members) => {
    change(members)
    expect(await ask(name)).toMatchObject({ kind: 'unknown' })
  })

  it('treats an answer with an HTTP error status as no result', async () => {
    twin.damage = (good, { path }) => {
      if (path !== PATHS[name] || good.kind === 'failure') return good
      const message = { ...(JSON.parse(good.body) as object), messageType: type, transStatus: 'Y' }
      return { ...good, status: 502, body: JSON.stringify(message) }
    }
    expect(await ask(name)).toMatchObject({ kind: 'unknown' })
  })
})

it.each([
  ['of another version', { messageVersion: '2.1.0' }],
  ['that asks for a challenge without its page', { transStatus: 'C' }],
  [
    'that asks for a challenge without the bank’s id',
    { transStatus: 'C', acsURL: 'https://acs.example/challenge', acsTransID: undefined },
  ],
])('an ARes %s is no result', async (_, members) => {
  twin.damage = (good, { path }) =>
    path === '/auth' && good.kind === 'answer'
      ? { ...good, body: JSON.stringify({ ...(JSON.parse(good.body) as object), ...members }) }
      : good
  expect(await ask('authenticate')).toMatchObject({ kind: 'unknown' })
})

it.each([
  ['101', 'ERROR'],
  ['201', 'ERROR'],
  ['203', 'ERROR'],
  ['301', 'EXPIRED'],
  ['305', 'ERROR'],
  ['402', 'UNAVAILABLE'],
  ['403', 'UNAVAILABLE'],
  ['404', 'UNAVAILABLE'],
  ['405', 'UNAVAILABLE'],
  ['999', 'ERROR'],
])('Erro %s to an AReq is %s, with every HTTP status', async (errorCode, result) => {
  for (const status of [200, 400, 404, 500]) {
    twin.damage = (good, { path }) =>
      path === '/auth'
        ? answered(
            status,
            JSON.stringify({ messageType: 'Erro', errorCode, errorComponent: 'S', errorDetail: 'x' }),
          )
        : good
    expect(await ask('authenticate')).toEqual({
      kind: 'answer',
      answer: { result, reason: `Erro ${errorCode} by S` },
    })
  }
})

it.each([
  ['305', 'A', { kind: 'answer', answer: { result: 'NONE' } }],
  ['404', 'A', { kind: 'answer', answer: { result: 'ERROR' } }],
  ['402', 'D', { kind: 'answer', answer: { result: 'ERROR' } }],
  ['402', 'C', { kind: 'answer', answer: { result: 'ERROR' } }],
  ['301', 'S', { kind: 'answer', answer: { result: 'NONE' } }],
  ['403', 'S', { kind: 'unknown' }],
])('Erro %s of %s to the query for a result', async (errorCode, errorComponent, expected) => {
  twin.damage = (good, { path }) =>
    path === '/postauth'
      ? answered(400, JSON.stringify({ messageType: 'Erro', errorCode, errorComponent }))
      : good
  expect(await ask('result')).toMatchObject(expected)
})

it.each([
  ['authenticate', '/auth', '405'],
  ['result', '/postauth', '404'],
] as const)('an Erro about another authentication ends no call: %s', async (name, at, errorCode) => {
  const about = (id?: string) => {
    twin.damage = (good, { path, body }) => {
      const { threeDSServerTransID } = JSON.parse(body) as Record<string, unknown>
      const erro = {
        messageType: 'Erro',
        errorCode,
        errorComponent: 'A',
        threeDSServerTransID: id ?? threeDSServerTransID,
      }
      return path === at ? answered(200, JSON.stringify(erro)) : good
    }
  }
  about('8a880dc0-d2d2-4067-bcb1-b08d1690b26e')
  expect(await ask(name)).toEqual({ kind: 'unknown', reason: 'Erro about another authentication' })
  about()
  expect(await ask(name)).toMatchObject({ kind: 'answer' })
})

it('names the wrong members without quoting their values', async () => {
  twin.damage = (good, { path }) =>
    path === '/auth'
      ? answered(
          400,
          JSON.stringify({
            messageType: 'Erro',
            errorCode: '203',
            errorComponent: 'S',
            errorDescription: 'Format of one or more data elements is invalid',
            errorDetail: 'purchaseAmount: 4000100511112003, cardholderName "Ada Lovelace"',
          }),
        )
      : good
  expect(await ask('authenticate')).toEqual({
    kind: 'answer',
    answer: { result: 'ERROR', reason: 'Erro 203 by S: cardholderName, purchaseAmount' },
  })
})
