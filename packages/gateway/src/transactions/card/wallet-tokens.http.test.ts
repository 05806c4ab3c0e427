import type { ClientSession, Envelope, ErrorItem, SandboxCredentials } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeProvider } from '../../../test/make-provider.ts'
import { MerchantAtGateway, type WalletCard } from '../../../test/merchant-at-gateway.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import { fateOf, makeToken, send } from '../../../test/wallet-tokens.ts'
import type { ProviderAuthorization } from '../execution/provider.ts'

const AUTHORIZE = '/api/transactions/authorize'
const PROPERTY = 'payment_method.data.gwallet_pay_token'
const MASTERCARD = '5555555555554444'

const received: ProviderAuthorization[] = []

const provider = makeProvider('sim-a', {
  authorize: (request) => {
    received.push(request)
    return Promise.resolve({
      processingCode: '0000',
      providerResponseCode: '00',
      providerResponseMessage: 'Approved',
      approvalCode: 'A1B2C3',
      referenceNumber: '633112000001',
      systan: 1,
      retryable: false,
    })
  },
})

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway({ adapters: { providers: new Map([['sim-a', provider]]) } })
})
afterAll(() => gateway.close())

/** A token of the simulated wallet. */
async function tokenOf(card: WalletCard = {}, merchant: MerchantAtGateway = gateway): Promise<string> {
  return (await merchant.walletMethod(card)).data.gwallet_pay_token
}

async function requestWith(token: string, body: object = {}) {
  const payment_method = { type: 'gwallet-pay', data: { gwallet_pay_token: token } }
  return gateway.cardRequest({ body: { payment_method, ...body } })
}

async function answerTo(token: string, body: object = {}) {
  return gateway.send<Envelope & { errors: ErrorItem[] }>('POST', AUTHORIZE, await requestWith(token, body))
}

const rowOf = (id: string | undefined) => gateway.books.transaction(id)

describe('a wallet token', () => {
  it.each([
    ['4111111111111111', undefined, '07', 'U'],
    [MASTERCARD, undefined, '02', 'Y'],
    ['4111111111111111', '5', '05', 'Y'],
    ['4111111111111111', '06', '06', 'A'],
  ])(
    'of the device: card %s with indicator %s has ECI %s and no 3DS',
    async (pan, eci_indicator, eci, status) => {
      received.length = 0
      const token = await tokenOf({
        pan,
        auth_method: 'CRYPTOGRAM_3DS',
        ...(eci_indicator && { eci_indicator }),
      })
      const { result } = await gateway.post<Envelope>(AUTHORIZE, await requestWith(token))
      const masked = `${pan.slice(0, 6)}******${pan.slice(-4)}`
      expect(result).toMatchObject({
        status: 'APPROVED',
        payment_method: { type: 'gwallet-pay', method: masked, masked, token: null },
      })
      expect(received).toHaveLength(1)
      expect(received[0]).toMatchObject({
        authentication: null,
        card: { cvv: null, networkToken: { source: 'gwallet-pay', proof: { eci } } },
      })
      expect(received[0]?.card.networkToken?.proof?.cryptogram.reveal()).toMatch(/^[A-Za-z0-9+/]{38}==$/)
      expect(await rowOf(result?.id)).toMatchObject({
        authentication_status: status,
        authentication_level: Number(eci),
        payment_method_source: 'gwallet-pay',
      })
      // The device proved it: no 3DS Server gave it an id.
      expect(await gateway.books.of('authentications', result?.id ?? '')).toMatchObject([
        { three_ds_server_trans_id: null, trans_status: status },
      ])
    },
  )

  it('a wallet token of a remembered card runs 3DS as a card does', async () => {
    received.length = 0
    const payment_method = { type: 'gwallet-pay', data: { gwallet_pay_token: await tokenOf() } }
    const outcome = await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'], body: { payment_method } })
    expect(outcome.threeDsServerTransId).not.toBeNull()
    expect(outcome.transaction).toMatchObject({
      status: 'APPROVED',
      payment_method: { type: 'gwallet-pay', method: '411111******1111', brand: 'VISA' },
    })
    expect(await rowOf(outcome.transaction.id)).toMatchObject({
      authentication_status: 'Y',
      payment_method_source: null,
    })
    expect(received).toHaveLength(1)
  })

  it.each([
    ['another network', { pan: '378282246310005' }, '2004'],
    ['a wrong number', { pan: '4111111111111112' }, '2002'],
    ['an expired card', { expiration_year: 2020 }, '2001'],
  ])('with %s is INVALID at that member only', async (_, card, code) => {
    const { body } = await answerTo(await tokenOf(card))
    expect(body.result).toMatchObject({
      status: 'INVALID',
      processing_code: code,
      errors: [{ property: PROPERTY }],
    })
  })

  it('a wallet token that cannot be read is reported as unreadable', async () => {
    const answer = await answerTo('e30=')
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      { property: PROPERTY, message: 'Wallet token is malformed', params: [PROPERTY] },
    ])
  })

  it('has one answer for every defect, and stores nothing', async () => {
    const before = await gateway.books.count('transactions')
    const good = await tokenOf()
    const token = JSON.parse(Buffer.from(good, 'base64').toString()) as Record<string, string>
    const wrong = [
      await tokenOf({ expires_in: -1 }),
      await tokenOf({ gateway_merchant_id: 'another' }),
      send({ ...token, signature: Buffer.alloc(70).toString('base64') }),
      send({ ...token, signedMessage: `${token['signedMessage']} ` }),
      send({ ...token, protocolVersion: 'ECv3' }),
      // Right in itself, for a gateway and roots that are not ours.
      send(makeToken()),
    ]
    expect(fateOf(makeToken())).toBe('ok')
    const answers = await Promise.all(wrong.map((each) => answerTo(each)))
    for (const { status, body } of answers) {
      expect(status).toBe(422)
      expect(body.errors).toEqual([
        { property: PROPERTY, message: 'Wallet token cannot be verified', params: [PROPERTY] },
      ])
    }
    expect(await gateway.books.count('transactions')).toBe(before)
    expect((await answerTo(good)).status).toBe(200)
  })

  it('is not saved', async () => {
    const tokenization = { save_card_for_future_payments: true }
    const answer = await answerTo(await tokenOf(), { tokenization })
    expect([answer.status, answer.body]).toMatchObject([422, { status: 'INVALID', processing_code: '2019' }])
  })

  it('is nowhere in the database, nor is its content', async () => {
    const token = await tokenOf({ auth_method: 'CRYPTOGRAM_3DS' })
    await gateway.post(AUTHORIZE, await requestWith(token))
    const dump = JSON.stringify(await gateway.books.everything())
    expect(dump).not.toContain('4111111111111111')
    expect(dump).not.toContain(token.slice(0, 64))
  })
})

