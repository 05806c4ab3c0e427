import { Secret } from '@sluice/shared/secret'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'

import { answerPage } from '../../twins/3dsecure-io/acs/pages.ts'
import { type CardInput, testCard } from '../../twins/3dsecure-io/test-cards.ts'
import { TwinInProcess } from './ask-twin.ts'
import { enrolmentOf, merchantsOf, shoppersOf } from './messages.ts'

let twin: TwinInProcess
const checked = { requests: 0, answers: 0 }

beforeEach(() => {
  twin = new TwinInProcess()
})
afterEach(() => {
  expect(twin.witness.wrong).toEqual([])
  checked.requests += twin.witness.count('request')
  checked.answers += twin.witness.count('answer')
})
afterAll(() => {
  const { requests, answers } = checked
  process.stdout.write(`3dsecure.io: ${requests} requests and ${answers} answers pass EMVCo’s tables\n`)
})

async function enrol(number: string): Promise<string> {
  const end = await twin.ask('enrol', enrolmentOf(number))
  if (end.kind !== 'answer' || end.answer.result !== 'ENROLLED') throw new Error(JSON.stringify(end))
  return end.answer.three_ds_server_trans_id ?? ''
}

/** The cardholder brings the CReq, and types. */
function challenge(id: string, typed: string | null = null): void {
  const acsTransID = twin.world.find(id)?.acsTransId ?? ''
  const creq = {
    messageType: 'CReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: id,
    acsTransID,
    challengeWindowSize: '02',
  }
  const encoded = Buffer.from(JSON.stringify(creq)).toString('base64url')
  const post = (path: string, fields: Record<string, string>) =>
    answerPage(twin.world, twin.witness, path, new URLSearchParams(fields))
  expect(post('/acs/challenge', { creq: encoded }).status).toBe(200)
  if (typed !== null) expect(post('/acs/code', { id, password: typed }).status).toBe(200)
}

describe('enrolment', () => {
  it.each([
    ['2.1.0', { end: '2.1.0' }],
    ['2.2.0', { end: '2.2.0' }],
    // The connector supports two of the three versions that all parties share.
    ['2.2.0', { end: 'ALL' }],
  ] as const)('takes the best common version: %s', async (version, input) => {
    expect(await twin.ask('enrol', enrolmentOf(testCard(input)))).toEqual({
      kind: 'answer',
      answer: {
        result: 'ENROLLED',
        three_ds_server_trans_id: expect.stringMatching(/^0{8}-/),
        message_version: version,
        three_ds_method_url: 'https://acs.example/acs/method',
      },
    })
  })

  it('returns no method page for a bank without a fingerprint', async () => {
    const end = await twin.ask('enrol', enrolmentOf(testCard({ method: 'MISSING' })))
    expect(end).toMatchObject({ answer: { result: 'ENROLLED', three_ds_method_url: null } })
  })

  it('is unavailable at a bank that supports only 2.3.1', async () => {
    const end = await twin.ask('enrol', enrolmentOf(testCard({ end: '2.3.1' })))
    expect(end).toMatchObject({ answer: { result: 'UNAVAILABLE' } })
  })

  it('reports that no scheme has the card', async () => {
    const end = await twin.ask('enrol', enrolmentOf(testCard('NOT_ENROLLED')))
    expect(end).toMatchObject({ answer: { result: 'NOT_ENROLLED', three_ds_server_trans_id: null } })
  })

  it('sends only the card number, and the key in a header', async () => {
    const number = testCard({})
    await twin.ask('enrol', enrolmentOf(number))
    expect(twin.sent).toEqual([
      {
        method: 'POST',
        path: '/preauth',
        headers: {
          apikey: '5f0c2f9a-41d7-4c8e-9b36-0a7de2c41b58',
          'content-type': 'application/json; charset=utf-8',
          accept: 'application/json',
        },
        body: JSON.stringify({ acctNumber: number }),
        movesMoney: false,
      },
    ])
  })
})

