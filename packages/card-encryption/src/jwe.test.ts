import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { base64url, CompactEncrypt, importJWK, type CompactJWEHeaderParameters } from 'jose'
import { describe, expect, it } from 'vitest'
import { ENVELOPES, ISSUED_AT_SECONDS } from '../test/vectors.ts'
import { openField } from './open-field.ts'
import type { OpenFieldOptions, OpenResult } from './open-result.ts'
import { generateKeyPair, importPrivateKey } from './private-key.ts'

const NOW_SECONDS = 1_800_000_000
const { publicJwk, privateJwk } = generateKeyPair('ECDH-ES')
const KEY = importPrivateKey(privateJwk)
const KEYS = new Map([[KEY.kid, KEY]])

/** The header a merchant's JOSE library is told to write; the library adds `epk`. */
const HEADER = {
  alg: 'ECDH-ES',
  enc: 'A256GCM',
  kid: publicJwk.kid,
  typ: 'pgw-field+jwe',
  fld: 'encrypted_cvv',
  iat: NOW_SECONDS,
} satisfies CompactJWEHeaderParameters

async function encrypt(changes: Record<string, unknown> = {}, value = '123'): Promise<string> {
  const header = { ...HEADER, ...changes } as CompactJWEHeaderParameters
  const recipient = await importJWK({ ...publicJwk }, 'ECDH-ES')
  return new CompactEncrypt(new TextEncoder().encode(value)).setProtectedHeader(header).encrypt(recipient)
}

function openCvv(wire: string, options: Partial<OpenFieldOptions> = {}): OpenResult {
  return openField({
    wire,
    field: 'encrypted_cvv',
    context: '',
    keys: KEYS,
    nowSeconds: NOW_SECONDS,
    ...options,
  })
}

function withHeader(wire: string, change: (header: Record<string, unknown>) => object): string {
  const [header = '', ...rest] = wire.split('.')
  const content = JSON.parse(new TextDecoder().decode(base64url.decode(header))) as Record<string, unknown>
  return [base64url.encode(JSON.stringify(change(content))), ...rest].join('.')
}

