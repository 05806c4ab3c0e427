import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'

import { decryptAWalletToken } from '@sluice/server-sdk/wallets'
import type { AwalletMerchant, AwalletToken, Envelope, GwalletKeys } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestGateway, TestClock, type TestGateway } from '../../test/test-gateway.ts'

const IDENTIFIER = 'merchant.com.example.harbour'
const TOKENS = '/simulators/awallet-pay/tokens'
const CARD = {
  pan: '4111111111111111',
  expiration_month: 2,
  expiration_year: 2030,
  amount: 1850,
  currency: 'EUR',
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ adapters: { clock: new TestClock() } })
})
afterAll(() => gateway.close())

const makeToken = async (body: object = {}) => {
  const request = { ...CARD, merchant_identifier: IDENTIFIER, ...body }
  return (await gateway.post<AwalletToken>(TOKENS, request)).awallet_pay_token
}
const merchantOf = (identifier: string) =>
  gateway.get<AwalletMerchant>(`/simulators/awallet-pay/merchants/${identifier}`)

describe('the simulated device wallet', () => {
  it('creates tokens that the client can verify and open, and that pay', async () => {
    const { private_key: privateKey, root: roots, certificate } = await merchantOf(IDENTIFIER)
    const options = { roots, currency: 'EUR', amount: 1850, now: () => gateway.clock.now() } as const
    const token = await makeToken({ eci_indicator: '5' })
    const payment = await decryptAWalletToken(token, [{ privateKey, certificate }], options)
    expect(payment).toMatchObject({ currencyCode: '978', amount: 1850 })

    const { number, expirationMonth: month, expirationYear: year, cryptogram, eci } = payment
    const input = { number, month, year, eci, source: 'awallet-pay', ...(cryptogram && { cryptogram }) }
    const data = await gateway.sealNetworkToken(input as Record<string, string>)
    const body = await gateway.cardRequest({ body: { payment_method: { type: 'network-token', data } } })
    const { result } = await gateway.post<Envelope>('/api/transactions/authorize', body)
    expect(result).toMatchObject({ status: 'APPROVED', payment_method: { masked: '411111******1111' } })
  })

  it('seals only for the merchant’s own key', async () => {
    const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const public_key = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    const token = await makeToken({ public_key })
    const privateKey = keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const { private_key: other, root: roots } = await merchantOf(IDENTIFIER)
    const open = (key: string) =>
      decryptAWalletToken(token, [{ privateKey: key, merchantIdentifier: IDENTIFIER }], {
        roots,
        now: () => gateway.clock.now(),
      })
    expect(await open(privateKey)).toMatchObject({ amount: 1850 })
    await expect(open(other)).rejects.toMatchObject({ code: 'KEY_UNKNOWN' })
  })

  it('always returns the same key and certificate for a merchant identifier', async () => {
    const [one, again, other] = await Promise.all([IDENTIFIER, IDENTIFIER, 'merchant.other'].map(merchantOf))
    expect(one?.private_key).toBe(again?.private_key)
    expect(one?.private_key).not.toBe(other?.private_key)
    const certificate = new X509Certificate(one?.certificate ?? '')
    expect(certificate.checkPrivateKey(createPrivateKey(one?.private_key ?? ''))).toBe(true)
    const root = await fetch(`${gateway.ready.base_url}/simulators/awallet-pay/root.pem`, {
      headers: { 'user-agent': 'test' },
    })
    expect(root.headers.get('content-type')).toContain('pem')
    expect(new X509Certificate(await root.text()).ca).toBe(true)
  })

  it.each([
    ['merchant_identifier', 'shop.example'],
    ['public_key', Buffer.alloc(91).toString('base64')],
    ['eci_indicator', '123'],
  ])('rejects a wrong %s', async (property, value) => {
    const request = { ...CARD, merchant_identifier: IDENTIFIER, [property]: value }
    const answer = await gateway.send('POST', TOKENS, request)
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ property }] }])
  })
})

describe('the simulated web wallet', () => {
  it('publishes its root keys in the wallet’s own format', async () => {
    const { keys } = await gateway.get<GwalletKeys>('/simulators/gwallet-pay/keys.json')
    expect(keys).toMatchObject([{ protocolVersion: 'ECv2', keyExpiration: '4102444800000' }])
  })

  it('has no merchant for an unknown sandbox', async () => {
    const request = { pan: CARD.pan, expiration_month: 1, expiration_year: 2030, auth_method: 'PAN_ONLY' }
    const headers = { 'x-sandbox-id': 'unknown' }
    const answer = await gateway.send('POST', '/simulators/gwallet-pay/tokens', request, headers)
    expect(answer.status).toBe(404)
  })
})
