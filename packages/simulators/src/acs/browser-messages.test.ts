import { readChallengeNotice, SIMULATED_CRES_FORMS } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { encodeChallengeRequest, encodeMethodData } from '../../../gateway/src/three-ds/browser-messages.ts'
import {
  decodeChallengeRequest,
  decodeMethodRequest,
  challengeResponse,
  encodeMessage,
  MESSAGE_MAX_CHARS,
} from './browser-messages.ts'
import { encodeCres } from './cres-forms.ts'

const IDS = {
  threeDsServerTransId: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
  acsTransId: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
  messageVersion: '2.2.0',
}
const CREQ = {
  threeDSServerTransID: IDS.threeDsServerTransId,
  acsTransID: IDS.acsTransId,
  messageVersion: '2.2.0',
  messageType: 'CReq',
  challengeWindowSize: '02',
}
const encode = (message: unknown) => Buffer.from(JSON.stringify(message)).toString('base64url')

describe('challenge: CReq', () => {
  it('reads what the gateway writes', () => {
    const creq = encodeChallengeRequest({ ...IDS, challengeWindowSize: '05' })
    expect(decodeChallengeRequest(creq)).toEqual({ ...IDS, challengeWindowSize: '05' })
  })

  it('accepts both Base64 alphabets, padded or not', () => {
    const padded = Buffer.from(JSON.stringify({ ...CREQ, note: '~~~???' })).toString('base64')
    expect(padded).toMatch(/[+/]/)
    expect(decodeChallengeRequest(padded)).toEqual({ ...IDS, challengeWindowSize: '02' })
  })

  it.each([
    ['another message', { ...CREQ, messageType: 'CRes' }],
    ['no server id', { ...CREQ, threeDSServerTransID: undefined }],
    ['an id that is no UUID', { ...CREQ, acsTransID: '1' }],
    ['an id of another type', { ...CREQ, acsTransID: [IDS.acsTransId] }],
    ['an unknown version', { ...CREQ, messageVersion: '1.0.2' }],
    ['no window size', { ...CREQ, challengeWindowSize: undefined }],
    ['a window size that is no code', { ...CREQ, challengeWindowSize: '<2' }],
    ['a list', [CREQ]],
    ['null', null],
  ])('refuses %s', (_what, message) => {
    expect(decodeChallengeRequest(encode(message))).toBeNull()
  })

  it('refuses more than 4 kB before decoding it', () => {
    const long = encode({ ...CREQ, filler: 'x'.repeat(MESSAGE_MAX_CHARS) })
    expect(decodeChallengeRequest(long)).toBeNull()
  })

  it('never throws, for all inputs', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
    )
    fc.assert(
      fc.property(anything, (text) => {
        expect(decodeChallengeRequest(text)).toBeNull()
        expect(decodeMethodRequest(text)).toBeNull()
      }),
    )
  })
})

describe('challenge: CRes', () => {
  it('has exactly the members of a final response, in order', () => {
    const cres = encodeMessage(challengeResponse(IDS, 'Y'))
    expect(Buffer.from(cres, 'base64url').toString()).toBe(
      '{"threeDSServerTransID":"8a880dc0-d2d2-4067-bcb1-b08d1690b26e","acsTransID":"d7c1ee99-9478-44a6-b1f2-391e29c6b340","messageType":"CRes","messageVersion":"2.2.0","transStatus":"Y"}',
    )
    expect(cres).not.toMatch(/[=+/]/)
  })

  it.each(SIMULATED_CRES_FORMS)('is read by the gateway in the form %s', (form) => {
    const cres = encodeCres(challengeResponse(IDS, 'C'), form)
    const { messageVersion: _, ...ids } = IDS
    const hasNothing = form === 'UNREADABLE' || form === 'EMPTY'
    expect(readChallengeNotice(cres)).toEqual({
      ...(hasNothing ? { threeDsServerTransId: null, acsTransId: null } : ids),
      transStatus: hasNothing || form === 'NO_TRANS_STATUS' || form === 'ERROR_MESSAGE' ? null : 'C',
    })
  })

  it('differs between the forms', () => {
    const texts = SIMULATED_CRES_FORMS.map((form) => encodeCres(challengeResponse(IDS, 'Y'), form))
    expect(new Set(texts).size).toBe(SIMULATED_CRES_FORMS.length)
  })
})

describe('fingerprint: threeDSMethodData', () => {
  it('reads what the gateway writes', () => {
    const method = {
      threeDsServerTransId: IDS.threeDsServerTransId,
      notificationUrl: 'https://gateway.example/n',
    }
    expect(decodeMethodRequest(encodeMethodData(method))).toEqual(method)
  })
})