describe('authentication', () => {
  const authenticate = async (input: CardInput, prefix?: string) => {
    const number = testCard({ method: 'MISSING', ...input }, prefix)
    const id = await enrol(number)
    const message_version = input.end === '2.1.0' ? '2.1.0' : '2.2.0'
    return { id, end: await twin.ask('authenticate', shoppersOf(number, id, { message_version })) }
  }

  it.each([
    ['Y', '05', 'AAECAwQFBgcICQoLDA0ODxAREhM='],
    ['A', '06', 'FBUWFxgZGhscHR4fICEiIyQlJic='],
    ['N', '07', null],
    ['R', '07', null],
    ['U', '07', null],
    ['I', '07', null],
    ['D', null, null],
  ] as const)('passes the bank’s %s on unchanged', async (status, eci, value) => {
    const { id, end } = await authenticate({ answer: status })
    const known = twin.world.find(id)
    expect(end).toEqual({
      kind: 'answer',
      answer: {
        result: 'AUTHENTICATED',
        trans_status: status,
        trans_status_reason: { N: '01', R: '11', U: '21' }[status as string] ?? null,
        eci,
        authentication_value: value,
        ds_trans_id: known?.dsTransId,
        acs_trans_id: known?.acsTransId,
      },
    })
  })

  it('passes Mastercard’s ECI on unchanged', async () => {
    const { end } = await authenticate({}, '5204')
    expect(end).toMatchObject({ answer: { trans_status: 'Y', eci: '02' } })
  })

  it('uses 2.1.0 if the bank supports nothing newer', async () => {
    const { end } = await authenticate({ end: '2.1.0' })
    expect(end).toMatchObject({ answer: { result: 'AUTHENTICATED', trans_status: 'Y' } })
    const areq = JSON.parse(twin.sent.at(-1)?.body ?? '') as Record<string, unknown>
    expect(areq).toMatchObject({ messageVersion: '2.1.0' })
    expect(areq).not.toHaveProperty('browserJavascriptEnabled')
  })

  it('begins a challenge', async () => {
    const { id, end } = await authenticate({ answer: 'C' })
    const known = twin.world.find(id)
    expect(end).toEqual({
      kind: 'answer',
      answer: {
        result: 'CHALLENGE',
        acs_trans_id: known?.acsTransId,
        acs_url: 'https://acs.example/acs/challenge',
        ds_trans_id: known?.dsTransId,
        delivery: 'ACTION',
      },
    })
  })

  it('is unavailable when the directory server does not answer', async () => {
    expect((await authenticate({ answer: 'DS_TIMEOUT' })).end).toMatchObject({
      answer: { result: 'UNAVAILABLE' },
    })
  })

  it('expires 80 seconds after the enrolment, or after its first use', async () => {
    const number = testCard({ method: 'MISSING' })
    const [late, used] = [await enrol(number), await enrol(number)]
    await twin.ask('authenticate', shoppersOf(number, used))
    expect(await twin.ask('authenticate', shoppersOf(number, used))).toMatchObject({
      answer: { result: 'EXPIRED' },
    })
    twin.now += 80_001
    expect(await twin.ask('authenticate', shoppersOf(number, late))).toMatchObject({
      answer: { result: 'EXPIRED' },
    })
  })

  it('is an error, and nothing is sent, if the configuration lacks data that every directory server requires', async () => {
    const number = testCard({})
    for (const member of [
      'acquirer_bin',
      'acquirer_merchant_id',
      'mcc',
      'merchant_country_code',
      'merchant_name',
    ] as const)
      expect(await twin.ask('authenticate', shoppersOf(number, 'id', { [member]: null }))).toEqual({
        kind: 'answer',
        answer: { result: 'ERROR', reason: expect.stringMatching(/^not configured: [A-Za-z]+$/) },
      })
    expect(twin.sent).toEqual([])
  })
})

