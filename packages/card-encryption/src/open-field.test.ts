import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENVELOPES, fromHex, ISSUED_AT_SECONDS } from '../test/vectors.ts'
import { decodeBase64, encodeBase64, encodeBase64Url } from './base64.ts'
import { concat, toUtf8, type Bytes } from './bytes.ts'
import { seal, SUITES } from './hpke.ts'
import { toRecipientKey } from './key.ts'
import { openField } from './open-field.ts'
import type { OpenFailure, OpenFieldOptions, OpenResult } from './open-result.ts'
import { portableSealing } from './portable.ts'
import type { KeyPair } from './primitives.ts'
import { generateKeyPair, importPrivateKey } from './private-key.ts'
import { sealField } from './seal-field.ts'
import { encodeAssociatedData, encodeHeader, encodeInfo, SEALED_FIELD_NAMES } from './sealed-field.ts'
import { runStepsNow } from './steps.ts'

const ALGORITHMS = ['HPKE-7', 'HPKE-4'] as const
const KEYS = new Map(
  ALGORITHMS.map((alg) => {
    const key = importPrivateKey({ ...ENVELOPES.keys[alg].private_jwk, alg })
    return [key.kid, key]
  }),
)
const HEADER_BYTES = 39

function openVector(
  { field, context, wire }: Pick<OpenFieldOptions, 'field' | 'context' | 'wire'>,
  nowSeconds = ISSUED_AT_SECONDS,
): OpenResult {
  return openField({ wire, field, context, keys: KEYS, nowSeconds })
}

function vectorOf(alg: (typeof ALGORITHMS)[number]) {
  const vector = ENVELOPES.positive.find((candidate) => candidate.alg === alg)
  const envelope = vector && decodeBase64(vector.wire_base64)
  if (vector === undefined || envelope === undefined) throw new Error(`No vector for ${alg}`)
  return { ...vector, envelope }
}

function failure(reason: OpenFailure): OpenResult {
  return { ok: false, reason }
}

describe('card-encryption: openField, our own vectors', () => {
  it.each(ENVELOPES.positive)('opens $alg $field in context "$context"', (vector) => {
    const encEnd = HEADER_BYTES + SUITES[vector.alg].kem.publicKeyBytes
    const envelope = Buffer.from(vector.wire_base64, 'base64')
    const replayed = createHash('sha256').update(envelope.subarray(1, 33))
    replayed.update(envelope.subarray(HEADER_BYTES, encEnd))
    expect(openVector({ ...vector, wire: vector.wire_base64 })).toEqual({
      ok: true,
      value: vector.value,
      issuedAtSeconds: vector.iat,
      keyId: ENVELOPES.keys[vector.alg].public_jwk.kid,
      replayKey: new Uint8Array(replayed.digest()),
    })
  })

  it.each(ENVELOPES.negative)('refuses $name: $expect', ({ wire_base64: wire, expect: reason, ...rest }) => {
    expect(openVector({ ...rest, wire })).toEqual(failure(reason))
  })

  it('has all of them', () => {
    expect([ENVELOPES.positive.length, ENVELOPES.negative.length]).toEqual([12, 8])
  })
})

