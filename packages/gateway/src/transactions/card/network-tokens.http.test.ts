import type { Envelope } from '@sluice/types'
import { ECI_VALUES, NETWORK_TOKEN_SOURCES } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeProvider } from '../../../test/make-provider.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import { notExecuted, type Provider, type ProviderAuthorization } from '../execution/provider.ts'

const AUTHORIZE = '/api/transactions/authorize'
/** 28 bytes, as networks make them. */
const CRYPTOGRAM = Buffer.alloc(28, 9).toString('base64')

const NOT_AN_ECI = 'must be one of 00, 01, 02, 05, 06, 07'

const received: ProviderAuthorization[] = []

const DECLINED_BY_THE_FIRST = 6_600
const NOT_PASSED_ON_BY_THE_FIRST = 6_601

/** Approves all amounts but one, and records its calls. */
const makeReceiver = (id: string): Provider =>
  makeProvider(id, {
    authorize: (request) => {
      received.push(request)
      const isFirst = id === 'sim-a'
      if (isFirst && request.amountMinor === NOT_PASSED_ON_BY_THE_FIRST)
        return Promise.resolve(notExecuted('out of order'))
      const declines = isFirst && request.amountMinor === DECLINED_BY_THE_FIRST
      return Promise.resolve({
        processingCode: declines ? '1000' : '0000',
        providerResponseCode: declines ? '05' : '00',
        providerResponseMessage: declines ? 'Do not honor' : 'Approved',
        approvalCode: 'A1B2C3',
        referenceNumber: '633112000001',
        systan: 1,
        retryable: declines,
      })
    },
  })

let gateway: TestGateway

beforeAll(async () => {
  const providers = new Map(['sim-a', 'sim-b'].map((id) => [id, makeReceiver(id)]))
  gateway = await startTestGateway({ adapters: { providers } })
})
afterAll(() => gateway.close())

