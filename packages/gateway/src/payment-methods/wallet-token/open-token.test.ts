import { createHmac, createPrivateKey, ECDH, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { p256 } from '@noble/curves/nist.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  fateOf,
  KEYS,
  makeKey,
  makeToken,
  NOW_MS,
  openingOf,
  PAN,
  payloadOf,
  RECIPIENT,
  rootFile,
  send,
  type Token,
  type TokenOptions,
} from '../../../test/wallet-tokens.ts'
import { exportPublicKey, signSha256, toAgreementKey } from '@sluice/shared/p256'
import { decryptMessage } from './decrypt-message.ts'
import { openToken } from './open-token.ts'
import { readRootKeys } from './root-keys.ts'
import { SENDER_ID, signedBytes } from './signed-bytes.ts'

interface Vector {
  readonly name: string
  readonly recipientId?: string
  readonly rootSigningKeys?: readonly unknown[]
  readonly recipientPrivateKeyPkcs8Base64?: string
  readonly recipientPrivateKeyPem?: string
  readonly decryptOnly?: boolean
  readonly token?: Token
  readonly token_raw?: string
  readonly now_ms?: number
  readonly expect: string
  readonly plaintext?: { readonly paymentMethodDetails: { readonly pan: string } }
  readonly plaintext_text?: string
}

const { vectors } = JSON.parse(
  readFileSync(new URL('../../../test/vectors/gwallet-pay.json', import.meta.url), 'utf8'),
) as { vectors: readonly Vector[] }

const find = (name: string): Vector => {
  const vector = vectors.find((each) => each.name === name)
  if (!vector) throw new Error(`no vector ${name}`)
  return vector
}

const privateKeyOf = ({ recipientPrivateKeyPkcs8Base64: der, recipientPrivateKeyPem: pem }: Vector) =>
  der === undefined
    ? createPrivateKey(pem ?? '')
    : createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' })

const textOf = ({ token, token_raw }: Vector) => token_raw ?? JSON.stringify(token)

const tokenOf = (vector: Vector) => JSON.parse(textOf(vector)) as Token

const openingFor = (vector: Vector) =>
  openingOf({
    roots: readRootKeys(JSON.stringify({ keys: vector.rootSigningKeys ?? [] })) ?? [],
    recipientId: vector.recipientId ?? '',
    keys: [toAgreementKey(privateKeyOf(vector))],
    nowMs: vector.now_ms ?? 0,
    acceptsEcV1: true,
  })

describe('tokens of the wallet’s own test suites', () => {
  // The plaintext of the ECv1 token is the word "plaintext", so it opens but contains no payment.
  it.each([
    ['ecv2-valid-pan-only', 'ok'],
    ['ecv2-bad-intermediate-signature', 'intermediate_signature'],
    ['ecv2-expired-message', 'message_expired'],
    ['ecv2-invalid-tag', 'undecryptable'],
    ['ecv1-valid', 'payload_unreadable'],
    ['ecv1-wrong-root-key', 'signature'],
  ])('%s: %s', (name, fate) => {
    const vector = find(name)
    const opened = openToken(send(textOf(vector)), openingFor(vector))
    expect(opened.ok ? 'ok' : opened.reason).toBe(fate)
    if (opened.ok) expect(opened.credential.pan.reveal()).toBe(vector.plaintext?.paymentMethodDetails.pan)
  })

  it('every vector has a test', () => {
    expect(vectors.filter(({ decryptOnly }) => !decryptOnly)).toHaveLength(6)
  })

  it.each(['ecv2-test-environment-old', 'ecv1-valid'])('%s opens with its key', (name) => {
    const vector = find(name)
    const token = tokenOf(vector)
    const decrypted = decryptMessage(
      { version: name.startsWith('ecv1') ? 'ECv1' : 'ECv2', intermediate: null, ...token },
      [toAgreementKey(makeKey()), toAgreementKey(privateKeyOf(vector))],
    )
    const text = decrypted.ok ? decrypted.plaintext.toString('utf8') : decrypted.reason
    if (vector.plaintext_text !== undefined) expect(text).toBe(vector.plaintext_text)
    else expect(JSON.parse(text)).toEqual(vector.plaintext)
  })

  it.each(vectors.filter(({ expect: fate, decryptOnly }) => fate === 'ok' && !decryptOnly))(
    'another implementation of ECDSA agrees on $name',
    (vector) => {
      const token = tokenOf(vector)
      const { intermediateSigningKey: intermediate } = token
      const keyTexts = intermediate
        ? [(JSON.parse(intermediate.signedKey) as { keyValue: string }).keyValue]
        : (vector.rootSigningKeys as { keyValue: string }[]).map(({ keyValue }) => keyValue)
      const message = signedBytes(
        SENDER_ID,
        vector.recipientId ?? '',
        token.protocolVersion,
        token.signedMessage,
      )
      const agrees = keyTexts.some((text) =>
        p256.verify(
          Buffer.from(token.signature, 'base64'),
          message,
          Buffer.from(text, 'base64').subarray(-65),
          {
            format: 'der',
            lowS: false,
          },
        ),
      )
      expect(agrees).toBe(true)
    },
  )
})

