import { CheckoutAPI, Client, EnvironmentEnum, hmacValidator as HmacValidator } from '@adyen/api-library'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { AdyenTwin } from './adyen-twin.ts'
import { startAdyenTwin } from './twin.ts'

/** Adyen's official client, pointed at the twin: whatever it cannot do here, it could do at Adyen. */
const HMAC_KEY = '44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056'
const ACCOUNT = 'TwinMerchantECOM'
let twin: AdyenTwin
let checkout: CheckoutAPI

beforeAll(async () => {
  twin = await startAdyenTwin({ apiKeys: ['twin-key'], merchantAccounts: [ACCOUNT], hmacKey: HMAC_KEY })
  checkout = clientOf('twin-key')
})

afterAll(async () => {
  const { source, checked, breaches } = twin.contract()
  const calls = [
    ...new Set(twin.requests().map(({ path }) => path.replace(/[A-Z0-9]{16}/, '{psp}'))),
  ].toSorted()
  process.stdout.write(
    `${source}: checked ${JSON.stringify(checked)}; the client called ${calls.join(', ')}\n`,
  )
  expect(breaches).toEqual([])
  expect(twin.crashes()).toEqual([])
  await twin.close()
})

/** The client knows addresses of Adyen alone, so its transport is pointed at the twin. */
function clientOf(apiKey: string): CheckoutAPI {
  const client = new Client({ apiKey, environment: EnvironmentEnum.TEST })
  client.httpClient = {
    async request(endpoint, json, config, _isApiRequired, options) {
      const { pathname, search } = new URL(endpoint)
      const key = options?.idempotencyKey
      const response = await fetch(`${twin.url}${pathname}${search}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': config.apiKey ?? '',
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        body: String(json),
      })
      const text = await response.text()
      if (!response.ok) throw Object.assign(new Error(text), JSON.parse(text))
      return text
    },
  }
  return new CheckoutAPI(client)
}

const CARD = {
  type: 'scheme' as const,
  number: '4111111111111111',
  expiryMonth: '03',
  expiryYear: '2034',
  cvc: '737',
}
const PAYMENT = {
  merchantAccount: ACCOUNT,
  amount: { currency: 'EUR', value: 1_000 },
  returnUrl: 'https://shop.example/return',
}
const MANUAL = { additionalData: { manualCapture: 'true' } }

async function hold(reference: string): Promise<string> {
  const answer = await checkout.PaymentsApi.payments({
    ...PAYMENT,
    ...MANUAL,
    reference,
    paymentMethod: CARD as never,
  })
  expect(answer).toMatchObject({ resultCode: 'Authorised', merchantReference: reference })
  return answer.pspReference ?? ''
}

const lastEvent = () => {
  const delivery = twin.webhooks.deliveries().at(-1)
  const body = JSON.parse(delivery?.body ?? '{}') as {
    notificationItems: readonly { NotificationRequestItem: Record<string, unknown> }[]
  }
  return body.notificationItems[0]?.NotificationRequestItem
}

describe('the official client', () => {
  it('holds, captures a part and refunds twice; a third refund fails by its event', async () => {
    const psp = await hold('client-1')
    const modifications = checkout.ModificationsApi
    const amount = (value: number) => ({ merchantAccount: ACCOUNT, amount: { currency: 'EUR', value } })
    expect(await modifications.captureAuthorisedPayment(psp, amount(700))).toMatchObject({
      status: 'received',
    })
    expect(lastEvent()).toMatchObject({ eventCode: 'CAPTURE', success: 'true', originalReference: psp })
    await modifications.refundCapturedPayment(psp, amount(300))
    await modifications.refundCapturedPayment(psp, amount(400))
    await modifications.refundCapturedPayment(psp, amount(1))
    expect(lastEvent()).toMatchObject({ eventCode: 'REFUND', success: 'false' })
    expect(twin.books().find((one) => one.psp === psp)).toMatchObject({ captured: 700, refunded: 700 })
  })

  it('cancels by Adyen’s reference and by its own, and reverses what was captured', async () => {
    const modifications = checkout.ModificationsApi
    const account = { merchantAccount: ACCOUNT }
    await modifications.cancelAuthorisedPaymentByPspReference(await hold('client-2'), account)
    expect(lastEvent()).toMatchObject({ eventCode: 'CANCELLATION', success: 'true' })
    await hold('client-3')
    await modifications.cancelAuthorisedPayment({ ...account, paymentReference: 'client-3' })
    expect(lastEvent()).toMatchObject({ eventCode: 'TECHNICAL_CANCEL', success: 'true' })
    await modifications.cancelAuthorisedPayment({ ...account, paymentReference: 'never-arrived' })
    expect(lastEvent()).toMatchObject({ eventCode: 'TECHNICAL_CANCEL', success: 'false' })
    const psp = await hold('client-4')
    await modifications.refundOrCancelPayment(psp, account)
    expect(lastEvent()).toMatchObject({ eventCode: 'CANCEL_OR_REFUND', success: 'true' })
  })

  it('continues a payment after fingerprint and challenge', async () => {
    const asked = await checkout.PaymentsApi.payments({
      ...PAYMENT,
      reference: 'client-5',
      paymentMethod: { ...CARD, number: '4917610000000000' } as never,
      authenticationData: { attemptAuthentication: 'always' as never },
    })
    expect(asked.resultCode).toBe('IdentifyShopper')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
    const challenge = await checkout.PaymentsApi.paymentsDetails({
      details: { threeds2_fingerprint: encode({ threeDSCompInd: 'Y' }) },
      paymentData: (asked.action as { paymentData: string }).paymentData,
    })
    expect(challenge.resultCode).toBe('ChallengeShopper')
    const [payment] = [...twin.world.payments.values()].filter(({ reference }) => reference === 'client-5')
    twin.shopper.authenticate(payment?.psp ?? '', 'Y')
    const done = await checkout.PaymentsApi.paymentsDetails({
      details: { threeDSResult: encode({ transStatus: 'Y' }) },
      paymentData: (challenge.action as { paymentData: string }).paymentData,
    })
    expect(done).toMatchObject({ resultCode: 'Authorised', merchantReference: 'client-5' })
  })

  it('gets one answer for one idempotency key', async () => {
    const request = { ...PAYMENT, reference: 'client-6', paymentMethod: CARD as never }
    const first = await checkout.PaymentsApi.payments(request, { idempotencyKey: 'key-6' })
    const again = await checkout.PaymentsApi.payments(request, { idempotencyKey: 'key-6' })
    expect(again.pspReference).toBe(first.pspReference)
    expect(twin.books().filter(({ reference }) => reference === 'client-6')).toHaveLength(1)
  })

  it('receives a description of the error', async () => {
    const request = { ...PAYMENT, reference: 'client-7' }
    const wrongCard = { ...CARD, number: '4111111111111112' } as never
    await expect(
      checkout.PaymentsApi.payments({ ...request, paymentMethod: wrongCard }),
    ).rejects.toMatchObject({
      errorCode: '101',
    })
    const stranger = clientOf('other-key')
    await expect(
      stranger.PaymentsApi.payments({ ...request, paymentMethod: CARD as never }),
    ).rejects.toMatchObject({ errorCode: '000', status: 401 })
    const elsewhere = { ...request, merchantAccount: 'Other', paymentMethod: CARD as never }
    await expect(checkout.PaymentsApi.payments(elsewhere)).rejects.toMatchObject({ errorCode: '901' })
  })

  it('verifies the twin’s webhooks and rejects modified ones', async () => {
    const bodies: string[] = []
    const receiver = createServer((request, response) => {
      void (async () => {
        let body = ''
        for await (const chunk of request) body += String(chunk)
        bodies.push(body)
        response.end('[accepted]')
      })()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    twin.webhooks.setUrl(`http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/`)
    await hold('client-8')
    await twin.webhooks.idle()
    twin.webhooks.setUrl(null)
    receiver.close()
    const { notificationItems } = JSON.parse(bodies[0] ?? '{}') as {
      notificationItems: readonly { NotificationRequestItem: object }[]
    }
    const item = notificationItems[0]?.NotificationRequestItem
    const validator = new HmacValidator()
    expect(validator.validateHMAC(item as never, HMAC_KEY)).toBe(true)
    const changed = { ...item, amount: { currency: 'EUR', value: 1 } }
    expect(validator.validateHMAC(changed as never, HMAC_KEY)).toBe(false)
  })
})
