import { describe, expect, it } from 'vitest'
import { PEERS } from '../test/peers.ts'
import { ENVELOPES } from '../test/vectors.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { concat } from './bytes.ts'
import { toRecipientKey } from './key.ts'
import { openField } from './open-field.ts'
import { encodePlaintext } from './plaintext.ts'
import { generateKeyPair, importPrivateKey } from './private-key.ts'
import { sealField } from './seal-field.ts'
import { encodeAssociatedData, encodeHeader, encodeInfo, splitSealedField } from './sealed-field.ts'

const ALGORITHMS = ['HPKE-7', 'HPKE-4'] as const
const NOW_SECONDS = 1_800_000_000
const CONTEXT = 'session'
const FIELD = 'encrypted_card_number'
const VALUE = '4242424242424242'
const RUNS = ALGORITHMS.flatMap((alg) => PEERS.map((peer) => ({ alg, peer })))

describe('card-encryption: interoperability', () => {
  it.each(RUNS)('$alg: $peer.name opens what we seal', async ({ alg, peer }) => {
    const { publicJwk, privateJwk } = generateKeyPair(alg)
    const wire = await sealField({
      key: publicJwk,
      field: FIELD,
      value: VALUE,
      context: CONTEXT,
      issuedAtSeconds: NOW_SECONDS,
    })
    const sealed = splitSealedField(decodeBase64(wire) ?? new Uint8Array())
    if (sealed === undefined) throw new Error('Sealed nothing')

    const { publicKey } = toRecipientKey(publicJwk)
    const privateKey = Uint8Array.from(Buffer.from(privateJwk.d, 'base64url'))
    const open = await peer.recipient(alg, { privateKey, publicKey })
    const plaintext = await open(sealed.enc, sealed.ciphertext, {
      info: encodeInfo(sealed.header),
      associatedData: encodeAssociatedData(FIELD, CONTEXT),
    })
    expect(plaintext).toHaveLength(64)
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({ value: VALUE, iat: NOW_SECONDS })
  })

  it.each(RUNS)('$alg: we open what $peer.name seals', async ({ alg, peer }) => {
    const { publicJwk, privateJwk } = generateKeyPair(alg)
    const { suite, keyId, publicKey } = toRecipientKey(publicJwk)
    const header = encodeHeader(keyId, suite)
    const seal = await peer.sender(alg, publicKey)
    const { enc, ciphertext } = await seal(encodePlaintext({ value: VALUE, issuedAtSeconds: NOW_SECONDS }), {
      info: encodeInfo(header),
      associatedData: encodeAssociatedData(FIELD, CONTEXT),
    })
    const opened = openField({
      wire: encodeBase64(concat(header, enc, ciphertext)),
      field: FIELD,
      context: CONTEXT,
      keys: new Map([[publicJwk.kid, importPrivateKey(privateJwk)]]),
      nowSeconds: NOW_SECONDS,
    })
    expect(opened).toMatchObject({ ok: true, value: VALUE })
  })

  it.each(RUNS)('$alg: $peer.name opens our published vectors', async ({ alg, peer }) => {
    const { public_jwk: publicJwk, private_jwk: privateJwk } = ENVELOPES.keys[alg]
    const privateKey = Uint8Array.from(Buffer.from(privateJwk.d ?? '', 'base64url'))
    const open = await peer.recipient(alg, { privateKey, publicKey: toRecipientKey(publicJwk).publicKey })
    const vectors = ENVELOPES.positive.filter((vector) => vector.alg === alg)
    expect(vectors).toHaveLength(6)
    for (const { wire_base64: wire, field, context, value, iat } of vectors) {
      const sealed = splitSealedField(decodeBase64(wire) ?? new Uint8Array())
      if (sealed === undefined) throw new Error('A published vector is malformed')
      const plaintext = await open(sealed.enc, sealed.ciphertext, {
        info: encodeInfo(sealed.header),
        associatedData: encodeAssociatedData(field, context),
      })
      expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({ value, iat })
    }
  })
})
