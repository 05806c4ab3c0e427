import { describe, expect, it } from 'vitest'

import vectors from '../../test/vectors/three-ds.json' with { type: 'json' }
import { encodeActionToken } from './action-token.ts'
import { decodeFingerprintResult, encodeChallengeRequest, encodeMethodData } from './browser-messages.ts'

const threeDsServerTransId = vectors.creq.json.threeDSServerTransID

describe('three-ds: messages that travel through the browser', () => {
  it('are encoded as in the vectors', () => {
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
})

describe('fingerprint: results', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  it.each([
    [vectors.fingerprint_result.Y, 'Y'],
    [vectors.fingerprint_result.N, 'N'],
    [vectors.fingerprint_result.U, 'U'],
    [base64('Y'), 'Y'],
    [base64('N'), 'N'],
    [`${vectors.fingerprint_result.Y}\r\n`, 'Y'],
    [` ${vectors.fingerprint_result.N}`, 'N'],
    [encodeURIComponent(vectors.fingerprint_result.U), 'U'],
    [`${base64('Y')}\n`, 'Y'],
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
