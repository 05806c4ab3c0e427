import {
  generateKeyPair,
  importPrivateKey,
  openField,
  type SealedFieldName,
} from '@sluice/card-encryption/decrypt'
import { describe, expect, it } from 'vitest'
import { createFakeGateway, json } from '../../test/fake-gateway.ts'
import { createClient } from '../client.ts'

const { publicJwk, privateJwk } = generateKeyPair('HPKE-7')
const card = { number: '4242424242424242', cvv: '123', expirationMonth: '9', expirationYear: '30' }

function gatewayWith(keys: unknown[], headers: Record<string, string> = {}) {
  return createFakeGateway({
    api: () => json(200, { keys }, { 'content-type': 'application/jwk-set+json', ...headers }),
  })
}

const validKey = { ...publicJwk, nbf: 0, exp: 4_000_000_000 }

describe('card-encryption: encryptCard', () => {
  it('seals the four fields so that the gateway can open them, each under its own name', async () => {
    const gateway = gatewayWith([validKey])
    const sealed = await createClient(gateway.options).encryptCard(card)

    const keys = new Map([[publicJwk.kid, importPrivateKey(privateJwk)]])
    const nowSeconds = gateway.clock.ms / 1_000
    const opened = Object.entries(sealed).map(([field, wire]) => {
      const result = openField({ wire, field: field as SealedFieldName, context: '', keys, nowSeconds })
      return [field, result.ok && result.value]
    })
    expect(Object.fromEntries(opened)).toEqual({
      encrypted_card_number: card.number,
      encrypted_cvv: card.cvv,
      encrypted_expiration_month: card.expirationMonth,
      encrypted_expiration_year: card.expirationYear,
    })
  })

  it('keeps the key set for max-age, and fetches it once for calls at the same time', async () => {
    const gateway = gatewayWith([validKey], { 'cache-control': 'private, max-age=3600' })
    const client = createClient(gateway.options)

    await Promise.all([client.encryptCard(card), client.encryptCard(card)])
    gateway.clock.ms += 3_599_000
    await client.encryptCard(card)
    expect(gateway.apiRequests).toHaveLength(1)

    gateway.clock.ms += 1_000
    await client.encryptCard(card)
    expect(gateway.apiRequests).toHaveLength(2)
    expect(gateway.apiRequests[0]?.url).toBe('https://gateway.example/api/encryption-keys')
  })

  it('skips keys of kinds it does not know', async () => {
    const gateway = gatewayWith([
      { kty: 'PQ', alg: 'HPKE-99', use: 'enc', kid: 'k', nbf: 0, exp: 1 },
      validKey,
    ])
    await expect(createClient(gateway.options).encryptCard(card)).resolves.toHaveProperty('encrypted_cvv')
  })

  it.each([
    ['no key is valid now', [{ ...validKey, exp: 1 }], 'no_usable_key'],
    ['a key is not the one its id names', [{ ...validKey, kid: 'k' }], 'thumbprint_mismatch'],
  ])('throws a ContractError when %s', async (_, keys, code) => {
    await expect(createClient(gatewayWith(keys).options).encryptCard(card)).rejects.toMatchObject({
      code: 'contract_violated',
      what: `the encryption keys cannot be used (${code})`,
    })
  })

  it('refuses a card in another form before anything is sent, without repeating it', async () => {
    const gateway = gatewayWith([validKey])
    const wrong = { number: '4242 4242 4242 4242', cvv: '12', expirationMonth: '09', expirationYear: '030' }
    const error: unknown = await createClient(gateway.options)
      .encryptCard(wrong)
      .catch((reason: unknown) => reason)

    expect(error).toMatchObject({
      code: 'validation_failed',
      errors: Object.keys(wrong).map((name) => ({ property: `card.${name}` })),
    })
    expect(JSON.stringify(error)).not.toContain('4242')
    expect(gateway.apiRequests).toHaveLength(0)
  })
})
