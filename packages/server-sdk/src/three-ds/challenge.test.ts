import { describe, expect, it } from 'vitest'
import vectors from '../../test/vectors/threeds.json' with { type: 'json' }
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
  const { threeDSServerTransID, acsTransID, transStatus } = json
  const read = { threeDSServerTransID, acsTransID, transStatus }
  const nothing = { threeDSServerTransID: null, acsTransID: null, transStatus: 'U' }

  it.each([
    ['base64url', base64url],
    ['base64url, padded', padded],
    ['lines', base64url.replace(/.{76}/g, '$&\r\n')],
    ['percent-encoding', encodeURIComponent(padded)],
    ['upper-case ids', encode({ ...json, threeDSServerTransID: threeDSServerTransID.toUpperCase() })],
    ['a version of two parts', encode({ ...json, messageVersion: '2.2' })],
    ['an extension of 4 kB', encode({ ...json, extension: 'x'.repeat(4_096) })],
  ])('reads a CRes with %s', (_, cres) => {
    expect(decodeChallengeResponse(cres)).toEqual(read)
  })

  it.each([
    ['an error message', { ...json, messageType: 'Erro', transStatus: undefined }, {}],
    ['no status', { ...json, transStatus: undefined }, {}],
    ['no id of the issuer', { ...json, acsTransID: undefined, transStatus: undefined }, { acsTransID: null }],
  ])('reads U from a message with %s', (_, message, change) => {
    expect(decodeChallengeResponse(encode(message))).toEqual({ ...read, transStatus: 'U', ...change })
  })

  it.each([
    ['nothing', undefined],
    ['null, as a form without the field has it', null],
    ['a list', ['x']],
    ['no Base64', '*'],
    ['more than 65,536 characters', base64url.padEnd(65_537)],
  ])('reads a message without ids from %s', (_, cres) => {
    expect(decodeChallengeResponse(cres)).toEqual(nothing)
  })
})
