import type { Envelope, Transaction, ValidationFailure } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { MerchantAtGateway } from '../../../test/merchant-at-gateway.ts'
import type { Row } from '../../../test/books.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'

const AUTHORIZE = '/api/transactions/authorize'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

/** Builds a valid request with some members replaced; `undefined` removes one. */
type Changes = Readonly<Record<string, unknown>>

async function refusalOf(changes: Changes): Promise<ValidationFailure> {
  const answer = await gateway.send<ValidationFailure>(
    'POST',
    AUTHORIZE,
    await gateway.cardRequest({ body: changes }),
  )
  expect(answer.status, answer.text).toBe(422)
  expect(answer.body).toMatchObject({ method: 'POST', status: 422 })
  return answer.body
}

const browserInfo = {
  user_agent: 'x',
  accept_header: 'x',
  java_enabled: false,
  color_depth: 24,
  screen_height: 1,
  screen_width: 1,
  time_zone_offset: 0,
  language: 'en',
}

describe('authorize-members: each rule of the request', () => {
  it.each<[string, Changes, string]>([
    ['reference', { reference: undefined }, 'is required'],
    ['reference', { reference: '' }, 'length must be at least 1'],
    ['reference', { reference: 'x'.repeat(41) }, 'length must be at most 40'],
    ['terminal_id', { terminal_id: undefined }, 'is required'],
    ['terminal_id', { terminal_id: 'T123' }, 'length must be at least 5'],
    ['terminal_id', { terminal_id: 'T'.repeat(21) }, 'length must be at most 20'],
    ['description', { description: 'x'.repeat(256) }, 'length must be at most 255'],
    ['currency', { currency: undefined }, 'is required'],
    ['currency', { currency: 'EURO' }, 'is not a supported currency'],
    ['currency', { currency: 'eur' }, 'is not a supported currency'],
    ['amount', { amount: undefined }, 'is required'],
    ['amount', { amount: '10000' }, 'must be an integer in minor units'],
    ['amount', { amount: 1.5 }, 'must be an integer in minor units'],
    ['amount', { amount: 0 }, 'must be between 1 and 999999999999'],
    ['amount', { amount: -5 }, 'must be between 1 and 999999999999'],
    ['amount', { amount: 1_000_000_000_000 }, 'must be between 1 and 999999999999'],
    ['transaction_type', { transaction_type: 'PAYMENT' }, 'must be one of AUTHORIZE, PURCHASE'],
    ['payment_method', { payment_method: undefined }, 'is required'],
    [
      'payment_method.type',
      { payment_method: { type: 'provider-redirect-zzz', data: {} } },
      'is not supported',
    ],
    ['payment_method.data', { payment_method: { type: 'card' } }, 'is required'],
    ['customer.email', { customer: { email: 'not an address' } }, 'has an invalid format'],
    ['customer.phone', { customer: { phone: '+1' } }, 'is not a possible phone number'],
    ['customer.country', { customer: { country: 'ZZ' } }, 'has an invalid format'],
    ['browser_info', { browser_info: undefined }, 'is required'],
    [
      'browser_info.color_depth',
      { browser_info: { ...browserInfo, color_depth: 'many' } },
      'has an invalid format',
    ],
    ['browser_info.language', { browser_info: { ...browserInfo, language: undefined } }, 'is required'],
    ['return_url', { return_url: 'not a url' }, 'has an invalid format'],
    ['return_url', { return_url: 'http://shop.example/return' }, 'has an invalid format'],
    ['metadata.simulated_flow', { metadata: { simulated_flow: 'NOBODY_KNOWS' } }, 'must be one of'],
    ['metadata.response_code', { metadata: { response_code: '9999' } }, 'must be one of'],
    ['card_number', { card_number: 'x' }, 'is not a documented field'],
  ])('%s in %j', async (property, changes, message) => {
    const { errors } = await refusalOf(changes)
    const item = errors.find((error) => error.property === property)
    expect(item, JSON.stringify(errors)).toBeDefined()
    expect(item?.message).toContain(message)
    expect(item?.params[0]).toBe(property)
  })

  it('reports all errors together, in the order of the members', async () => {
    const { errors } = await refusalOf({ reference: '', currency: 'XXX', amount: 0, browser_info: undefined })
    expect(errors.map(({ property }) => property)).toEqual([
      'reference',
      'currency',
      'amount',
      'browser_info',
    ])
  })

  it.each([
    ['100.00', 'must be an integer in minor units'],
    ['"100"', 'must be an integer in minor units'],
    ['1e2', 'must be an integer in minor units'],
    ['9007199254740993', 'must be between 1 and 999999999999'],
  ])('refuses the amount %s by its text', async (text, message) => {
    const body = JSON.stringify(await gateway.cardRequest()).replace('"amount":10000', `"amount":${text}`)
    const answer = await gateway.send<ValidationFailure>('POST', AUTHORIZE, body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([expect.objectContaining({ property: 'amount', message })])
  })

  it('refuses a duplicate amount', async () => {
    const body = JSON.stringify(await gateway.cardRequest()).replace(
      '"amount":10000',
      '"amount":1,"amount":10000',
    )
    const answer = await gateway.send('POST', AUTHORIZE, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ property: 'body', message: 'Duplicate member: amount' }] })
  })
})