describe('a modified token', () => {
  /** The parts of a valid token in which each bit is flipped. */
  const PLACES: readonly (readonly [
    name: string,
    fate: string,
    bend: (token: Token, bit: number) => void,
  ])[] = [
    ['the signature', 'signature', (token, bit) => (token.signature = flip(token.signature, bit))],
    [
      'the signature of the intermediate key',
      'intermediate_signature',
      ({ intermediateSigningKey: key }, bit) =>
        key && (key.signatures = key.signatures.map((text) => flip(text, bit))),
    ],
    [
      'the encrypted message',
      'signature',
      (token, bit) => (token.signedMessage = flipMember(token.signedMessage, 'encryptedMessage', bit)),
    ],
    [
      'the ephemeral key',
      'signature',
      (token, bit) => (token.signedMessage = flipMember(token.signedMessage, 'ephemeralPublicKey', bit)),
    ],
    [
      'the tag',
      'signature',
      (token, bit) => (token.signedMessage = flipMember(token.signedMessage, 'tag', bit)),
    ],
    [
      'the intermediate key',
      'intermediate_signature',
      ({ intermediateSigningKey: key }, bit) =>
        key && (key.signedKey = flipMember(key.signedKey, 'keyValue', bit)),
    ],
  ]

  it.each(PLACES)('one bit of %s: %s', (_, fate, bend) => {
    const valid = makeToken()
    fc.assert(
      fc.property(fc.nat(10_000), (bit) => {
        const token = structuredClone(valid)
        bend(token, bit)
        expect(fateOf(token)).toBe(fate)
      }),
      { numRuns: 20 },
    )
    expect(fateOf(valid)).toBe('ok')
  })

  /** The same message in another order or with other blanks, because the signature covers the text. */
  it.each<[string, (text: string) => string]>([
    [
      'in another order',
      (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
    ],
    ['with a blank', (text) => text.replace('{', '{ ')],
    ['with an escape', (text) => text.replace('"tag"', '"\\u0074ag"')],
  ])('a signed message %s is rejected', (_, rewrite) => {
    const token = makeToken()
    expect(fateOf({ ...token, signedMessage: rewrite(token.signedMessage) })).toBe('signature')
  })

  it.each<[string, string, TokenOptions]>([
    ['an unknown root', 'intermediate_signature', { rootKey: makeKey() }],
    ['the root in place of the intermediate key', 'signature', { signingKey: KEYS.root }],
    ['a foreign key', 'signature', { signingKey: makeKey() }],
    ['another recipient', 'signature', { recipientId: 'gateway:another' }],
    ['a message for another key', 'undecryptable', { recipientKey: makeKey() }],
    ['an expired intermediate key', 'intermediate_expired', { intermediateExpiresAtMs: NOW_MS }],
    [
      'an invalid intermediate key',
      'intermediate_unreadable',
      { signedKey: '{"keyValue":"AAAA","keyExpiration":"9999999999999"}' },
    ],
    [
      'an intermediate key that is a number',
      'intermediate_unreadable',
      { signedKey: '{"keyValue":1234,"keyExpiration":"9999999999999"}' },
    ],
    [
      'an intermediate key that is not Base64',
      'intermediate_unreadable',
      { signedKey: '{"keyValue":"!!!!","keyExpiration":"9999999999999"}' },
    ],
    [
      'an intermediate key without an expiry',
      'intermediate_unreadable',
      { signedKey: JSON.stringify({ keyValue: exportPublicKey(KEYS.intermediate).toString('base64') }) },
    ],
    ['an expired message', 'message_expired', { members: { messageExpiration: String(NOW_MS) } }],
    ['another merchant', 'other_merchant', { members: { gatewayMerchantId: 'another' } }],
    ['no message id', 'payload_unreadable', { members: { messageId: undefined } }],
    ['a number in place of an instant', 'payload_unreadable', { members: { messageExpiration: NOW_MS + 1 } }],
    ['a payment without a card', 'payload_unreadable', { members: { paymentMethod: 'BANK' } }],
    ['no JSON', 'payload_unreadable', { payload: 'plaintext' }],
    ['a member twice', 'payload_unreadable', { payload: '{"messageId":"1","messageId":"2"}' }],
    ['a card number of letters', 'payload_unreadable', { details: { pan: '4111x' } }],
    ['month 13', 'payload_unreadable', { details: { expirationMonth: 13 } }],
    ['a year of two digits', 'payload_unreadable', { details: { expirationYear: 30 } }],
    ['an unknown authentication method', 'payload_unreadable', { details: { authMethod: 'FACE' } }],
    ['no cryptogram', 'payload_unreadable', { details: { authMethod: 'CRYPTOGRAM_3DS' } }],
  ])('%s: %s', (_, fate, options) => {
    expect(fateOf(makeToken(options))).toBe(fate)
  })

  it('an expired root key is rejected', () => {
    expect(fateOf(makeToken(), { nowMs: NOW_MS + 86_400_000 })).toBe('no_root_key')
    const withoutEnd = JSON.stringify({
      keys: [{ keyValue: exportPublicKey(KEYS.root).toString('base64'), protocolVersion: 'ECv2' }],
    })
    expect(fateOf(makeToken(), { roots: readRootKeys(withoutEnd) ?? [] })).toBe('no_root_key')
  })

  it('the old key decrypts during a rotation, and no longer once it is removed', () => {
    const [old, next] = [KEYS.recipient, makeKey()].map(toAgreementKey)
    if (!old || !next) throw new Error('two keys')
    expect(fateOf(makeToken(), { keys: [next, old] })).toBe('ok')
    expect(fateOf(makeToken(), { keys: [next] })).toBe('undecryptable')
  })

  it('one matching pair of two roots and two signatures is enough', () => {
    const token = makeToken()
    token.intermediateSigningKey?.signatures.unshift('invalid_signature')
    expect(fateOf(token, { roots: readRootKeys(rootFile(makeKey(), KEYS.root)) ?? [] })).toBe('ok')
  })

  it('a tag is compared before anything is decrypted', () => {
    // Correctly signed, with a tag of another key, so that only the MAC is wrong.
    const token = signAgain(({ encryptedMessage, ...message }) => {
      const encrypted = Buffer.from(encryptedMessage, 'base64')
      const tag = createHmac('sha256', 'another key').update(encrypted).digest('base64')
      return { ...message, encryptedMessage, tag }
    })
    expect(fateOf(token)).toBe('undecryptable')
  })

  const { publicKey: onP384 } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const otherForm = (form: 'compressed' | 'hybrid') => (point: Buffer) =>
    ECDH.convertKey(point, 'prime256v1', undefined, undefined, form) as Buffer

  it.each<[string, (point: Buffer) => Buffer]>([
    ['compressed', otherForm('compressed')],
    ['hybrid', otherForm('hybrid')],
    ['of another curve', () => onP384.export({ type: 'spki', format: 'der' }).subarray(-97)],
    ['at infinity', () => Buffer.from([0])],
    ['with zero coordinates', () => Buffer.from([4, ...Array<number>(64).fill(0)])],
    ['as SubjectPublicKeyInfo', () => exportPublicKey(KEYS.recipient)],
    ['empty', () => Buffer.alloc(0)],
  ])('an ephemeral key %s is rejected', (_, convert) => {
    const token = signAgain(({ ephemeralPublicKey, ...message }) => ({
      ...message,
      ephemeralPublicKey: convert(Buffer.from(ephemeralPublicKey, 'base64')).toString('base64'),
    }))
    expect(fateOf(token)).toBe('undecryptable')
  })

  it.each<[string, (signature: Buffer) => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['with a trailing byte', (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
    [
      'with a length in two bytes',
      (bytes) => Buffer.concat([Buffer.from([0x30, 0x81, bytes.length - 2]), bytes.subarray(2)]),
    ],
    ['of two zeros', () => Buffer.from('3006020100020100', 'hex')],
    ['of two concatenated numbers', () => sign('sha256', Buffer.from('x'), ieee(KEYS.intermediate))],
  ])('a signature that is %s is rejected', (_, bend) => {
    const token = makeToken()
    const signature = bend(Buffer.from(token.signature, 'base64')).toString('base64')
    expect(fateOf({ ...token, signature })).toBe('signature')
  })

  it('a signature is valid with a high or low S', () => {
    const token = makeToken()
    const { r, s } = p256.Signature.fromBytes(Buffer.from(token.signature, 'base64'), 'der')
    for (const each of [s, p256.Point.Fn.ORDER - s]) {
      const signature = Buffer.from(new p256.Signature(r, each).toBytes('der')).toString('base64')
      expect(fateOf({ ...token, signature })).toBe('ok')
    }
  })

  it.each([
    ['in seconds', String(Math.floor(NOW_MS / 1000) + 3600), 'message_expired'],
    ['before the epoch', '-1', 'payload_unreadable'],
    ['with a fraction', `${NOW_MS}.5`, 'payload_unreadable'],
    ['beyond all dates', '9999999999999999', 'payload_unreadable'],
    ['of seventeen digits', '10000000000000000', 'payload_unreadable'],
  ])('an end %s', (_, messageExpiration, fate) => {
    expect(fateOf(makeToken({ members: { messageExpiration } }))).toBe(fate)
  })
})

describe('a token that cannot be read', () => {
  const valid = makeToken()
  it.each<[string, unknown]>([
    ['nothing', ''],
    ['no Base64', '!!!!'],
    ['half a byte', 'A'],
    ['no UTF-8', Buffer.from(JSON.stringify({ ...valid, signature: '\u00ff' }), 'latin1').toString('base64')],
    ['a byte order mark before it', send(`\ufeff${JSON.stringify(valid)}`)],
    ['a signature that is a number', send({ ...valid, signature: 1 })],
    ['a message that is a number', send({ ...valid, signedMessage: 1 })],
    ['no JSON', send('{')],
    ['a list', send('[]')],
    ['more than 16 KiB', send(JSON.stringify({ ...valid, signature: 'A'.repeat(16_400) }))],
    ['an extra member', send({ ...valid, extra: 1 })],
    ['a member that targets the prototype', send(`${JSON.stringify(valid).slice(0, -1)},"__proto__":{}}`)],
    ['a member twice', send(`${JSON.stringify(valid).slice(0, -1)},"signature":"AA=="}`)],
    [
      'signatures that are not a list',
      send({ ...valid, intermediateSigningKey: { signedKey: '', signatures: 'x' } }),
    ],
    ['a list of numbers', send({ ...valid, intermediateSigningKey: { signedKey: '', signatures: [1] } })],
    [
      'a number among the signatures',
      send({ ...valid, intermediateSigningKey: { signedKey: '', signatures: ['', 1] } }),
    ],
    [
      'an intermediate key that is a number',
      send({ ...valid, intermediateSigningKey: { signedKey: 1, signatures: [] } }),
    ],
    [
      'nine signatures',
      send({ ...valid, intermediateSigningKey: { signedKey: '', signatures: Array(9).fill('') } }),
    ],
    [
      'an intermediate key with an extra member',
      send({ ...valid, intermediateSigningKey: { ...valid.intermediateSigningKey, x: 1 } }),
    ],
    ...Object.keys(valid).map((name): [string, unknown] => [
      `no ${name}`,
      send(Object.fromEntries(Object.entries(valid).filter(([each]) => each !== name))),
    ]),
  ])('%s', (_, sent) => {
    expect(fateOf(sent)).toBe('malformed')
  })

  it('16 KiB are read, and eight signatures', () => {
    const { intermediateSigningKey: key, ...rest } = valid
    const signatures = [...Array<string>(7).fill(''), ...(key?.signatures ?? [])]
    const text = JSON.stringify({ ...rest, intermediateSigningKey: { ...key, signatures } })
    expect(fateOf(send(text.padEnd(16_384, ' ')))).toBe('ok')
    expect(fateOf(send(text.padEnd(16_385, ' ')))).toBe('malformed')
  })

  it('an unknown version is rejected', () => {
    expect(fateOf({ ...valid, protocolVersion: 'ECv3' })).toBe('unsupported_version')
  })

  it('both alphabets of Base64 are accepted, padded or not', () => {
    const sent = send(valid)
    for (const text of [
      sent,
      sent.replace(/=+$/, ''),
      Buffer.from(JSON.stringify(valid)).toString('base64url'),
    ])
      expect(fateOf(text)).toBe('ok')
  })

  it('every input gives a reason and no exception', () => {
    const members = fc.record(
      {
        protocolVersion: fc.oneof(fc.constantFrom('ECv2', 'ECv1'), fc.string()),
        signature: fc.oneof(fc.string(), fc.integer()),
        signedMessage: fc.oneof(fc.json(), fc.constant(null)),
        intermediateSigningKey: fc.oneof(
          fc.record({ signedKey: fc.json(), signatures: fc.array(fc.base64String()) }),
          fc.anything(),
        ),
      },
      { requiredKeys: [] },
    )
    const sent = fc.oneof(fc.string(), fc.base64String(), members.map(send), fc.json().map(send))
    fc.assert(
      fc.property(sent, (text) => {
        expect(fateOf(text, { acceptsEcV1: true })).not.toBe('ok')
      }),
    )
  })
})

describe('the retired version', () => {
  it('is accepted only if enabled', () => {
    const token = makeToken({ version: 'ECv1' })
    expect(fateOf(token)).toBe('unsupported_version')
    expect(fateOf(token, { acceptsEcV1: true })).toBe('ok')
  })

  it('does not bypass the intermediate key', () => {
    const { intermediateSigningKey: _, ...rest } = makeToken()
    expect(fateOf({ ...rest, protocolVersion: 'ECv1' }, { acceptsEcV1: true })).toBe('signature')
    expect(fateOf({ ...makeToken({ version: 'ECv1' }), protocolVersion: 'ECv2' })).toBe('malformed')
  })

  it('has roots that cannot sign other versions', () => {
    const ecV1Roots = openingOf().roots.filter(({ protocolVersion }) => protocolVersion === 'ECv1')
    expect(fateOf(makeToken(), { roots: ecV1Roots })).toBe('no_root_key')
  })
})

describe('the card in a token', () => {
  const CRYPTOGRAM = Buffer.alloc(28, 9).toString('base64')
  const open = (options: TokenOptions) => {
    const opened = openToken(send(makeToken(options)), openingOf())
    if (!opened.ok) throw new Error(opened.reason)
    return opened
  }

  it('a card on file at the wallet has no authentication', () => {
    const { credential, use } = open({})
    expect(credential).toMatchObject({ expirationMonth: 12, expirationYear: 2030, proof: null })
    expect(credential.pan.reveal()).toBe(PAN)
    expect(use).toMatchObject({ field: 'gwallet_pay_token', expiresAtMs: NOW_MS + 60_000 })
  })

  it.each([
    [PAN, undefined, '07'],
    ['5555555555554444', undefined, '02'],
    [PAN, '', '07'],
    [PAN, '5', '05'],
    [PAN, '05', '05'],
    ['5555555555554444', '6', '06'],
    [PAN, '0', '00'],
  ])('ECI of %s with indicator %s: %s', (pan, eciIndicator, eci) => {
    const { credential } = open({
      details: { pan, authMethod: 'CRYPTOGRAM_3DS', cryptogram: CRYPTOGRAM, eciIndicator },
    })
    expect(credential.proof?.eci).toBe(eci)
    expect(credential.proof?.cryptogram.reveal()).toBe(CRYPTOGRAM)
  })

  it.each(['4', '03', '100', 'x', 5])('indicator %j is rejected', (eciIndicator) => {
    const details = { authMethod: 'CRYPTOGRAM_3DS', cryptogram: CRYPTOGRAM, eciIndicator }
    expect(fateOf(makeToken({ details }))).toBe('payload_unreadable')
  })

  it.each([
    [18, 'payload_unreadable'],
    [19, 'ok'],
    [40, 'ok'],
    [41, 'payload_unreadable'],
  ])('a cryptogram of %d bytes: %s', (bytes, fate) => {
    const details = { authMethod: 'CRYPTOGRAM_3DS', cryptogram: Buffer.alloc(bytes).toString('base64') }
    expect(fateOf(makeToken({ details }))).toBe(fate)
  })

  it('one message counts as one use, however it is wrapped', () => {
    const payload = payloadOf()
    const [once, twice] = [open({ payload }).use.useKey, open({ payload }).use.useKey]
    expect(once).toBe(twice)
    expect(open({}).use.useKey).not.toBe(once)
  })

  it('the use of a message has the same key in every release, so that it pays once', () => {
    const { use } = open({ members: { messageId: 'message-1' } })
    expect(use.useKey).toBe('QGXwHmCav7WTCQVwwZkdAEM0uW-dWA8YCMn_w4UeQ4o')
  })

  it('never prints', () => {
    const { credential } = open({})
    expect(JSON.stringify(credential)).not.toContain(PAN)
  })
})

/** A token whose message was changed before it was signed. */
function signAgain(
  change: (message: { encryptedMessage: string; ephemeralPublicKey: string; tag: string }) => object,
): Token {
  const token = makeToken()
  const signedMessage = JSON.stringify(
    change(JSON.parse(token.signedMessage) as Parameters<typeof change>[0]),
  )
  const signed = signedBytes(SENDER_ID, RECIPIENT, 'ECv2', signedMessage)
  return { ...token, signedMessage, signature: signSha256(KEYS.intermediate, signed).toString('base64') }
}

const ieee = (key: KeyObject) => ({ key, dsaEncoding: 'ieee-p1363' }) as const

function flip(base64: string, bit: number): string {
  const bytes = Buffer.from(base64, 'base64')
  const at = bit % (bytes.length * 8)
  bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7))
  return bytes.toString('base64')
}

function flipMember(text: string, name: string, bit: number): string {
  const members = JSON.parse(text) as Record<string, string>
  return JSON.stringify({ ...members, [name]: flip(members[name] ?? '', bit) })
}
