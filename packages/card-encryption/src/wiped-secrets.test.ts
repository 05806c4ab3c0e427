/** A memory dump shows what is still in memory, so secrets are overwritten as soon as they are no longer needed. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ENVELOPES, ISSUED_AT_SECONDS } from '../test/vectors.ts'
import { toUtf8, wipe, type Bytes } from './bytes.ts'
import { deriveSchedule, open, seal, SUITES } from './hpke.ts'
import { nodeOpening } from './node.ts'
import { openField } from './open-field.ts'
import { encodePlaintext } from './plaintext.ts'
import { portableSealing } from './portable.ts'
import type { AeadInput, KeyPair, OpeningPrimitives, SealingPrimitives } from './primitives.ts'
import { importPrivateKey } from './private-key.ts'
import { sealEnvelope } from './seal-field.ts'
import { runStepsNow } from './steps.ts'
import { toRecipientKey } from './key.ts'

const SUITE = SUITES['HPKE-4']
const RECIPIENT = portableSealing.generateKeyPair(SUITE.kem) as KeyPair
const isWiped = (secret: Bytes) => secret.every((byte) => byte === 0)

afterEach(() => {
  vi.restoreAllMocks()
})

/** Primitives that record their arguments, as they were and as they are. */
function watch() {
  const keys: Bytes[] = []
  const messages: { readonly bytes: Bytes; readonly then: Bytes }[] = []
  const ciphers: AeadInput[] = []
  const agreed: Bytes[] = []
  const primitives: SealingPrimitives & OpeningPrimitives = {
    hmac(key, message) {
      keys.push(key)
      messages.push({ bytes: message, then: message.slice() })
      return portableSealing.hmac(key, message)
    },
    generateKeyPair: (kem) => watchPair(portableSealing.generateKeyPair(kem) as KeyPair),
    encrypt(input) {
      ciphers.push(input)
      return portableSealing.encrypt(input)
    },
    decrypt(input) {
      ciphers.push(input)
      return nodeOpening.decrypt(input)
    },
  }
  function watchPair(pair: KeyPair): KeyPair {
    return {
      publicKey: pair.publicKey,
      agree(peer) {
        const secret = Uint8Array.from(pair.agree(peer) as Bytes)
        agreed.push(secret)
        return secret
      },
    }
  }
  return { primitives, keys, messages, ciphers, agreed, watchPair }
}

const MESSAGE = { info: toUtf8('info'), associatedData: toUtf8('data') }

