import {
  generateKeyPair,
  importPrivateKey,
  openField,
  type SealedFieldName,
} from '@sluice/card-encryption/decrypt'
import type { SealedCard } from '@sluice/card-encryption/encrypt'
import { describe, expect, it } from 'vitest'
import { createFakeGateway, json } from '../../test/fake-gateway.ts'
import { authorizeRequest } from '../../test/records.ts'
import { createClient } from '../client.ts'

const { publicJwk, privateJwk } = generateKeyPair('HPKE-7')
const card = { number: '4242424242424242', cvv: '123', expirationMonth: '9', expirationYear: '30' }

function gatewayWith(keys: unknown[], headers: Record<string, string> = {}) {
  return createFakeGateway({
    api: () => json(200, { keys }, { 'content-type': 'application/jwk-set+json', ...headers }),
  })
}

function openAll({ clock }: { readonly clock: { ms: number } }, sealed: Record<string, string>) {
  const keys = new Map([[publicJwk.kid, importPrivateKey(privateJwk)]])
  const nowSeconds = clock.ms / 1_000
  const opened = Object.entries(sealed).map(([field, wire]) => {
    const result = openField({ wire, field: field as SealedFieldName, context: '', keys, nowSeconds })
    return [field, result.ok && result.value]
  })
  return Object.fromEntries(opened) as unknown
}

/** The thumbprint in a sealed field's header. */
const keyOf = ({ encrypted_cvv }: SealedCard) =>
  Buffer.from(encrypted_cvv, 'base64').subarray(1, 33).toString('base64url')

/** The start time of the fake gateway's clock. */
const START_SECONDS = createFakeGateway().clock.ms / 1_000

const validKey = { ...publicJwk, nbf: 0, exp: 4_000_000_000 }

describe('card-encryption: encryptCard', () => {
  it('seals the four fields so that the gateway can open them, each under its own name', async () => {
    const gateway = gatewayWith([validKey])
    const sealed = await createClient(gateway.options).encryptCard(card)

    expect(openAll(gateway, { ...sealed })).toEqual({
      encrypted_card_number: card.number,
      encrypted_cvv: card.cvv,
      encrypted_expiration_month: card.expirationMonth,
      encrypted_expiration_year: card.expirationYear,
    })
  })

  it('caches the key set for max-age, and fetches it once for concurrent calls', async () => {
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

  it('skips keys of unknown kinds', async () => {
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

  it('fetches the set again when all of its keys have ended, however fresh it is', async () => {
    const next = generateKeyPair('HPKE-4').publicJwk
    const first = { ...validKey, exp: START_SECONDS + 60 }
    const sets = [[first], [{ ...next, nbf: START_SECONDS, exp: 4_000_000_000 }]]
    const gateway = createFakeGateway({
      api: (_, count) => json(200, { keys: sets[count - 1] }, { 'cache-control': 'max-age=3600' }),
    })
    const client = createClient(gateway.options)
    expect(keyOf(await client.encryptCard(card))).toBe(publicJwk.kid)
    gateway.clock.ms += 60_000
    expect(keyOf(await client.encryptCard(card))).toBe(next.kid)
    expect(gateway.apiRequests).toHaveLength(2)
  })

  it('fetches the set again after the gateway refused its key', async () => {
    const gateway = createFakeGateway({
      api: ({ method }) =>
        method === 'GET'
          ? json(200, { keys: [validKey] }, { 'cache-control': 'max-age=3600' })
          : json(422, {
              status: 422,
              method: 'POST',
              errors: [
                {
                  property: 'payment_method.data.encrypted_cvv',
                  message: 'Encryption key is unknown or expired',
                  params: [],
                },
              ],
            }),
    })
    const client = createClient(gateway.options)
    const data = await client.encryptCard(card)
    await expect(
      client.transactions.authorize({ ...authorizeRequest, payment_method: { type: 'card', data } }),
    ).rejects.toMatchObject({ code: 'validation_failed', foundBy: 'gateway' })
    await client.encryptCard(card)
    expect(gateway.apiRequests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  })

  describe('with pinned keys', () => {
    const other = { ...generateKeyPair('HPKE-7').publicJwk, nbf: 0, exp: 4_000_000_000 }
    const pinned = (keys: unknown[], acceptedEncryptionKeys: string[]) =>
      createClient({ ...gatewayWith(keys).options, acceptedEncryptionKeys })

    it('seals only for a pinned key, whichever comes first', async () => {
      const client = pinned([other, validKey], [publicJwk.kid])
      expect(keyOf(await client.encryptCard(card))).toBe(publicJwk.kid)
    })

    it('refuses to seal if the gateway publishes no pinned key', async () => {
      await expect(pinned([other], [publicJwk.kid]).encryptCard(card)).rejects.toMatchObject({
        code: 'configuration_invalid',
        option: 'acceptedEncryptionKeys',
      })
    })

    it.each([[[]], [['not-a-thumbprint']]])('refuses %j at the start', (thumbprints) => {
      expect(() => pinned([validKey], thumbprints)).toThrow(
        expect.objectContaining({ option: 'acceptedEncryptionKeys' }),
      )
    })
  })
})

describe('card-encryption: encryptNetworkToken and encryptCvv', () => {
  it('seal each member under its own name; ECI and source stay plain', async () => {
    const cryptogram = Buffer.alloc(20, 7).toString('base64')
    const gateway = gatewayWith([validKey])
    const sealed = await createClient(gateway.options).encryptNetworkToken({
      number: '4111111111111111',
      expirationMonth: '12',
      expirationYear: '2030',
      cryptogram,
      eci: '05',
      source: 'gwallet-pay',
    })
    const { eci, source, ...fields } = sealed
    expect({ eci, source }).toEqual({ eci: '05', source: 'gwallet-pay' })
    expect(openAll(gateway, fields)).toEqual({
      encrypted_token_number: '4111111111111111',
      encrypted_expiration_month: '12',
      encrypted_expiration_year: '2030',
      encrypted_cryptogram: cryptogram,
    })
  })

  it('seal only the code of a saved card', async () => {
    const gateway = gatewayWith([validKey])
    const encrypted_cvv = await createClient(gateway.options).encryptCvv('123')
    expect(openAll(gateway, { encrypted_cvv })).toEqual({ encrypted_cvv: '123' })
  })
})
