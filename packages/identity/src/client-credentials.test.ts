import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readClientCredentials } from './client-credentials.ts'

/** Encodes credentials as RFC 6749 §2.3.1 requires: both parts form-encoded, then Base64 over the pair. */
function basic(id: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ x: text }).toString().slice(2)
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`
}

describe('readClientCredentials', () => {
  it('reads the form, also without a secret', () => {
    expect(readClientCredentials({ client_id: 'a', client_secret: 'b' }, undefined)).toEqual({
      ok: true,
      credentials: { clientId: 'a', clientSecret: 'b' },
    })
    expect(readClientCredentials({ client_id: 'a' }, undefined)).toEqual({
      ok: true,
      credentials: { clientId: 'a', clientSecret: '' },
    })
  })

  it('reads any id and secret from HTTP Basic', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(text, text, (clientId, clientSecret) => {
        expect(readClientCredentials({}, basic(clientId, clientSecret))).toEqual({
          ok: true,
          credentials: { clientId, clientSecret },
        })
      }),
    )
  })

  it('accepts both when they agree, and refuses them when they do not', () => {
    const header = basic('a', 'b')
    for (const form of [{ client_id: 'a' }, { client_secret: 'b' }, { client_id: 'a', client_secret: 'b' }]) {
      expect(readClientCredentials(form, header)).toMatchObject({ ok: true })
    }
    for (const form of [{ client_id: 'x' }, { client_id: 'a', client_secret: 'x' }]) {
      expect(readClientCredentials(form, header)).toEqual({ ok: false, reason: 'credentials_differ' })
    }
  })

  it('reports a missing client id', () => {
    expect(readClientCredentials({ client_secret: 'b' }, undefined)).toEqual({
      ok: false,
      reason: 'client_id_missing',
    })
    expect(readClientCredentials({}, basic('', 'b'))).toEqual({ ok: false, reason: 'client_id_missing' })
  })

  it.each([
    ['another scheme', 'Bearer abc'],
    ['no pair', `Basic ${Buffer.from('alone').toString('base64')}`],
    ['no Base64', 'Basic a:b'],
    ['a broken percent sign', `Basic ${Buffer.from('a:%zz').toString('base64')}`],
    ['nothing', ''],
  ])('refuses a header with %s', (_, header) => {
    expect(readClientCredentials({ client_id: 'a', client_secret: 'b' }, header)).toEqual({
      ok: false,
      reason: 'client_refused',
    })
  })
})