describe('secrets are overwritten', () => {
  it('each of those that are given', () => {
    const secrets = [Uint8Array.of(1, 2), Uint8Array.of(3)]
    wipe(...secrets)
    expect(secrets).toEqual([new Uint8Array(2), new Uint8Array(1)])
  })

  it('once a message is sealed, and once it is opened', () => {
    const sealing = watch()
    const ephemeral = sealing.primitives.generateKeyPair(SUITE.kem) as KeyPair
    const { enc, ciphertext } = runStepsNow(
      seal(sealing.primitives, SUITE, {
        ...MESSAGE,
        ephemeral,
        recipientPublicKey: RECIPIENT.publicKey,
        plaintext: toUtf8('plaintext'),
      }),
    )
    const opening = watch()
    const schedule = runStepsNow(deriveSchedule(opening.primitives, SUITE, MESSAGE.info))
    const opened = runStepsNow(
      open(opening.primitives, SUITE, {
        ...MESSAGE,
        recipient: opening.watchPair(RECIPIENT),
        enc,
        schedule,
        ciphertext,
      }),
    )
    expect(opened).toEqual(toUtf8('plaintext'))

    for (const { keys, ciphers, agreed } of [sealing, opening]) {
      expect(agreed).toHaveLength(1)
      expect(ciphers).toHaveLength(1)
      const secrets = [...keys, ...agreed, ...ciphers.flatMap(({ key, nonce }) => [key, nonce])]
      expect(secrets.filter((secret) => !isWiped(secret))).toEqual([])
    }
  })

  it('in the messages that they were derived by', () => {
    const { primitives, messages, watchPair } = watch()
    const agreed: Bytes[] = []
    const pair = watchPair(portableSealing.generateKeyPair(SUITE.kem) as KeyPair)
    const ephemeral: KeyPair = {
      publicKey: pair.publicKey,
      agree(peer) {
        const secret = pair.agree(peer) as Bytes
        agreed.push(secret.slice())
        return secret
      },
    }
    runStepsNow(
      seal(primitives, SUITE, {
        ...MESSAGE,
        ephemeral,
        recipientPublicKey: RECIPIENT.publicKey,
        plaintext: toUtf8('plaintext'),
      }),
    )
    const [secret] = agreed
    const holding = messages.filter(({ then }) => Buffer.from(then).includes(Buffer.from(secret ?? [])))
    expect(holding).toHaveLength(1)
    expect(holding.filter(({ bytes }) => !isWiped(bytes))).toEqual([])
  })

  it('once a card field is sealed, and once sealing has failed', () => {
    const recipient = toRecipientKey(ENVELOPES.keys['HPKE-4'].public_jwk)
    const options = { field: 'encrypted_cvv', value: '123', issuedAtSeconds: 0 } as const
    const { primitives, ciphers } = watch()
    const ephemeral = portableSealing.generateKeyPair(SUITE.kem) as KeyPair
    runStepsNow(sealEnvelope(primitives, recipient, ephemeral, options))
    const failing: SealingPrimitives = {
      ...primitives,
      encrypt(input) {
        ciphers.push(input)
        throw new Error('the platform failed')
      },
    }
    expect(() => runStepsNow(sealEnvelope(failing, recipient, ephemeral, options))).toThrow(
      'the platform failed',
    )
    expect(ciphers.map(({ data }) => isWiped(data))).toEqual([true, true])
  })

  it('in the text of a card field before it is padded', () => {
    const encode = vi.spyOn(TextEncoder.prototype, 'encode')
    encodePlaintext({ value: '123', issuedAtSeconds: 0 })
    const [text] = encode.mock.results.map(({ value }) => value as Bytes)
    expect(text).toEqual(new Uint8Array('{"value":"123","iat":0}'.length))
  })

  it('once a field of either form is opened', () => {
    const decrypt = vi.spyOn(nodeOpening, 'decrypt')
    const agreed: Bytes[] = []
    const { jwe, keys, positive } = ENVELOPES
    const ofJwe = importPrivateKey({ ...jwe.private_jwk, alg: 'ECDH-ES' })
    const watched = {
      ...ofJwe,
      keyPair: {
        publicKey: ofJwe.keyPair.publicKey,
        agree(peer: Bytes) {
          const secret = ofJwe.keyPair.agree(peer)
          agreed.push(secret)
          return secret
        },
      },
    }
    const ofHpke = importPrivateKey({ ...keys['HPKE-4'].private_jwk, alg: 'HPKE-4' })
    const vector = positive.find(({ alg }) => alg === 'HPKE-4')
    if (!vector) throw new Error('there is no vector')
    const wires = [
      { wire: jwe.compact, field: jwe.field, context: '' },
      { wire: vector.wire_base64, field: vector.field, context: vector.context },
    ]
    const known = new Map([watched, ofHpke].map((key) => [key.kid, key]))
    for (const wire of wires) {
      expect(openField({ ...wire, keys: known, nowSeconds: ISSUED_AT_SECONDS }).ok).toBe(true)
    }
    expect(decrypt).toHaveBeenCalledTimes(2)
    const plaintexts = decrypt.mock.results.map(({ value }) => value as Bytes)
    const contentKeys = decrypt.mock.calls.map(([{ key }]) => key)
    const secrets = [...agreed, ...contentKeys, ...plaintexts]
    expect(secrets).toHaveLength(5)
    expect(secrets.filter((secret) => !isWiped(secret))).toEqual([])
  })
})