it('the AReq has every member in EMVCo’s form', async () => {
  const number = testCard({ method: 'MISSING' })
  const id = await enrol(number)
  await twin.ask('authenticate', shoppersOf(number, id))
  expect(JSON.parse(twin.sent.at(-1)?.body ?? '')).toEqual({
    messageType: 'AReq',
    messageVersion: '2.2.0',
    messageCategory: '01',
    deviceChannel: '02',
    threeDSServerTransID: id,
    threeDSRequestorURL: 'https://nordlys.example',
    threeDSRequestorAuthenticationInd: '01',
    threeDSRequestorChallengeInd: '01',
    threeDSCompInd: 'U',
    acquirerBIN: '401200',
    acquirerMerchantID: 'M-1',
    mcc: '5942',
    merchantCountryCode: '578',
    merchantName: 'Nordlys & Books',
    acctNumber: number,
    cardExpiryDate: '3103',
    purchaseAmount: '129900',
    purchaseCurrency: '978',
    purchaseExponent: '2',
    purchaseDate: '20260115093000',
    transType: '01',
    cardholderName: 'Ada Lovelace',
    email: 'ada@example.com',
    mobilePhone: { cc: '47', subscriber: '48123456' },
    billAddrLine1: 'Storgata 1',
    billAddrCity: 'Oslo',
    billAddrPostCode: '0155',
    billAddrCountry: '578',
    notificationURL: 'https://gateway.example/three-ds/h/challenge-notification-url',
    browserAcceptHeader: 'text/html',
    browserUserAgent: 'Mozilla/5.0 (test)',
    browserIP: '203.0.113.7',
    browserLanguage: 'nb-NO',
    browserColorDepth: '24',
    browserJavaEnabled: false,
    browserJavascriptEnabled: true,
    browserScreenHeight: '800',
    browserScreenWidth: '600',
    browserTZ: '-60',
  })
})

