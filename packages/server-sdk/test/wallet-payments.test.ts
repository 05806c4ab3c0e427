import type { AwalletMerchant, AwalletToken } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { match } from '../src/index.ts'
import { createTestGateway, SAMPLE_BROWSER, type TestGateway } from '../src/testing/index.ts'
import {
  type AWalletKey,
  type AWalletOptions,
  type AWalletTokenInput,
  decryptAWalletToken,
  sealAWalletToken,
} from '../src/wallets/index.ts'
import { createAWalletIssuer, makeMerchant } from './awallet-issuer.ts'

const CARD = { pan: '4111111111111111', expiration_month: 12, expiration_year: 2034 }
const MONEY = { currency: 'EUR', amount: 1850 } as const

describe('network-token: a payment with an opened wallet token', () => {
  let gateway: TestGateway
  let orders = 0

  beforeAll(async () => {
    gateway = await createTestGateway()
  })
  afterAll(() => gateway.close())

  async function pay(token: AWalletTokenInput, key: AWalletKey, options: AWalletOptions): Promise<string> {
    const client = gateway.client()
    const payment_method = await sealAWalletToken(client, token, [key], { ...MONEY, ...options })
    const envelope = await client.transactions.authorize({
      ...MONEY,
      terminal_id: gateway.credentials.terminal_id,
      reference: `wallet-${(orders += 1)}`,
      transaction_type: 'PURCHASE',
      payment_method,
      browser_info: SAMPLE_BROWSER,
    })
    expect(envelope.result?.payment_method?.type).toBe('network-token')
    const step = (kind: string) => () => kind
    return match(envelope, {
      approved: ({ transaction }) => `approved ${transaction.processing_code}`,
      declined: ({ transaction }) => `declined ${transaction.processing_code}`,
      pending: step('pending'),
      invalid: step('invalid'),
      fingerprint: step('fingerprint'),
      challenge: step('challenge'),
      redirect: step('redirect'),
      formSubmit: step('formSubmit'),
      unknown: step('unknown'),
    })
  }

  describe('of a wallet that this test makes up', () => {
    const issuer = createAWalletIssuer(Date.now())
    const merchant = makeMerchant()

    it.each([
      ['4111111111111111', 20, 'approved 0000'],
      ['4000000000009995', 20, 'declined 1004'],
      // Mastercard's cryptogram is a byte shorter.
      ['5555555555554444', 19, 'approved 0000'],
    ])('with %s and %i bytes is %s, without a step of 3-D Secure', async (number, bytes, ending) => {
      const onlinePaymentCryptogram = Buffer.alloc(bytes, 7).toString('base64')
      const content = {
        applicationPrimaryAccountNumber: number,
        paymentData: { onlinePaymentCryptogram },
      }
      const token = JSON.stringify(issuer.issue(merchant, { content }))
      expect(await pay(token, merchant, { roots: issuer.rootPem })).toBe(ending)
    })
  })

  describe('of the simulated wallet', () => {
    const merchant_identifier = 'merchant.example.harbour'

    async function ask<Answer>(path: string, body?: object): Promise<Answer> {
      const response = await gateway.fetch(gateway.credentials.base_url + path, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.operatorToken}` },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as Answer
    }

    it('is approved, with its merchant’s identifier and with its certificate', async () => {
      const made = await ask<AwalletMerchant>(`/simulators/awallet-pay/merchants/${merchant_identifier}`)
      const { private_key: privateKey, certificate, root: roots } = made
      const merchantIdentifier = merchant_identifier
      for (const key of [
        { privateKey, merchantIdentifier },
        { privateKey, certificate },
      ]) {
        const { awallet_pay_token } = await ask<AwalletToken>('/simulators/awallet-pay/tokens', {
          ...CARD,
          ...MONEY,
          merchant_identifier,
          eci_indicator: '5',
        })
        const token = awallet_pay_token as unknown as AWalletTokenInput
        expect(await pay(token, key, { roots })).toBe('approved 0000')
        await expect(decryptAWalletToken(token, [key])).rejects.toMatchObject({
          code: 'CERTIFICATE_UNTRUSTED',
        })
      }
    })
  })
})
