import fc from 'fast-check'
import { calculateJwkThumbprint } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { IMPLEMENTATIONS } from '../test/implementations.ts'
import { ENVELOPES, fromHex } from '../test/vectors.ts'
import { encodeBase64 } from './base64.ts'
import { EncryptionKeyError } from './encryption-key-error.ts'
import { SUITES } from './hpke.ts'
import { toRecipientKey, type PublicEncryptionKey } from './key.ts'
import { openField } from './open-field.ts'
import { generateKeyPair, importPrivateKey } from './private-key.ts'
import { sealCard } from './seal-card.ts'
import { SealError } from './seal-error.ts'
import { sealEnvelope, sealField, type SealFieldOptions } from './seal-field.ts'
import { runSteps } from './steps.ts'

const NOW_SECONDS = 1_800_000_000
const ALGORITHMS = ['HPKE-7', 'HPKE-4'] as const
const KEY_PAIRS = { 'HPKE-7': generateKeyPair('HPKE-7'), 'HPKE-4': generateKeyPair('HPKE-4') }

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('card-encryption: sealing, our own vectors', () => {
  const runs = IMPLEMENTATIONS.flatMap((implementation) =>
    ENVELOPES.positive
      .filter(
        ({ alg }) => implementation.hasCurve(SUITES[alg].kem) && implementation.hasCipher(SUITES[alg].aead),
      )
      .map((vector) => ({ implementation, vector })),
  )

  it('are twelve, of which the native implementation seals the six of HPKE-7', () => {
    expect(ENVELOPES.positive).toHaveLength(12)
    expect(runs).toHaveLength(6 + 12 + 12)
  })

  it.each(runs)(
    '$implementation.name: $vector.alg $vector.field, byte for byte',
    async ({ implementation, vector }) => {
      const recipient = toRecipientKey(ENVELOPES.keys[vector.alg].public_jwk)
      const ephemeral = await implementation.importKeyPair(
        recipient.suite.kem,
        fromHex(vector.ephemeral_private_hex),
        fromHex(vector.enc_hex),
      )
      const { field, value, context, iat } = vector
      const envelope = await runSteps(
        sealEnvelope(implementation.primitives, recipient, ephemeral, {
          field,
          value,
          context,
          issuedAtSeconds: iat,
        }),
      )
      expect(encodeBase64(envelope)).toBe(vector.wire_base64)
    },
  )
})