describe('the AReq', () => {
  const send = async (changes: Parameters<typeof shoppersOf>[2]) => {
    const number = testCard({ method: 'MISSING' })
    await twin.ask('authenticate', shoppersOf(number, await enrol(number), changes))
    return JSON.parse(twin.sent.at(-1)?.body ?? '') as Record<string, unknown>
  }

  it.each([
    ['NO_PREFERENCE', '01'],
    ['NO_CHALLENGE', '02'],
    ['CHALLENGE', '03'],
    ['MANDATE', '04'],
  ] as const)('sends %s as %s', async (challenge_preference, indicator) => {
    expect(await send({ challenge_preference })).toMatchObject({ threeDSRequestorChallengeInd: indicator })
  })

  it.each([
    ['TRANSACTION_RISK_ANALYSIS', 'NO_PREFERENCE', '05'],
    ['TRUSTED_BENEFICIARY', 'NO_CHALLENGE', '08'],
    ['LOW_VALUE', 'NO_PREFERENCE', '02'],
    ['SECURE_CORPORATE', 'NO_PREFERENCE', '02'],
    ['TRANSACTION_RISK_ANALYSIS', 'MANDATE', '04'],
    ['TRUSTED_BENEFICIARY', 'CHALLENGE', '03'],
  ] as const)('sends the exemption %s with %s as %s', async (exemption, challenge_preference, indicator) => {
    expect(await send({ exemption, challenge_preference })).toMatchObject({
      threeDSRequestorChallengeInd: indicator,
    })
  })

  it('sends an exemption as "no challenge" in 2.1.0', async () => {
    const number = testCard({ method: 'MISSING', end: '2.1.0' })
    const changes = { exemption: 'TRUSTED_BENEFICIARY', message_version: '2.1.0' } as const
    await twin.ask('authenticate', shoppersOf(number, await enrol(number), changes))
    expect(JSON.parse(twin.sent.at(-1)?.body ?? '')).toMatchObject({ threeDSRequestorChallengeInd: '02' })
  })

  it.each([
    ['JPY', '392', 0],
    ['KWD', '414', 3],
  ])('sends an amount in %s in minor units of its currency', async (currency, numeric, exponent) => {
    const sale = { purchase_currency: currency, purchase_currency_code: numeric, purchase_exponent: exponent }
    expect(await send({ ...sale, purchase_amount: 1_234 })).toMatchObject({
      purchaseAmount: '1234',
      purchaseCurrency: numeric,
      purchaseExponent: String(exponent),
    })
  })

  it('states that a card is verified without a payment', async () => {
    const sale = { message_category: 'NPA', authentication_indicator: '04', purchase_amount: 0 } as const
    const areq = await send(sale)
    expect(areq).toMatchObject({ messageCategory: '02', purchaseAmount: '0' })
    expect(areq).not.toHaveProperty('transType')
  })

  it('names the requestor where its id is configured', async () => {
    expect(await send({ requestor_id: 'R-1' })).toMatchObject({
      threeDSRequestorID: 'R-1',
      threeDSRequestorName: 'Nordlys',
    })
  })

  it.each([
    ['https://requestor.example', 'https://merchant.example', 'https://requestor.example'],
    [null, 'https://merchant.example', 'https://merchant.example'],
  ])('names the requestor at %s, and the merchant at %s, as %s', async (requestor_url, merchant_url, url) => {
    expect(await send({ requestor_url, merchant_url })).toMatchObject({ threeDSRequestorURL: url })
  })

  it.each([
    [true, true],
    [false, false],
    [null, true],
  ])('states whether scripts run: %s is %s', async (java_script_enabled, said) => {
    const { browser } = shoppersOf('', '')
    expect(await send({ browser: { ...browser, java_script_enabled } })).toMatchObject({
      browserJavascriptEnabled: said,
    })
  })

  it('sends a region only with its country', async () => {
    const { cardholder } = shoppersOf('', '')
    const from = (country_code: string | null) =>
      send({ cardholder: cardholder && { ...cardholder, state: '03', country_code } })
    expect(await from('578')).toMatchObject({ billAddrState: '03', billAddrCountry: '578' })
    expect(Object.keys(await from(null)).join()).not.toMatch(/billAddrState|billAddrCountry/)
  })

  it('truncates the browser’s name for itself', async () => {
    const { browser } = shoppersOf('', '')
    const areq = await send({ browser: { ...browser, user_agent: 'x'.repeat(3_000) } })
    expect(String(areq['browserUserAgent'])).toHaveLength(2_048)
  })

  it('states that the card is saved', async () => {
    expect(await send({ authentication_indicator: '04' })).toMatchObject({
      threeDSRequestorAuthenticationInd: '04',
    })
  })

  it.each([
    ['zh-Hant-TW', 'zh-Hant'],
    ['de-DE', 'de-DE'],
    ['abcdefghijk', 'abcdefgh'],
  ])('shortens the language %s to %s', async (language, cut) => {
    const { browser } = shoppersOf('', '')
    expect(await send({ browser: { ...browser, language } })).toMatchObject({ browserLanguage: cut })
  })

  it('contains only ASCII', async () => {
    const { browser, cardholder } = shoppersOf('', '')
    const areq = await send({
      browser: { ...browser, user_agent: 'Bröwser ☃' },
      cardholder: cardholder && { ...cardholder, email: 'åsa@example.com', phone: 'none' },
    })
    expect(areq).toMatchObject({ browserUserAgent: 'Brwser ' })
    expect(areq).not.toHaveProperty('email')
    expect(areq).not.toHaveProperty('mobilePhone')
  })

  it('omits an unknown cardholder', async () => {
    expect(Object.keys(await send({ cardholder: null })).join()).not.toMatch(/billAddr|cardholderName|email/)
  })
})

