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