describe.each(ALGORITHMS)('card-encryption: openField, %s', (alg) => {
  const { publicJwk, privateJwk } = generateKeyPair(alg)
  const privateKey = importPrivateKey(privateJwk)
  const keys = new Map([[privateKey.kid, privateKey]])
  const { envelope, ...vector } = vectorOf(alg)
  const vectorOptions = { field: vector.field, context: vector.context }

  const anyField = fc.constantFrom(...SEALED_FIELD_NAMES)
  const anyText = fc.string({ unit: 'binary', maxLength: 100 })
  const seconds = fc.integer({ min: 0, max: 99_999_999_999 })

  it('opens any value, field and context that was sealed', async () => {
    await fc.assert(
      fc.asyncProperty(anyField, anyText, anyText, seconds, async (field, value, context, nowSeconds) => {
        const wire = await sealField({ key: publicJwk, field, value, context, issuedAtSeconds: nowSeconds })
        expect(openField({ wire, field, context, keys, nowSeconds })).toMatchObject({
          ok: true,
          value,
          issuedAtSeconds: nowSeconds,
          keyId: publicJwk.kid,
        })
      }),
    )
  })

  it('opens under no other field, context or key', async () => {
    const stranger = importPrivateKey(generateKeyPair(alg).privateJwk)
    await fc.assert(
      fc.asyncProperty(anyField, anyField, anyText, anyText, async (field, other, context, elsewhere) => {
        const wire = await sealField({ key: publicJwk, field, value: '123', context, issuedAtSeconds: 0 })
        const right = { wire, field, context, keys, nowSeconds: 0 }
        expect(openField(right).ok).toBe(true)
        expect(openField({ ...right, field: other }).ok).toBe(other === field)
        expect(openField({ ...right, context: elsewhere }).ok).toBe(elsewhere === context)
        expect(openField({ ...right, keys: new Map() })).toEqual(failure('unknown_key'))
        const impostor = new Map([[privateKey.kid, { ...stranger, kid: privateKey.kid }]])
        expect(openField({ ...right, keys: impostor })).toEqual(failure('decrypt_error'))
      }),
      { numRuns: 50 },
    )
  })

  it('refuses an envelope with any single bit flipped', () => {
    const opened: number[] = []
    for (let bit = 0; bit < envelope.length * 8; bit++) {
      const flipped = Uint8Array.from(envelope)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      if (openVector({ ...vectorOptions, wire: encodeBase64(flipped) }).ok) opened.push(bit)
    }
    expect(opened).toEqual([])
  })

  it('refuses an envelope cut or extended anywhere', () => {
    for (let length = 0; length < envelope.length; length++) {
      expect(openVector({ ...vectorOptions, wire: encodeBase64(envelope.subarray(0, length)) }).ok).toBe(
        false,
      )
    }
    const extended = encodeBase64(concat(envelope, Uint8Array.of(0)))
    expect(openVector({ ...vectorOptions, wire: extended })).toEqual(failure('decrypt_error'))
  })

  it('reads either alphabet, padded or not', () => {
    const standard = encodeBase64(envelope)
    for (const wire of [standard, standard.replaceAll('=', ''), encodeBase64Url(envelope)]) {
      expect(openVector({ ...vectorOptions, wire })).toMatchObject({ ok: true, value: vector.value })
    }
    expect(openVector({ ...vectorOptions, wire: `${standard}\n` })).toEqual(failure('malformed'))
  })

  it('answers any text with a failure', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (wire) => {
        expect(openVector({ ...vectorOptions, wire })).toMatchObject({ ok: false })
      }),
    )
  })

  it.each([
    ['a day later', 86_400, true],
    ['a day and a second later', 86_401, false],
    ['five minutes before it was sealed', -300, true],
    ['five minutes and a second before it was sealed', -301, false],
  ])('%s', (_, offsetSeconds, opens) => {
    const wire = vector.wire_base64
    const result = openVector({ ...vectorOptions, wire }, ISSUED_AT_SECONDS + offsetSeconds)
    if (opens) expect(result).toMatchObject({ ok: true, value: vector.value })
    else expect(result).toEqual(failure('stale'))
  })

  it('names the first failure when several apply', () => {
    const wrong = {
      version: (bytes: Bytes) => (bytes[0] = 9),
      keyId: (bytes: Bytes) => (bytes[1] = (bytes[1] ?? 0) ^ 1),
      suite: (bytes: Bytes) => (bytes[38] = 9),
      tag: (bytes: Bytes) => (bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1),
    }
    const longAgo = ISSUED_AT_SECONDS + 1_000_000
    const open = (damages: readonly (keyof typeof wrong)[], length = envelope.length): OpenResult => {
      const bytes = envelope.slice(0, length)
      for (const damage of damages) wrong[damage](bytes)
      return openVector({ ...vectorOptions, wire: encodeBase64(bytes) }, longAgo)
    }
    const shortest = HEADER_BYTES + SUITES[alg].kem.publicKeyBytes + 16
    expect(open(['version', 'keyId', 'tag'], shortest - 1)).toEqual(failure('malformed'))
    expect(open(['version', 'keyId', 'suite', 'tag'])).toEqual(failure('unsupported_version'))
    expect(open(['keyId', 'suite', 'tag'])).toEqual(failure('unknown_key'))
    expect(open(['suite', 'tag'])).toEqual(failure('suite_mismatch'))
    expect(open(['tag'])).toEqual(failure('decrypt_error'))
    expect(open([], shortest)).toEqual(failure('decrypt_error'))
    expect(open([])).toEqual(failure('stale'))
  })

  it('refuses a key whose own suite is not the one named, and a JWE key', () => {
    const other = importPrivateKey(generateKeyPair(alg === 'HPKE-7' ? 'HPKE-4' : 'HPKE-7').privateJwk)
    const jwe = importPrivateKey(generateKeyPair('ECDH-ES').privateJwk)
    for (const key of [other, jwe]) {
      const confused = new Map([[ENVELOPES.keys[alg].public_jwk.kid, key]])
      const options = { ...vectorOptions, wire: vector.wire_base64, keys: confused }
      expect(openField({ ...options, nowSeconds: ISSUED_AT_SECONDS })).toEqual(failure('suite_mismatch'))
    }
  })

  describe('fields that an authentic sender might have sealed', () => {
    const recipient = toRecipientKey(publicJwk)
    const sealBytes = (plaintext: Bytes, ephemeral?: KeyPair): string => {
      const header = encodeHeader(recipient.keyId, recipient.suite)
      const pair = ephemeral ?? (portableSealing.generateKeyPair(recipient.suite.kem) as KeyPair)
      const { enc, ciphertext } = runStepsNow(
        seal(portableSealing, recipient.suite, {
          ephemeral: pair,
          recipientPublicKey: recipient.publicKey,
          info: encodeInfo(header),
          associatedData: encodeAssociatedData('encrypted_cvv', ''),
          plaintext,
        }),
      )
      return encodeBase64(concat(header, enc, ciphertext))
    }
    const openCvv = (wire: string): OpenResult =>
      openField({ wire, field: 'encrypted_cvv', context: '', keys, nowSeconds: 0 })

    it('opens a plaintext that another implementation pads and orders otherwise', () => {
      const wire = sealBytes(toUtf8('{"iat":0,"v":2,"value":"123"}'))
      expect(openCvv(wire)).toMatchObject({ ok: true, value: '123' })
    })

    it.each([
      ['a bare number', '123'],
      ['a value that is no text', '{"value":123,"iat":0}'],
      ['no time', '{"value":"123"}'],
      ['nothing', ''],
    ])('refuses %s', (_, plaintext) => {
      expect(openCvv(sealBytes(toUtf8(plaintext)))).toEqual(failure('decrypt_error'))
    })

    it('refuses a public key that gives the shared secret away', () => {
      const known: KeyPair = {
        publicKey: new Uint8Array(recipient.suite.kem.publicKeyBytes),
        agree: () => new Uint8Array(32),
      }
      const plaintext = toUtf8('{"value":"123","iat":0}')
      expect(openCvv(sealBytes(plaintext, known))).toEqual(failure('decrypt_error'))
      expect(openCvv(sealBytes(plaintext))).toMatchObject({ ok: true })
    })
  })
})

describe('card-encryption: layout', () => {
  it('has the header and the HPKE inputs of the vectors', () => {
    const recipient = toRecipientKey(ENVELOPES.keys['HPKE-7'].public_jwk)
    const header = encodeHeader(recipient.keyId, recipient.suite)
    expect(header).toEqual(vectorOf('HPKE-7').envelope.slice(0, HEADER_BYTES))
    expect(encodeInfo(header)).toEqual(concat(toUtf8('pgw card-field v1'), fromHex('00'), header))
    expect(encodeAssociatedData('encrypted_cvv', 's1')).toEqual(toUtf8('encrypted_cvv\0s1'))
  })
})