describe('a wallet token that was used', () => {
  it('pays nothing else, and may be sent again for what it paid', async () => {
    const token = await tokenOf({ auth_method: 'CRYPTOGRAM_3DS' })
    const request = await requestWith(token)
    const { result } = await gateway.post<Envelope>(AUTHORIZE, request)
    expect(result?.status).toBe('APPROVED')

    const elsewhere = await answerTo(token)
    expect(elsewhere.body.errors).toMatchObject([
      { property: PROPERTY, message: 'Wallet token cannot be verified' },
    ])
    const again = await gateway.send<{ errors: ErrorItem[] }>('POST', AUTHORIZE, request)
    expect(again.body.errors).toMatchObject([{ property: 'reference', message: 'already exists' }])
  })

  it('may be sent again for the order that a rule refused, and then for no other', async () => {
    const token = await tokenOf({ pan: '378282246310005' })
    const request = await requestWith(token)
    for (const _ of ['once', 'again']) {
      const { result } = await gateway.post<Envelope>(AUTHORIZE, request)
      expect(result).toMatchObject({ status: 'INVALID', processing_code: '2004' })
    }
    expect((await answerTo(token)).status).toBe(422)
  })

  it('pays one of two orders that race for it', async () => {
    const token = await tokenOf({ auth_method: 'CRYPTOGRAM_3DS' })
    const answers = await Promise.all([answerTo(token), answerTo(token), answerTo(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  it('is used up for every merchant', async () => {
    const { body } = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})
    const other = new MerchantAtGateway(body, gateway.clock)
    const token = await tokenOf({ auth_method: 'CRYPTOGRAM_3DS' }, other)
    const payment_method = { type: 'gwallet-pay', data: { gwallet_pay_token: token } }
    // The wallet made it for the other merchant.
    expect((await answerTo(token)).status).toBe(422)
    const { result } = await other.post<Envelope>(
      AUTHORIZE,
      await other.cardRequest({ body: { payment_method } }),
    )
    expect(result?.status).toBe('APPROVED')
  })
})

describe('the wallet in a browser', () => {
  it('is offered with everything that a page needs to request a token, and the token pays', async () => {
    const session = await gateway.post<{ id: string }>('/api/sessions', gateway.sessionRequest())
    const path = `/api/client/sessions/${session.id}`
    const { body } = await gateway.sendFromBrowser<ClientSession>('GET', path)
    const config = body.payment_methods.find(({ type }) => type === 'gwallet-pay')?.config
    expect(config).toEqual({
      script_url: `${gateway.app.addresses().bankUrl}/simulators/gwallet-pay/pay.js`,
      environment: 'TEST',
      gateway: 'sluice',
      gateway_merchant_id: expect.stringMatching(/^[\w-]{22}$/) as string,
      merchant_id: null,
      merchant_name: 'Demo shop',
      allowed_auth_methods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
      allowed_card_networks: ['VISA', 'MASTERCARD'],
      billing_address_required: false,
    })
    expect(JSON.stringify(body)).not.toContain(gateway.ready.merchant_id)

    const gateway_merchant_id = config?.gateway_merchant_id ?? ''
    const token = await tokenOf({ auth_method: 'CRYPTOGRAM_3DS', gateway_merchant_id })
    const request = await requestWith(token)
    const paid = await gateway.sendFromBrowser<Envelope>('POST', `${path}/payments`, {
      payment_method: request['payment_method'],
      browser_info: request['browser_info'],
    })
    expect(paid.body.result, paid.text).toMatchObject({
      status: 'APPROVED',
      payment_method: { type: 'gwallet-pay', masked: '411111******1111' },
    })
  })

  it('pays no session with a token of another merchant, or of another order', async () => {
    const { body: credentials } = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})
    const other = new MerchantAtGateway(credentials, gateway.clock)
    const used = await tokenOf({ auth_method: 'CRYPTOGRAM_3DS' })
    expect((await answerTo(used)).body.result?.status).toBe('APPROVED')
    const session = await gateway.post<{ id: string }>('/api/sessions', gateway.sessionRequest())
    const path = `/api/client/sessions/${session.id}`
    for (const token of [await tokenOf({}, other), used]) {
      const { payment_method, browser_info } = await requestWith(token)
      const body = { payment_method, browser_info }
      const answer = await gateway.sendFromBrowser<{ errors: ErrorItem[] }>('POST', `${path}/payments`, body)
      expect([answer.status, answer.body.errors]).toMatchObject([
        422,
        [{ property: PROPERTY, message: 'Wallet token cannot be verified' }],
      ])
    }
    const { body } = await gateway.sendFromBrowser<{ status: string }>('GET', `${path}/status`)
    expect(body.status).toBe('CREATED')
  })
})

describe('without the wallet', () => {
  let without: TestGateway
  beforeAll(async () => {
    without = await startTestGateway({ adapters: { gwalletPay: null } })
  })
  afterAll(() => without.close())

  it('the method is not offered, nor shown', async () => {
    const payment_method = { type: 'gwallet-pay', data: { gwallet_pay_token: 'e30=' } }
    const { result } = await without.post<Envelope>(
      AUTHORIZE,
      await without.cardRequest({ body: { payment_method } }),
    )
    expect(result).toMatchObject({ status: 'INVALID', processing_code: '2004' })
    const session = await without.post<{ id: string }>('/api/sessions', without.sessionRequest())
    const { body } = await without.sendFromBrowser<ClientSession>('GET', `/api/client/sessions/${session.id}`)
    expect(body.payment_methods.map(({ type }) => type)).not.toContain('gwallet-pay')
  })
})

describe('a wallet whose keys are unknown', () => {
  let outage: TestGateway
  beforeAll(async () => {
    const gwalletPay = {
      open: () => Promise.resolve({ ok: false, reason: 'unavailable' } as const),
      describe: () => {
        throw new Error('not called')
      },
    }
    outage = await startTestGateway({ adapters: { gwalletPay } })
  })
  afterAll(() => outage.close())

  it('keeps the order open: 503, come back', async () => {
    const payment_method = { type: 'gwallet-pay', data: { gwallet_pay_token: 'e30=' } }
    const request = await outage.cardRequest({ body: { payment_method } })
    const answer = await outage.send('POST', AUTHORIZE, request)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await outage.books.all('transactions')).toEqual([])
  })
})