describe('authorize-members: the notification URL', () => {
  it.each([
    ['http://shop.example/3ds', 'must start with https://'],
    ['https://', 'must be a well-formed URL with a host'],
    [`https://shop.example/${'x'.repeat(250)}`, 'must be at most 256 characters'],
  ])('%s is a 400 and stores nothing', async (url, message) => {
    // Runs the work that the start left behind, such as the audit trail's hashes.
    await gateway.advance(0)
    const before = await gateway.books.everything()
    const request = await gateway.cardRequest({ body: { options: { three_ds: { notification_url: url } } } })
    const answer = await gateway.send('POST', AUTHORIZE, request)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      errors: [{ property: 'options.three_ds.notification_url', message }],
      method: 'POST',
      status: 400,
    })
    expect(await gateway.books.everything()).toEqual(before)
  })

  it('receives the challenge result in place of the service, always as an action', async () => {
    const url = 'https://shop.example/three-ds/result'
    const envelope = await gateway.authorize({
      flow: 'CHALLENGE_REDIRECT',
      body: { options: { three_ds: { notification_url: url } } },
    })
    const fingerprint = envelope.action
    const { action } = await gateway.requestAuthentication(
      idIn(fingerprint?.token),
      'eyJ0aHJlZURTQ29tcEluZCI6IlkifQ==',
      fingerprint?.payment_data ?? '',
    )
    expect(action?.type).toBe('THREE_DS_2_CHALLENGE')
    const challenges = await gateway.books.all('challenges')
    expect(challenges.at(-1)?.['notification_url']).toBe(url)
  })
})

function isStarted(row: Row): boolean {
  return row['status'] === 'STARTED'
}

function idIn(token: string | undefined): string {
  const { three_ds_server_trans_id: id } = JSON.parse(
    Buffer.from(token ?? '', 'base64').toString(),
  ) as Record<string, string>
  return id ?? ''
}

describe('card-encryption: sealed fields at the gateway', () => {
  const fieldOf = async (changes: Changes) => {
    const data = { ...(await gateway.seal()), ...changes }
    return (await refusalOf({ payment_method: { type: 'card', data } })).errors
  }
  const property = 'payment_method.data.encrypted_cvv'

  it('cannot be swapped, changed or forged, and get the same error message in each case', async () => {
    const { encrypted_card_number: number, encrypted_cvv: cvv } = await gateway.seal()
    const flipped = Buffer.from(cvv, 'base64')
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1
    for (const wrong of [number, flipped.toString('base64'), 'AAAA', 'not base64 at all!']) {
      expect(await fieldOf({ encrypted_cvv: wrong })).toEqual([
        { property, message: 'Encrypted value cannot be decrypted', params: [property] },
      ])
    }
  })

  it('are bound to their context: fields sealed for a session are rejected elsewhere', async () => {
    const data = await gateway.seal({}, 'some-session')
    const { errors } = await refusalOf({ payment_method: { type: 'card', data } })
    expect(errors).toHaveLength(4)
  })

  it('open for one payment only', async () => {
    const data = await gateway.seal()
    const pay = (reference: string) =>
      gateway.cardRequest({ flow: 'NO_3DS', body: { reference, payment_method: { type: 'card', data } } })
    expect((await gateway.send('POST', AUTHORIZE, await pay('replay-1'))).status).toBe(200)
    const answer = await gateway.send<ValidationFailure>('POST', AUTHORIZE, await pay('replay-2'))
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0]?.message).toBe('Encrypted value has already been used')
  })

  it('expire', async () => {
    // The sender's clock is a day and ten minutes slow.
    const sender = new MerchantAtGateway(gateway.ready, {
      now: () => gateway.clock.now() - (86_400 + 600) * 1000,
    })
    const { errors } = await refusalOf({ payment_method: { type: 'card', data: await sender.seal() } })
    expect(errors).toHaveLength(4)
    expect(errors.every(({ message }) => message === 'Encrypted value has expired')).toBe(true)
  })
})

