import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../../test/vectors/threeds.json' with { type: 'json' }
import { isGatewayError } from '../errors/is-gateway-error.ts'
import { decodeChallengeResponse, encodeChallengeRequest } from './challenge.ts'

const encode = (value: unknown) => btoa(JSON.stringify(value))
const { json, base64url, also_accept_padded: padded } = vectors.cres

describe('challenge', () => {
  it('writes the CReq of the vector, members in order', () => {
    const { threeDSServerTransID, acsTransID, messageVersion, challengeWindowSize } = vectors.creq.json
    expect(
      encodeChallengeRequest({
        threeDsServerTransId: threeDSServerTransID,
        acsTransId: acsTransID,
        messageVersion,
        challengeWindowSize,
      }),
    ).toBe(vectors.creq.base64url)
  })
})

it('a CReq is in base64url without padding', () => {
  const common = { acsTransId: '1', messageVersion: '2.2.0', challengeWindowSize: '05' }
  const texts = ['', '?', '??', '>>>', '???>>>'].map((threeDsServerTransId) =>
    encodeChallengeRequest({ ...common, threeDsServerTransId }),
  )
  for (const text of texts) expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(texts.join('')).toContain('-')
  expect(texts.join('')).toContain('_')
})

describe('challenge-notification', () => {
  it.each([
    ['base64url', base64url],
    ['base64url, padded', padded],
    ['Base64', encode({ ...json, extension: '???>>>' })],
    ['Base64, unpadded', encode({ ...json, extension: '???>>>' }).replace(/=+$/, '')],
  ])('reads a CRes in %s', (_, cres) => {
    expect(decodeChallengeResponse(cres)).toEqual(json)
  })

  it.each(['Y', 'N', 'A', 'U', 'C', 'R', 'D', 'I', 'S'])('reads transStatus %s', (transStatus) => {
    expect(decodeChallengeResponse(encode({ ...json, transStatus })).transStatus).toBe(transStatus)
  })

  it.each([
    ['nothing', undefined, ['cres']],
    ['a list', ['x'], ['cres']],
    ['white space', `${base64url}\n`, ['cres']],
    ['more than 4 kB', encode({ ...json, extension: 'x'.repeat(4_096) }), ['cres']],
    ['another message', encode({ ...json, messageType: 'CReq' }), ['cres.messageType']],
    ['an unknown status', encode({ ...json, transStatus: 'y' }), ['cres.transStatus']],
    ['an id that is no UUID', encode({ ...json, acsTransID: '../x' }), ['cres.acsTransID']],
    ['more before an id', encode({ ...json, acsTransID: `x${json.acsTransID}` }), ['cres.acsTransID']],
    ['more after an id', encode({ ...json, acsTransID: `${json.acsTransID}0` }), ['cres.acsTransID']],
    ['more before a version', encode({ ...json, messageVersion: '12.2.0' }), ['cres.messageVersion']],
    ['more after a version', encode({ ...json, messageVersion: '2.2.0-rc' }), ['cres.messageVersion']],
    ['a character before the Base64', `*${base64url}`, ['cres']],
    ['white space before the Base64', `\n${base64url}`, ['cres']],
    ['a number', encode(1), ['cres']],
    ['null', encode(null), ['cres']],
    ['a text', encode('CRes'), ['cres']],
    ['a list of members', encode([json]), ['cres']],
    ['bytes that are no UTF-8', btoa('{"acsTransID":"\xff"}'), ['cres']],
    ['version 1', encode({ ...json, messageVersion: '1.0.2' }), ['cres.messageVersion']],
    [
      'an empty object',
      encode({}),
      ['threeDSServerTransID', 'acsTransID', 'messageType', 'messageVersion', 'transStatus'].map(
        (name) => `cres.${name}`,
      ),
    ],
  ])('refuses %s', (_, cres, properties) => {
    expect(() => decodeChallengeResponse(cres)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        errors: properties.map((property) => expect.objectContaining({ property })),
      }),
    )
  })

  it.each(['2.1.0', '2.3.1', '2.10.12'])('reads message version %s', (messageVersion) => {
    expect(decodeChallengeResponse(encode({ ...json, messageVersion })).messageVersion).toBe(messageVersion)
  })

  it('reads 4,096 characters', () => {
    const ofBytes = (bytes: number) => {
      const bare = JSON.stringify({ ...json, pad: '' }).length
      return encode({ ...json, pad: ' '.repeat(bytes - bare) })
    }
    expect(ofBytes(3_072)).toHaveLength(4_096)
    expect(decodeChallengeResponse(ofBytes(3_072))).toEqual(json)
    expect(() => decodeChallengeResponse(ofBytes(3_073))).toThrow('cres')
  })

  it('says which member has an invalid format, and that the SDK found it', () => {
    expect(() => decodeChallengeResponse(encode({ ...json, transStatus: 'y' }))).toThrow(
      expect.objectContaining({
        foundBy: 'sdk',
        errors: [{ property: 'cres.transStatus', message: 'has an invalid format', params: [] }],
      }),
    )
  })

  it('gives a complete CRes or a ValidationError, for every post', () => {
    const posts = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.base64String({ maxLength: 400 }),
      fc
        .record({ transStatus: fc.constantFrom('Y', 'X', 1), acsTransID: fc.uuid() })
        .map((members) => encode({ ...json, ...members })),
    )
    fc.assert(
      fc.property(posts, (cres) => {
        try {
          expect(decodeChallengeResponse(cres)).toMatchObject({ messageType: 'CRes' })
        } catch (error) {
          expect(isGatewayError(error) && error.code).toBe('validation_failed')
        }
      }),
    )
  })
})
