import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import vectors from '../../test/vectors/three-ds.json' with { type: 'json' }
import { encodeActionToken } from './action-token.ts'
import {
  decodeChallengeNotice,
  decodeFingerprintResult,
  decodeMethodNotice,
  encodeChallengeRequest,
  encodeMethodData,
} from './browser-messages.ts'

const threeDsServerTransId = vectors.creq.json.threeDSServerTransID

describe('three-ds: messages that travel through the browser', () => {
  it('encode as the vectors say', () => {
    const { json } = vectors.creq
    expect(
      encodeChallengeRequest({
        threeDsServerTransId,
        acsTransId: json.acsTransID,
        messageVersion: json.messageVersion,
        challengeWindowSize: json.challengeWindowSize,
      }),
    ).toBe(vectors.creq.base64url)
    expect(
      encodeMethodData({
        threeDsServerTransId,
        notificationUrl: vectors.threeDSMethodData.json.threeDSMethodNotificationURL,
      }),
    ).toBe(vectors.threeDSMethodData.base64url)
    expect(encodeActionToken(vectors.action_token.json)).toBe(vectors.action_token.base64)
  })

  it('decode in both alphabets, padded or not', () => {
    const notice = { threeDsServerTransId, transStatus: 'Y' }
    for (const cres of [vectors.cres.base64url, vectors.cres.also_accept_padded]) {
      expect(decodeChallengeNotice(cres)).toEqual(notice)
      expect(decodeChallengeNotice(cres.replaceAll('-', '+').replaceAll('_', '/'))).toEqual(notice)
    }
    expect(decodeMethodNotice(vectors.method_notification_post.base64url)).toEqual({ threeDsServerTransId })
  })

  it('know an error message of the ACS', () => {
    const erro = Buffer.from(
      JSON.stringify({ threeDSServerTransID: threeDsServerTransId, messageType: 'Erro' }),
    ).toString('base64url')
    expect(decodeChallengeNotice(erro)).toEqual({ threeDsServerTransId, transStatus: null })
  })

  it('are nothing when they are anything else', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
        ),
        (text) => {
          const notice = decodeChallengeNotice(text)
          if (notice !== null) expect(typeof notice.threeDsServerTransId).toBe('string')
        },
      ),
    )
    expect(
      decodeChallengeNotice(
        Buffer.from(
          JSON.stringify({ threeDSServerTransID: threeDsServerTransId, transStatus: 'Z' }),
        ).toString('base64'),
      ),
    ).toBeNull()
    expect(decodeChallengeNotice('A'.repeat(5000))).toBeNull()
    const nul = Buffer.from(JSON.stringify({ threeDSServerTransID: '\0', transStatus: 'Y' })).toString(
      'base64',
    )
    expect(decodeChallengeNotice(nul)).toBeNull()
    expect(decodeMethodNotice(nul)).toBeNull()
  })
})

describe('three-ds: messages that are refused', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claim = { threeDSServerTransID: threeDsServerTransId, transStatus: 'Y' }

  it.each([
    ['more before the id', { ...claim, threeDSServerTransID: `x${threeDsServerTransId}` }],
    ['more after the id', { ...claim, threeDSServerTransID: `${threeDsServerTransId}0` }],
    ['an id that is no text', { ...claim, threeDSServerTransID: [threeDsServerTransId] }],
    ['a list', [claim]],
    ['a number', 1],
    ['null', null],
  ])('with %s', (_, message) => {
    expect(decodeChallengeNotice(encode(message))).toBeNull()
    expect(decodeMethodNotice(encode(message))).toBeNull()
    expect(decodeFingerprintResult(encode(message))).toBeNull()
  })

  it.each([
    ['a character before the Base64', (text: string) => `*${text}`],
    ['a character after the Base64', (text: string) => `${text}*`],
    ['white space within', (text: string) => `${text.slice(0, 4)}\n${text.slice(4)}`],
  ])('with %s', (_, spoil) => {
    expect(decodeChallengeNotice(spoil(encode(claim)))).toBeNull()
    expect(decodeMethodNotice(spoil(encode(claim)))).toBeNull()
    expect(decodeFingerprintResult(spoil(encode({ threeDSCompInd: 'Y' })))).toBeNull()
  })

  it('when they are longer than 4096 characters, and not before', () => {
    const ofBytes = (bytes: number) => {
      const bare = JSON.stringify({ ...claim, pad: '' }).length
      return encode({ ...claim, pad: ' '.repeat(bytes - bare) })
    }
    expect(ofBytes(3072)).toHaveLength(4096)
    expect(decodeChallengeNotice(ofBytes(3072))).toEqual({ threeDsServerTransId, transStatus: 'Y' })
    expect(decodeChallengeNotice(ofBytes(3073))).toBeNull()
    expect(decodeFingerprintResult('A'.repeat(4097))).toBeNull()
  })
})

describe('fingerprint: results', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  it.each([
    [vectors.fingerprint_result.Y, 'Y'],
    [vectors.fingerprint_result.N, 'N'],
    [vectors.fingerprint_result.U, 'U'],
    [base64('Y'), 'Y'],
    [base64('N'), 'N'],
    [vectors.method_notification_post.base64url, 'Y'],
    [base64('{"threeDSCompInd":"X"}'), null],
    [base64('{}'), null],
    [base64('maybe'), null],
    ['not base64!', null],
    ['', null],
  ])('%s means %s', (result, indicator) => {
    expect(decodeFingerprintResult(result)).toBe(indicator)
  })
})
