import { describe, expect, it } from 'vitest'
import vectors from '../../test/vectors/threeds.json' with { type: 'json' }
import { decodeActionToken } from './action-token.ts'

const encode = (value: unknown) => btoa(JSON.stringify(value))
const { json, base64 } = vectors.action_token

describe('action-token', () => {
  it('is parsed unchanged', () => {
    expect(decodeActionToken(base64)).toEqual(json)
  })

  it('is read in base64url and without padding too', () => {
    const text = encode({ ...json, message_version: '2.2.0', note: '???>>>' })
    const url = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    expect(decodeActionToken(url)).toEqual(decodeActionToken(text))
  })

  it('treats absent members as null', () => {
    const { acs_url: _, acs_trans_id: __, ...fingerprint } = json
    expect(decodeActionToken(encode(fingerprint))).toMatchObject({ acs_url: null, acs_trans_id: null })
  })

  it.each([
    ['no Base64', 'ä'],
    ['no JSON', btoa('text')],
    ['no object', encode([json])],
    ['without the transaction id', encode({ ...json, three_ds_server_trans_id: null })],
    ['with a number for a text', encode({ ...json, message_version: 2 })],
    ['with a script for an address', encode({ ...json, acs_url: 'javascript:alert(1)' })],
  ])('is refused: %s', (_, token) => {
    expect(() => decodeActionToken(token)).toThrow(expect.objectContaining({ code: 'contract_violated' }))
  })

  it.each([
    ['ä', 'action.token is not Base64 of a JSON object'],
    [encode({ ...json, message_version: '' }), 'action.token.message_version is required'],
    [encode({ ...json, message_version: 2 }), 'action.token.message_version is not a string'],
    [encode({ ...json, acs_url: 'javascript:alert(1)' }), 'action.token.acs_url is not an http(s) address'],
    [encode({ ...json, acs_url: 'acs.example' }), 'action.token.acs_url is not an http(s) address'],
  ])('reports what is wrong with %s', (token, what) => {
    expect(() => decodeActionToken(token)).toThrow(what)
  })

  it('treats empty members as null, and accepts an address without TLS in a test', () => {
    const token = { ...json, acs_trans_id: '', acs_url: 'http://acs.localhost/' }
    expect(decodeActionToken(encode(token))).toMatchObject({
      acs_trans_id: null,
      acs_url: 'http://acs.localhost/',
    })
  })
})