function withoutGaps(input: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

async function request(data: Record<string, string>, body: object = {}) {
  return gateway.cardRequest({ body: { payment_method: { type: 'network-token', data }, ...body } })
}

async function answerTo(data: Record<string, string>) {
  return gateway.send<Envelope & { errors: { property: string; message: string }[] }>(
    'POST',
    AUTHORIZE,
    await request(data),
  )
}

describe('Network tokens', () => {
  it.each([
    ['05', 'Y', 5],
    ['02', 'Y', 2],
    ['06', 'A', 6],
    ['01', 'A', 1],
    ['07', 'U', 7],
    ['00', 'U', 0],
  ])(
    'a cryptogram with ECI %s skips 3DS; the provider gets both, the event the rest',
    async (eci, status, level) => {
      received.length = 0
      const data = await gateway.sealNetworkToken({ cryptogram: CRYPTOGRAM, eci, source: 'awallet-pay' })
      const { result } = await gateway.post<Envelope>(AUTHORIZE, await request(data))
      expect(result).toMatchObject({
        status: 'APPROVED',
        payment_method: {
          type: 'network-token',
          method: '411111******1111',
          masked: '411111******1111',
          brand: 'VISA',
          token: null,
        },
      })
      expect(received).toHaveLength(1)
      // The proof is the token's own: 3-D Secure did not run.
      expect(received[0]?.authentication).toBeNull()
      expect(received[0]?.card.networkToken).toMatchObject({ source: 'awallet-pay', proof: { eci } })
      expect(received[0]?.card.networkToken?.proof?.cryptogram.reveal()).toBe(CRYPTOGRAM)
      expect(received[0]?.card.cvv).toBeNull()
      expect(await gateway.books.transaction(result?.id)).toMatchObject({
        authentication_status: status,
        authentication_level: level,
        payment_method_source: 'awallet-pay',
      })
    },
  )

  it('a cryptogram that an issuer has seen goes to no other provider', async () => {
    received.length = 0
    const data = await gateway.sealNetworkToken({ cryptogram: CRYPTOGRAM, eci: '05' })
    const input = await request(data, { amount: DECLINED_BY_THE_FIRST })
    const { result } = await gateway.post<Envelope>(AUTHORIZE, input)
    expect(result).toMatchObject({
      status: 'DECLINED',
      processing_code: '1000',
      processing_result: { payment_provider_id: 'sim-a' },
      data: { retry_options: { status: 'NOT_RETRYABLE' } },
    })
    expect(received).toHaveLength(1)
  })

  it('after a provider that called no issuer comes the next, with the same cryptogram', async () => {
    received.length = 0
    const data = await gateway.sealNetworkToken({ cryptogram: CRYPTOGRAM, eci: '05' })
    const input = await request(data, { amount: NOT_PASSED_ON_BY_THE_FIRST })
    const { result } = await gateway.post<Envelope>(AUTHORIZE, input)
    expect(result).toMatchObject({
      status: 'APPROVED',
      processing_result: { payment_provider_id: 'sim-b' },
    })
    const told = received.map(({ card }) => card.networkToken?.proof?.cryptogram.reveal())
    expect(told).toEqual([CRYPTOGRAM, CRYPTOGRAM])
  })

  it('a token without a cryptogram is retried at the next provider', async () => {
    received.length = 0
    const { transaction } = await gateway.pay({
      flow: 'FRICTIONLESS_SUCCESS',
      body: {
        amount: DECLINED_BY_THE_FIRST,
        payment_method: { type: 'network-token', data: await gateway.sealNetworkToken() },
      },
    })
    expect(transaction).toMatchObject({
      status: 'APPROVED',
      processing_result: { payment_provider_id: 'sim-b' },
    })
    expect(received).toHaveLength(2)
  })

  it('without a cryptogram 3DS runs as for a card', async () => {
    const asked = received.length
    const outcome = await gateway.pay({
      flow: 'CHALLENGE',
      atTheBank: ['1234'],
      body: { payment_method: { type: 'network-token', data: await gateway.sealNetworkToken() } },
    })
    expect(outcome.threeDsServerTransId).not.toBeNull()
    expect(outcome.transaction).toMatchObject({
      status: 'APPROVED',
      payment_method: { type: 'network-token', method: '411111******1111' },
    })
    expect(received.length).toBe(asked + 1)
    expect(await gateway.books.transaction(outcome.transaction.id)).toMatchObject({
      authentication_status: 'Y',
      payment_method_source: 'network-token',
    })
  })

  /** The documented rule: with both there is no 3DS, with neither there is, and one alone is a mistake. */
  const COMBINATIONS = [CRYPTOGRAM, undefined].flatMap((cryptogram) =>
    [undefined, ...ECI_VALUES, '03', '5', ''].flatMap((eci) =>
      [undefined, ...NETWORK_TOKEN_SOURCES].map((source) => ({ cryptogram, eci, source })),
    ),
  )

  const expectedOf = ({ cryptogram, eci }: (typeof COMBINATIONS)[number]) => {
    if (eci !== undefined && !ECI_VALUES.some((value) => value === eci)) return NOT_AN_ECI
    if (cryptogram === undefined) return eci === undefined ? '3DS' : 'must be omitted without a cryptogram'
    return eci === undefined ? 'is required when a cryptogram is given' : `ECI ${eci}`
  }

  const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof answerTo>>) => {
    if (status === 422) {
      expect(new Set(body.errors.map(({ property }) => property))).toEqual(
        new Set(['payment_method.data.eci']),
      )
      return body.errors[0]?.message
    }
    if (body.action !== null) return '3DS'
    expect(body.result?.status).toBe('APPROVED')
    return `ECI ${received.at(-1)?.card.networkToken?.proof?.eci}`
  }

  it('every cryptogram, ECI and source does what the documents say', async () => {
    expect(COMBINATIONS).toHaveLength(2 * (ECI_VALUES.length + 4) * 4)
    for (const { cryptogram, eci, source } of COMBINATIONS) {
      received.length = 0
      const input = { cryptogram, eci, source }
      const data = await gateway.sealNetworkToken(withoutGaps(input))
      const answer = await answerTo(data)
      expect(outcomeOf(answer), JSON.stringify(input)).toBe(expectedOf(input))
      // No provider is called before the shopper has authenticated, nor for a request that cannot be read.
      expect(received).toHaveLength(answer.body.result ? 1 : 0)
    }
    const sources = (await gateway.books.all('transactions')).map((row) => row['payment_method_source'])
    expect([...new Set(sources)].sort()).toEqual([...NETWORK_TOKEN_SOURCES].sort())
  })

  it.each([
    ['18 bytes', Buffer.alloc(18).toString('base64'), 422],
    ['19 bytes', Buffer.alloc(19).toString('base64'), 200],
    ['40 bytes', Buffer.alloc(40).toString('base64'), 200],
    ['41 bytes', Buffer.alloc(41).toString('base64'), 422],
    ['no Base64', '!'.repeat(28), 422],
    ['Base64 without its padding', CRYPTOGRAM.replaceAll('=', ''), 422],
  ])('a cryptogram of %s', async (_, cryptogram, status) => {
    const before = await gateway.books.count('transactions')
    const answer = await answerTo(await gateway.sealNetworkToken({ cryptogram, eci: '05' }))
    expect(answer.status).toBe(status)
    if (status === 200) return
    const property = 'payment_method.data.encrypted_cryptogram'
    expect(answer.body.errors).toEqual([{ property, message: 'has an invalid format', params: [property] }])
    expect(await gateway.books.count('transactions')).toBe(before)
  })

  it.each([
    [{ number: '4111111111111112' }, '2002', 'encrypted_token_number'],
    [{ month: '13' }, '2002', 'encrypted_expiration_month'],
    [{ year: '20' }, '2001', 'encrypted_expiration_year'],
    [{ number: '9999999999999995' }, '2004', 'encrypted_token_number'],
  ])('a token that breaks a rule of cards is INVALID: %j', async (input, code, field) => {
    const { body } = await answerTo(await gateway.sealNetworkToken(input))
    expect(body.result).toMatchObject({
      status: 'INVALID',
      processing_code: code,
      errors: [{ property: `payment_method.data.${field}` }],
    })
  })

  it('every field that cannot be opened is reported, in order', async () => {
    const data = await gateway.sealNetworkToken({ cryptogram: CRYPTOGRAM, eci: '05' })
    const { body } = await answerTo({ ...data, encrypted_token_number: 'AAAA', encrypted_cryptogram: 'AAAA' })
    expect(body.errors.map(({ property }) => property)).toEqual([
      'payment_method.data.encrypted_token_number',
      'payment_method.data.encrypted_cryptogram',
    ])
  })

  it('a cryptogram opens for one payment only', async () => {
    const data = await gateway.sealNetworkToken({ cryptogram: CRYPTOGRAM, eci: '05' })
    await gateway.post(AUTHORIZE, await request(data))
    const { encrypted_cryptogram = '' } = data
    const answer = await answerTo({
      ...(await gateway.sealNetworkToken({ eci: '05' })),
      encrypted_cryptogram,
    })
    expect(answer.body.errors).toMatchObject([
      {
        property: 'payment_method.data.encrypted_cryptogram',
        message: 'Encrypted value has already been used',
      },
    ])
  })

  it('a token is not saved', async () => {
    const input = await request(await gateway.sealNetworkToken(), {
      tokenization: { save_card_for_future_payments: true },
    })
    const answer = await gateway.send('POST', AUTHORIZE, input)
    expect([answer.status, answer.body]).toMatchObject([422, { status: 'INVALID', processing_code: '2019' }])
  })
})