describe('authorize: results of rules', () => {
  const resultOf = async (changes: Changes, card = {}): Promise<Transaction> => {
    const envelope = await gateway.post<Envelope>(
      AUTHORIZE,
      await gateway.cardRequest({ card, body: changes }),
    )
    if (envelope.result === null) throw new Error('no result')
    expect(await gateway.status(envelope.result.id)).toEqual(envelope.result)
    return envelope.result
  }

  it.each<[string, Changes, object, string]>([
    ['an unknown terminal', { terminal_id: 'T99999999999' }, {}, '2013'],
    ['a wrong card number', {}, { number: '4242424242424241' }, '2002'],
    ['an expired card', {}, { expirationYear: '2025' }, '2001'],
    ['a wrong CVV', {}, { cvv: '12' }, '2020'],
  ])('%s is INVALID, and its status can be queried', async (_, changes, card, code) => {
    const result = await resultOf(changes, card)
    expect(result).toMatchObject({
      status: 'INVALID',
      processing_code: code,
      approved: false,
      pending: false,
    })
  })

  it('an inactive terminal is 2014', async () => {
    const inactive = gateway.ready.terminals.find(({ note }) => note === 'inactive')
    expect(await resultOf({ terminal_id: inactive?.terminal_id })).toMatchObject({ processing_code: '2014' })
  })

  it('an INVALID transaction leaves its reference free, an approved one keeps it', async () => {
    const reference = 'corrected-1'
    await resultOf({ reference }, { cvv: '1' })
    expect(await resultOf({ reference, metadata: { simulated_flow: 'NO_3DS' } })).toMatchObject({
      status: 'APPROVED',
    })
    expect((await refusalOf({ reference })).errors).toEqual([
      { property: 'reference', message: 'already exists', params: ['reference'] },
    ])
  })

  it('a transaction that a provider found INVALID leaves its reference free', async () => {
    const reference = 'corrected-2'
    const metadata = { simulated_flow: 'NO_3DS', response_code: '2013' }
    expect(await resultOf({ reference, metadata })).toMatchObject({
      status: 'INVALID',
      processing_code: '2013',
    })
    expect(await resultOf({ reference, metadata: { simulated_flow: 'NO_3DS' } })).toMatchObject({
      status: 'APPROVED',
    })
  })

  it('an INVALID transaction uses up its sealed fields, and names what to change', async () => {
    const payment_method = { type: 'card', data: await gateway.seal() }
    expect(await resultOf({ terminal_id: 'T99999999999', payment_method })).toMatchObject({
      errors: [{ property: 'terminal_id', message: 'Terminal not found', params: ['terminal_id'] }],
    })
    expect((await refusalOf({ payment_method })).errors[0]?.message).toBe(
      'Encrypted value has already been used',
    )
  })

  it('an authorization that maintenance took over returns the current state', async () => {
    const slow = gateway.authorize({ flow: 'NO_3DS', metadata: { simulated_delay_ms: 1_000 } })
    await vi.waitUntil(async () => (await gateway.books.all('attempts')).some(isStarted))
    await gateway.advanceRealTime(61_000)
    expect((await slow).result).toMatchObject({ status: 'APPROVED' })
  })

  it('unknown ids are rejected before anything is stored', async () => {
    const before = await gateway.books.everything()
    const answers = await Promise.all(
      [
        { customer: { id: 'unknown' } },
        {
          tokenization: { save_card_for_future_payments: true },
          terminal_id: gateway.ready.terminals[1]?.terminal_id,
        },
        { payment_method: { type: 'saved_card', data: { payment_method_id: 'nothing' } } },
      ].map(async (body) => gateway.send('POST', AUTHORIZE, await gateway.cardRequest({ body }))),
    )
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(answers.map(({ body }) => body)).toEqual([
      {
        status: 'INVALID',
        errors: [{ property: 'customer.id', message: 'Customer with id unknown not found' }],
        processing_code: '2000',
      },
      {
        status: 'INVALID',
        errors: [
          { property: 'tokenization', message: 'one of requested features not supported=[TOKENIZATION]' },
        ],
        processing_code: '2019',
      },
      {
        status: 'INVALID',
        errors: [{ property: 'payment_method.data.payment_method_id', message: 'Payment method not found' }],
        processing_code: '2003',
      },
    ])
    expect(await gateway.books.everything()).toEqual(before)
  })

  it('a terminal without fallback routing shows no retry options', async () => {
    const terminal = gateway.ready.terminals.find(({ note }) => note === 'no optional features')
    const result = await resultOf({
      terminal_id: terminal?.terminal_id,
      metadata: { simulated_flow: 'NO_3DS' },
    })
    expect(result.status).toBe('APPROVED')
    expect(result.data).not.toHaveProperty('retry_options')
  })

  it('a payment whose provider decides later is PENDING, and is queried again', async () => {
    const pending = await resultOf({ metadata: { simulated_flow: 'NO_3DS', response_code: '1002' } })
    expect(pending).toMatchObject({ status: 'PENDING', processing_code: '1002', pending: true })
    await gateway.advance(4_000)
    expect(await gateway.status(pending.id)).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
  })
})

describe('identity and edge, as at every endpoint', () => {
  it('answers 401 without a token, and with a wrong one', async () => {
    const request = await gateway.cardRequest()
    const missing = await gateway.send('POST', AUTHORIZE, request, { authorization: '' })
    const wrong = await gateway.send('POST', AUTHORIZE, request, { authorization: 'Bearer nonsense' })
    expect([missing.status, wrong.status]).toEqual([401, 401])
    expect(missing.body).toEqual({ error: 'Unauthorized' })
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  it('answers an empty 403 without a User-Agent', async () => {
    const answer = await gateway.send('POST', AUTHORIZE, await gateway.cardRequest(), { 'user-agent': '' })
    expect(answer.status).toBe(403)
    expect(answer.text).toBe('')
  })

  it("does not find another merchant's transaction", async () => {
    const answer = await gateway.send('GET', '/api/transactions/00000000-0000-7000-8000-000000000000/status')
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ found: false, transaction: null })
  })
})