describe('sealField', () => {
  it.each(ALGORITHMS)('%s: seals without WebCrypto too', async (alg) => {
    // The `crypto` of a page on an insecure origin.
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { publicJwk, privateJwk } = KEY_PAIRS[alg]
    const wire = await sealField({
      key: publicJwk,
      field: 'encrypted_cvv',
      value: '123',
      context: 'session',
      issuedAtSeconds: NOW_SECONDS,
    })
    const opened = openField({
      wire,
      field: 'encrypted_cvv',
      context: 'session',
      keys: new Map([[publicJwk.kid, importPrivateKey(privateJwk)]]),
      nowSeconds: NOW_SECONDS,
    })
    expect(opened).toMatchObject({ ok: true, value: '123' })
  })

  it('never makes the same envelope twice', async () => {
    const options: SealFieldOptions = {
      key: KEY_PAIRS['HPKE-7'].publicJwk,
      field: 'encrypted_cvv',
      value: '123',
      issuedAtSeconds: NOW_SECONDS,
    }
    const sealed = await Promise.all(Array.from({ length: 20 }, () => sealField(options)))
    expect(new Set(sealed).size).toBe(20)
  })

  const valid: SealFieldOptions = {
    key: KEY_PAIRS['HPKE-7'].publicJwk,
    field: 'encrypted_card_number',
    value: '4242424242424242',
    issuedAtSeconds: NOW_SECONDS,
  }
  it.each<[string, object]>([
    ['a field that is not sealed', { field: 'holder_name' }],
    ['a value that is a number', { value: 4242424242424242 }],
    ['a context that is a number', { context: 7 }],
    ['a context that is misspelled', { contxt: 'session' }],
    ['milliseconds', { issuedAtSeconds: NOW_SECONDS * 1_000 }],
    ['a time before the epoch', { issuedAtSeconds: -1 }],
    ['a fraction of a second', { issuedAtSeconds: NOW_SECONDS + 0.5 }],
    ['a time that is not a number', { issuedAtSeconds: Number.NaN }],
  ])('refuses %s without repeating the value', async (_, wrong) => {
    const error = await sealField({ ...valid, ...wrong }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(SealError)
    expect(error).toMatchObject({ name: 'SealError', code: 'invalid_argument' })
    expect(String(error)).not.toContain('4242')
  })

  it.each([0, 99_999_999_999])('seals at %i seconds since the epoch', async (issuedAtSeconds) => {
    await expect(sealField({ ...valid, issuedAtSeconds })).resolves.toHaveLength(248)
  })

  it('seals a value without a session for the empty context', async () => {
    const { publicJwk, privateJwk } = KEY_PAIRS['HPKE-7']
    const opened = openField({
      wire: await sealField(valid),
      field: valid.field,
      context: '',
      keys: new Map([[publicJwk.kid, importPrivateKey(privateJwk)]]),
      nowSeconds: NOW_SECONDS,
    })
    expect(opened).toMatchObject({ ok: true, value: valid.value })
  })

  it.each<[string, object]>([
    [
      'field must be one of encrypted_card_number, encrypted_cvv, encrypted_expiration_month, encrypted_expiration_year, encrypted_token_number, encrypted_cryptogram; got holder_name',
      { field: 'holder_name' },
    ],
    ['value of encrypted_card_number must be a string; got number', { value: 4 }],
    ['context must be a session id or absent; got number', { context: 7 }],
    ['contxt is none of key, field, value, context and issuedAtSeconds', { contxt: 'session' }],
    ['issuedAtSeconds must be whole seconds since the epoch; got 0.5', { issuedAtSeconds: 0.5 }],
  ])('reports "%s"', async (message, wrong) => {
    await expect(sealField({ ...valid, ...wrong })).rejects.toThrow(message)
  })

  it.each<[string, Partial<PublicEncryptionKey>, string]>([
    ['an alg it does not implement', { alg: 'RSA-OAEP-256' as 'HPKE-7' }, 'malformed_key'],
    ['a damaged coordinate', { x: 'AAAA' }, 'malformed_key'],
    ['a kid that is not the thumbprint', { kid: 'AAAA' }, 'thumbprint_mismatch'],
  ])('refuses a pinned key with %s', async (_, wrong, code) => {
    const error = await sealField({ ...valid, key: { ...valid.key, ...wrong } }).catch(
      (caught: unknown) => caught,
    )
    expect(error).toBeInstanceOf(EncryptionKeyError)
    expect(error).toMatchObject({ code })
  })

  it('names the key that failed when it is not a point of its curve', async () => {
    const { publicJwk } = KEY_PAIRS['HPKE-7']
    const offCurve = { ...publicJwk, y: publicJwk.x }
    const kid = await calculateJwkThumbprint({ ...offCurve })
    const error = await sealField({ ...valid, key: { ...offCurve, kid } }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(SealError)
    expect(error).toMatchObject({
      code: 'sealing_failed',
      message: expect.stringContaining(kid) as string,
      cause: expect.anything() as unknown,
    })
  })
})

describe('sealCard', () => {
  const digits = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
  const card = fc.record({
    number: digits(12, 19),
    cvv: digits(3, 4),
    expirationMonth: fc.integer({ min: 1, max: 12 }).map(String),
    expirationYear: fc.oneof(digits(2, 2), digits(4, 4)),
  })

  it.each([
    ['HPKE-7', 248],
    ['HPKE-4', 204],
  ] as const)('%s: every field of every card takes %i characters', async (alg, characters) => {
    await fc.assert(
      fc.asyncProperty(card, async (content) => {
        const sealed = await sealCard({
          key: KEY_PAIRS[alg].publicJwk,
          issuedAtSeconds: NOW_SECONDS,
          card: content,
        })
        expect(Object.values(sealed).map((wire) => wire.length)).toEqual(Array(4).fill(characters))
      }),
      { numRuns: 25 },
    )
  })

  it('puts each value under its own member, bound to the session', async () => {
    const { publicJwk, privateJwk } = KEY_PAIRS['HPKE-7']
    const sealed = await sealCard({
      key: publicJwk,
      context: 'session',
      issuedAtSeconds: NOW_SECONDS,
      card: { number: '4242424242424242', cvv: '123', expirationMonth: '7', expirationYear: '2030' },
    })
    const opened = Object.entries(sealed).map(([field, wire]: [string, string]) => {
      const result = openField({
        wire,
        field: field as keyof typeof sealed,
        context: 'session',
        keys: new Map([[publicJwk.kid, importPrivateKey(privateJwk)]]),
        nowSeconds: NOW_SECONDS,
      })
      return [field, result.ok && result.value]
    })
    expect(Object.fromEntries(opened)).toEqual({
      encrypted_card_number: '4242424242424242',
      encrypted_cvv: '123',
      encrypted_expiration_month: '7',
      encrypted_expiration_year: '2030',
    })
  })

  it.each<[string, object]>([
    ['contxt', { contxt: 'session' }],
    [
      'holderName',
      { card: { number: '4', cvv: '1', expirationMonth: '1', expirationYear: '30', holderName: 'A' } },
    ],
  ])('refuses %s, which it would not seal', async (member, changes) => {
    const card = { number: '4242424242424242', cvv: '123', expirationMonth: '7', expirationYear: '2030' }
    const options = { key: KEY_PAIRS['HPKE-7'].publicJwk, issuedAtSeconds: NOW_SECONDS, card }
    await expect(sealCard({ ...options, ...changes })).rejects.toThrow(`${member} is none of `)
  })
})