describe('card-encryption: the JWE form', () => {
  it('opens our own vector', () => {
    const { compact, field, value, kid, private_jwk: jwk } = ENVELOPES.jwe
    const key = importPrivateKey({ ...jwk, alg: 'ECDH-ES' })
    const [header = ''] = compact.split('.')
    const { epk } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { epk: JsonWebKey }
    const coordinates = [epk.x, epk.y].map((text) => Buffer.from(text ?? '', 'base64url'))
    expect(
      openField({
        wire: compact,
        field,
        context: '',
        keys: new Map([[kid, key]]),
        nowSeconds: ISSUED_AT_SECONDS,
      }),
    ).toEqual({
      ok: true,
      value,
      issuedAtSeconds: ISSUED_AT_SECONDS,
      keyId: kid,
      replayKey: new Uint8Array(createHash('sha256').update(Buffer.concat(coordinates)).digest()),
    })
  })

  it('opens what jose encrypts, with and without a session', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string(), async (value, context) => {
        const wire = await encrypt(context === '' ? {} : { ctx: context }, value)
        expect(openCvv(wire, { context })).toMatchObject({
          ok: true,
          value,
          issuedAtSeconds: NOW_SECONDS,
          keyId: publicJwk.kid,
        })
      }),
      { numRuns: 30 },
    )
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['another type', { typ: 'JWE' }, 'unsupported_version'],
    ['an unknown key', { kid: ENVELOPES.jwe.kid }, 'unknown_key'],
    ['another cipher', { enc: 'A128GCM' }, 'suite_mismatch'],
    ['another field', { fld: 'encrypted_card_number' }, 'decrypt_error'],
    ['a session that is not ours', { ctx: 'elsewhere' }, 'decrypt_error'],
    ['a wrapped key', { alg: 'ECDH-ES+A256KW' }, 'malformed'],
    ['a member that is not on the list', { cty: 'json' }, 'malformed'],
    ['a time that is text', { iat: String(NOW_SECONDS) }, 'malformed'],
    ['a time with a fraction', { iat: NOW_SECONDS + 0.5 }, 'malformed'],
    ['no time', { iat: undefined }, 'malformed'],
    ['an old time', { iat: NOW_SECONDS - 86_401 }, 'stale'],
    ['a time to come', { iat: NOW_SECONDS + 301 }, 'stale'],
  ])('refuses authentic %s', async (_, changes, reason) => {
    expect(openCvv(await encrypt(changes))).toEqual({ ok: false, reason })
  })

  it.each<[string, object]>([
    ['zip', { zip: 'DEF' }],
    ['crit', { crit: ['exp'], exp: 1 }],
    ['apu', { apu: 'QQ' }],
    ['a private ephemeral key', { epk: { ...privateJwk } }],
    ['an ephemeral key of another curve', { epk: { kty: 'OKP', crv: 'X25519', x: publicJwk.x } }],
    ['no ephemeral key', { epk: null }],
    ...['alg', 'enc', 'kid', 'typ', 'fld', 'ctx'].map((name): [string, object] => [
      `a number as ${name}`,
      { [name]: 1 },
    ]),
  ])('refuses a header with %s', async (_, members) => {
    const wire = withHeader(await encrypt(), (header) => ({ ...header, ...members }))
    expect(openCvv(wire)).toEqual({ ok: false, reason: 'malformed' })
  })

  it.each([
    ['a nonce of 11 bytes', 2, (bytes: Uint8Array) => bytes.subarray(1)],
    ['a nonce of 16 bytes', 2, () => new Uint8Array(16)],
    ['a tag of 4 bytes', 4, (bytes: Uint8Array) => bytes.subarray(0, 4)],
    ['an encrypted key', 1, () => new Uint8Array(32)],
  ])('refuses %s', async (_, index, change) => {
    const parts = (await encrypt()).split('.')
    parts[index] = base64url.encode(change(base64url.decode(parts[index] ?? '')))
    expect(openCvv(parts.join('.'))).toEqual({ ok: false, reason: 'malformed' })
  })

  it.each([
    ['header', 0],
    ['nonce', 2],
    ['ciphertext', 3],
    ['tag', 4],
  ])('refuses a %s that is no Base64', async (_, index) => {
    const parts = (await encrypt()).split('.')
    parts[index] = '!'
    expect(openCvv(parts.join('.'))).toEqual({ ok: false, reason: 'malformed' })
  })

  it('refuses another key agreement', async () => {
    const wire = withHeader(await encrypt(), (header) => ({ ...header, alg: 'ECDH-1PU' }))
    expect(openCvv(wire)).toEqual({ ok: false, reason: 'suite_mismatch' })
  })

  it('refuses an ephemeral key that is not on the curve', async () => {
    const epk = { kty: 'EC', crv: 'P-256', x: publicJwk.x, y: publicJwk.x }
    const wire = withHeader(await encrypt(), (header) => ({ ...header, epk }))
    expect(openCvv(wire)).toEqual({ ok: false, reason: 'decrypt_error' })
  })

  it('refuses a header with the same meaning in other bytes', async () => {
    const wire = withHeader(await encrypt(), ({ alg, ...rest }) => ({ ...rest, alg }))
    expect(openCvv(wire)).toEqual({ ok: false, reason: 'decrypt_error' })
  })

  it('rejects the wrong session, and a session for a value that was sealed without one', async () => {
    const failed = { ok: false, reason: 'decrypt_error' }
    expect(openCvv(await encrypt({ ctx: 'a' }), { context: 'b' })).toEqual(failed)
    expect(openCvv(await encrypt(), { context: 'a' })).toEqual(failed)
    expect(openCvv(await encrypt({ ctx: 'a' }))).toEqual(failed)
  })

  it('refuses a key of the sealed field, even one that could open it', async () => {
    const hpkeKey = importPrivateKey({ ...privateJwk, alg: 'HPKE-7' })
    const keys = new Map([[hpkeKey.kid, hpkeKey]])
    expect(openCvv(await encrypt(), { keys })).toEqual({ ok: false, reason: 'suite_mismatch' })
  })

  it('refuses bytes that are not text', async () => {
    const recipient = await importJWK({ ...publicJwk }, 'ECDH-ES')
    const wire = await new CompactEncrypt(Uint8Array.of(0xff)).setProtectedHeader(HEADER).encrypt(recipient)
    expect(openCvv(wire)).toEqual({ ok: false, reason: 'decrypt_error' })
  })

  it('refuses a change of any single character', async () => {
    const wire = await encrypt()
    for (let index = 0; index < wire.length; index++) {
      // A letter that differs in the high bits, so that no ignored low bit hides the change.
      const other = wire[index] === 'A' ? 'w' : 'A'
      const changed = wire.slice(0, index) + other + wire.slice(index + 1)
      expect(openCvv(changed).ok).toBe(false)
    }
  })

  it('answers any five parts with a failure', () => {
    const part = fc.oneof(
      fc.base64String(),
      fc.string(),
      fc.jsonValue().map((json) => base64url.encode(JSON.stringify(json))),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 5, maxLength: 5 }), (parts) => {
        expect(openCvv(parts.join('.'))).toMatchObject({ ok: false })
      }),
    )
  })
})
