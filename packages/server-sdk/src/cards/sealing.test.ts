import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { createFakeGateway } from '../../test/fake-gateway.ts'
import { createClient } from '../client.ts'
import { sealAsJwe, sealWithRsaOaep } from './sealing.ts'

const CARD = { number: '4242424242424242', cvv: '123', expirationMonth: '12', expirationYear: '2099' }

describe('sealing', () => {
  it('seals every member of a card by the function of the deployment, and fetches no keys', async () => {
    const gateway = createFakeGateway()
    const client = createClient({
      ...gateway.options,
      sealing: (value, member) => btoa(`${member}=${value}`),
    })
    const data = await client.encryptCard(CARD)
    expect(Object.values(data).map((text) => atob(text))).toEqual([
      'encrypted_card_number=4242424242424242',
      'encrypted_cvv=123',
      'encrypted_expiration_month=12',
      'encrypted_expiration_year=2099',
    ])
    expect(gateway.apiRequests).toEqual([])
  })

  it.each([
    ['RSA-OAEP-256', 'RSA-OAEP-256', undefined],
    ['ECDH-ES', 'ECDH-ES', 'P-256'],
  ])('creates JWEs with %s that the holder of the key opens', async (expected, alg, crv) => {
    const pair = await generateKeyPair(alg, { extractable: true, ...(crv && { crv }) })
    const publicKey = { ...(await exportJWK(pair.publicKey)), kid: 'k1' }
    const jwe = await sealAsJwe({ publicKey })(CARD.number, 'encrypted_card_number')
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, pair.privateKey)
    expect(new TextDecoder().decode(plaintext)).toBe(CARD.number)
    expect(protectedHeader).toMatchObject({ alg: expected, enc: 'A256GCM', kid: 'k1' })
  })

  it('creates Base64 of RSA-OAEP that OpenSSL opens', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const seal = sealWithRsaOaep({ publicKey: publicKey.export({ format: 'jwk' }) })
    const sealed = Buffer.from(await seal(CARD.cvv, 'encrypted_cvv'), 'base64')
    const oaep = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    expect(privateDecrypt(oaep, sealed).toString()).toBe(CARD.cvv)
  })

  it('refuses at construction what cannot seal', () => {
    const { options } = createFakeGateway()
    // @ts-expect-error A key is no function.
    expect(() => createClient({ ...options, sealing: { kty: 'RSA' } })).toThrow(/^sealing must be a function/)
    expect(() => sealWithRsaOaep({ publicKey: { kty: 'EC' } })).toThrow(/^publicKey must be a public RSA key/)
    // @ts-expect-error A key is required.
    expect(() => sealAsJwe({})).toThrow(/^publicKey must be a public key/)
  })
})