describe('results of challenges', () => {
  const begin = async (typed: string | null, input: CardInput = { challenge: 'MANUAL' }) => {
    const number = testCard({ method: 'MISSING', answer: 'C', ...input })
    const id = await enrol(number)
    await twin.ask('authenticate', shoppersOf(number, id))
    if (typed !== null) challenge(id, input.challenge === 'MANUAL' ? typed : null)
    return { id, read: (round = 1) => twin.ask('result', { three_ds_server_trans_id: id, round }) }
  }

  it.each([
    ['1234', { trans_status: 'Y', eci: '05', authentication_value: 'AAECAwQFBgcICQoLDA0ODxAREhM=' }],
    ['4444', { trans_status: 'A', eci: '06' }],
    ['1111', { trans_status: 'N', trans_status_reason: '01' }],
    ['2222', { trans_status: 'R', trans_status_reason: '11' }],
    ['3333', { trans_status: 'U', trans_status_reason: '21' }],
    ['cancel', { trans_status: 'N', challenge_cancel: '01' }],
    ['timeout', { trans_status: 'N', challenge_cancel: '04', trans_status_reason: '14' }],
  ] as const)('%s', async (typed, expected) => {
    const { id, read } = await begin(typed)
    expect(await read()).toMatchObject({
      kind: 'answer',
      answer: {
        result: 'COMPLETED',
        three_ds_server_trans_id: id,
        round: 1,
        ds_trans_id: twin.world.find(id)?.dsTransId,
        ...expected,
      },
    })
  })

  it.each([
    ['PASSES', 'Y'],
    ['FAILS', 'N'],
  ] as const)('a page that %s by itself gives %s', async (how, status) => {
    const { read } = await begin('', { challenge: how })
    expect(await read()).toMatchObject({ answer: { result: 'COMPLETED', trans_status: status } })
  })

  it('is an error if the bank ended the challenge with an error', async () => {
    const { id, read } = await begin('erro')
    expect(await read()).toEqual({
      kind: 'answer',
      answer: { result: 'ERROR', three_ds_server_trans_id: id, round: 1 },
    })
  })

  it('is not available while the shopper is at the bank', async () => {
    expect(await (await begin(null)).read()).toEqual({ kind: 'answer', answer: { result: 'NONE' } })
  })

  it('expires after 300 seconds', async () => {
    const { read } = await begin('1234')
    twin.now += 300_000
    expect(await read()).toMatchObject({ answer: { result: 'COMPLETED' } })
    twin.now += 1
    expect(await read()).toEqual({ kind: 'answer', answer: { result: 'NONE' } })
  })

  it('has no second round, and sends no request for one', async () => {
    const { read } = await begin('1234')
    const before = twin.sent.length
    expect(await read(2)).toEqual({ kind: 'answer', answer: { result: 'NONE' } })
    expect(twin.sent).toHaveLength(before)
  })
})

describe('charges that the merchant starts', () => {
  const charge = async (input: CardInput, message_version = '2.2.0') => {
    const number = testCard({ method: 'MISSING', ...input })
    return twin.ask('authenticate', merchantsOf(number, await enrol(number), { message_version }))
  }

  it.each(['Y', 'A', 'N', 'R', 'U', 'I', 'C'] as const)('the bank reports %s', async (answer) => {
    expect(await charge({ answer })).toMatchObject({
      answer: { result: 'AUTHENTICATED', trans_status: answer },
    })
    expect(JSON.parse(twin.sent.at(-1)?.body ?? '')).toMatchObject({
      deviceChannel: '03',
      threeRIInd: '11',
      threeDSRequestorPriorAuthenticationInfo: {
        threeDSReqPriorRef: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
        threeDSReqPriorAuthMethod: '02',
        threeDSReqPriorAuthTimestamp: '202511030405',
      },
    })
  })

  it('are not authenticated with 2.1.0, which has no 3RI for payments', async () => {
    expect(await charge({ end: '2.1.0' }, '2.1.0')).toMatchObject({ answer: { result: 'UNAVAILABLE' } })
    expect(twin.sent.map(({ path }) => path)).toEqual(['/preauth'])
  })
})

describe('keys', () => {
  it('falls back to the older key while the server does not know the newer one', async () => {
    twin.secrets = { api_key: [new Secret('new'), ...(twin.secrets['api_key'] ?? [])] }
    expect(await enrol(testCard({}))).not.toBe('')
    expect(twin.sent.map(({ headers }) => headers['apikey'])).toEqual([
      'new',
      '5f0c2f9a-41d7-4c8e-9b36-0a7de2c41b58',
    ])
  })

  it('falls back to it after each way to refuse a key', async () => {
    twin.secrets = { api_key: [new Secret('new'), ...(twin.secrets['api_key'] ?? [])] }
    twin.damage = (good) => (good.kind === 'answer' && good.status === 401 ? { ...good, status: 403 } : good)
    expect(await enrol(testCard({}))).not.toBe('')
  })

  it('leaves the enrolment unknown, with the reason, if no key is valid', async () => {
    twin.keys = []
    expect(await twin.ask('enrol', enrolmentOf(testCard({})))).toEqual({
      kind: 'unknown',
      reason: 'the API key was rejected',
    })
  })
})
