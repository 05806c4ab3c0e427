/** Shapes of Adyen's answers as public clients and Adyen's own document record them, with values of our own, and what they mean. */
import { authorizationAnswer, orderAnswer } from '@sluice/provider-protocol'
import { Secret } from '@sluice/shared/secret'
import { describe, expect, it } from 'vitest'

import { adyen } from '../../src/adyen/index.ts'
import type { HttpResult, ProviderCall } from '../../src/kit/index.ts'
import { writeState } from '../../src/adyen/state.ts'
import { ACCOUNT } from './at-twin.ts'
import { authorization, AUTHENTICATED_BY_ADYEN, continuation, operation, order } from './messages.ts'

const CONTEXT = {
  now: 1_795_000_000_000,
  account: ACCOUNT,
  state: null,
  secrets: { api_key: [new Secret('AQEyhmfxK4LJahZCw0m')] },
  token: null,
  random: { bytes: (length: number) => new Uint8Array(length), uuid: () => 'uuid' },
}

/** The step after a recorded answer. */
function after(call: ProviderCall, result: HttpResult) {
  const first = adyen.step(call, { ...CONTEXT, transcript: [] })
  if (first.kind !== 'send') return first
  return adyen.step(call, { ...CONTEXT, transcript: [{ request: first.request, result }] })
}

const recorded = (status: number, body: unknown): HttpResult => ({
  kind: 'answer',
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const PAYMENT = { ...authorization(), idempotency_key: 'k1' }
const PSP = 'WQXS9CDM3NPTR678'

function outcomeAfter(body: unknown, status = 200) {
  const step = after({ name: 'authorize', message: PAYMENT }, recorded(status, body))
  return step.kind === 'answer' ? authorizationAnswer.parse(step.answer) : step
}

/** The body of the first request. */
function bodyOf(changes: Partial<Parameters<typeof authorization>[0]>): Record<string, unknown> {
  const message = { ...PAYMENT, ...AUTHENTICATED_BY_ADYEN, ...changes }
  const step = adyen.step({ name: 'authorize', message }, { ...CONTEXT, transcript: [] })
  if (step.kind !== 'send') throw new Error(step.kind)
  const { body } = step.request
  const text = body instanceof Secret ? body.reveal() : body
  return JSON.parse(text ?? '') as Record<string, unknown>
}

describe('a merchant’s preference for the authentication', () => {
  it.each([
    ['NO_PREFERENCE', '01'],
    ['NO_CHALLENGE', '02'],
    ['CHALLENGE', '03'],
    ['MANDATE', '04'],
  ] as const)('sends %s as the challenge indicator %s', (challenge_preference, indicator) => {
    expect(bodyOf({ challenge_preference })).toMatchObject({
      threeDS2RequestData: { threeDSRequestorChallengeInd: indicator },
    })
  })

  it.each([
    ['LOW_VALUE', 'lowValue'],
    ['TRANSACTION_RISK_ANALYSIS', 'transactionRiskAnalysis'],
    ['TRUSTED_BENEFICIARY', 'trustedBeneficiary'],
    ['SECURE_CORPORATE', 'secureCorporate'],
  ] as const)('sends the exemption %s as %s', (exemption, name) => {
    expect(bodyOf({ exemption })).toMatchObject({ additionalData: { scaExemption: name } })
    expect(JSON.stringify(bodyOf({}))).not.toContain('scaExemption')
  })
})

describe('the origin of the page that a native authentication returns to', () => {
  it.each([
    [`https://${'a'.repeat(72)}`, true],
    [`https://${'a'.repeat(73)}`, false],
  ])('%s is sent: %s, because Adyen accepts 80 characters', (origin, isSent) => {
    const body = bodyOf({ return_url: `${origin}/three-ds/handle/return` })
    expect(body['origin']).toBe(isSent ? origin : undefined)
  })
})

describe('a recorded answer to a card payment', () => {
  it('approves, with authorization code, checks and the network’s reference', () => {
    const body = {
      additionalData: {
        authCode: '044925',
        avsResult: '2 Neither postal code nor address match',
        avsResultRaw: 'N',
        cvcResult: '2 Doesn’t match',
        cvcResultRaw: 'N',
        refusalReasonRaw: 'AUTHORISED',
        networkTxReference: '583914026617385',
      },
      pspReference: PSP,
      resultCode: 'Authorised',
      amount: { currency: 'EUR', value: 1_050 },
      merchantReference: 'k1',
    }
    expect(outcomeAfter(body)).toMatchObject({
      idempotency_key: 'k1',
      account_id: ACCOUNT,
      approved_amount: 1_050,
      currency: 'EUR',
      processing_code: '0000',
      approval_code: '044925',
      avs_result: '2 Neither postal code nor address match',
      cvv_result: 'DOES_NOT_MATCH',
      network_transaction_id: '583914026617385',
      refs: [PSP],
      reference_number: PSP,
    })
  })

  it('reports what Adyen answered, not what was requested', () => {
    const body = {
      resultCode: 'Authorised',
      merchantReference: 'other',
      amount: { currency: 'USD', value: 7 },
    }
    expect(outcomeAfter({ ...body, pspReference: PSP })).toMatchObject({
      idempotency_key: 'other',
      currency: 'USD',
      approved_amount: 7,
    })
  })

  it.each([{ amount: undefined }, { merchantReference: undefined }])(
    'is pending without what shows what was approved: %o',
    (change) => {
      const body = {
        resultCode: 'Authorised',
        merchantReference: 'k1',
        amount: { currency: 'EUR', value: 1_050 },
      }
      expect(outcomeAfter({ ...body, pspReference: PSP, ...change })).toMatchObject({
        processing_code: '1002',
        approved_amount: 0,
      })
    },
  )

  it.each([
    [{ resultCode: 'Refused', refusalReason: 'Not enough balance', refusalReasonCode: '12' }, '1004'],
    [{ resultCode: 'Refused', refusalReason: 'CVC Declined', refusalReasonCode: '24' }, '2020'],
    [{ resultCode: 'Refused', refusalReason: 'Refused', refusalReasonCode: '2' }, '1000'],
    [{ resultCode: 'Refused', refusalReason: 'Something new', refusalReasonCode: '77' }, '1000'],
    [{ resultCode: 'Error', refusalReason: 'Issuer Unavailable', refusalReasonCode: '9' }, '1001'],
    [{ resultCode: 'Cancelled', refusalReason: 'Shopper Cancelled' }, '1003'],
    [{ resultCode: 'Received' }, '1002'],
    [{ resultCode: 'Pending' }, '1002'],
  ])('%o is %s', (body, code) => {
    expect(outcomeAfter({ pspReference: PSP, merchantReference: 'k1', ...body })).toMatchObject({
      processing_code: code,
      approved_amount: 0,
    })
  })

  it.each([
    [{ threeDAuthenticatedResponse: 'Y', threeDOfferedResponse: 'C', eci: '05' }, 'Y', '05'],
    [{ threeDAuthenticatedResponse: 'N', threeDOfferedResponse: 'C', eci: '07' }, 'N', '07'],
    [{ threeDAuthenticatedResponse: 'A', threeDOfferedResponse: 'A', eci: '06' }, 'A', '06'],
    [{ threeDOfferedResponse: 'A', eci: '01' }, 'A', '01'],
    // The first answer only announces a challenge: the cardholder is not authenticated yet.
    [{ threeDOfferedResponse: 'C' }, null, null],
    [{ threeDAuthenticated: 'false' }, null, null],
  ])('reports the authentication in %o as %s', (additionalData, transStatus, eci) => {
    const body = {
      resultCode: 'Authorised',
      merchantReference: 'k1',
      amount: { currency: 'EUR', value: 1_050 },
    }
    const outcome = outcomeAfter({ ...body, pspReference: PSP, additionalData })
    if (transStatus === null) expect(outcome).not.toHaveProperty('authentication')
    else expect(outcome).toMatchObject({ authentication: { trans_status: transStatus, eci } })
  })

  it('keeps the raw response of the issuer, and Mastercard’s advice', () => {
    const additionalData = { refusalReasonRaw: '51 : Insufficient funds', merchantAdviceCode: '26' }
    const body = { resultCode: 'Refused', refusalReasonCode: '12', refusalReason: 'Not enough balance' }
    expect(
      outcomeAfter({ ...body, pspReference: PSP, merchantReference: 'k1', additionalData }),
    ).toMatchObject({
      response_message: '51 : Insufficient funds',
      response_code: '12',
      code_namespace: 'adyen',
      network_advice: { kind: 'RETRY_AFTER', code: '26', seconds: 172_800 },
    })
  })

  it.each([
    ['a result code that no table has', 200, { resultCode: 'Approvedish', pspReference: PSP }],
    ['a result of an authentication alone', 200, { resultCode: 'AuthenticationFinished', pspReference: PSP }],
    ['no result code', 200, { pspReference: PSP }],
    ['HTML', 200, '<html>maintenance</html>'],
    ['an error of a server', 500, { status: 500, errorCode: '905', message: 'x', errorType: 'internal' }],
    ['a refusal of something in between', 403, '<html>blocked</html>'],
    [
      'a request with this key that is running',
      422,
      { status: 422, errorCode: '704', message: 'in progress' },
    ],
    ['an action without a place', 200, { resultCode: 'PresentToShopper', action: { type: 'voucher' } }],
  ])('leaves the outcome unknown after %s', (_, status, body) => {
    expect(outcomeAfter(body, status)).toMatchObject({ kind: 'unknown' })
  })

  it.each([
    [422, { status: 422, errorCode: '130', message: 'Reference Missing', errorType: 'validation' }],
    [403, { status: 403, errorCode: '901', message: 'Invalid Merchant Account', errorType: 'security' }],
    [
      401,
      {
        status: 401,
        errorCode: '000',
        message: 'HTTP Status Response - Unauthorized',
        errorType: 'security',
      },
    ],
  ])('refuses after Adyen’s error %s %o', (status, body) => {
    expect(outcomeAfter(body, status)).toMatchObject({ kind: 'refuse' })
  })

  it('declines if the card data is wrong', () => {
    const body = {
      status: 422,
      errorCode: '103',
      message: 'CVC is not the right length',
      errorType: 'validation',
    }
    expect(outcomeAfter(body, 422)).toMatchObject({ processing_code: '2020', response_code: '103' })
  })

  it('was never sent if no connection was made', () => {
    const step = after({ name: 'authorize', message: PAYMENT }, { kind: 'failure', code: 'NEVER_SENT' })
    expect(step).toMatchObject({ kind: 'refuse' })
  })
})

describe('a recorded 3-D Secure action', () => {
  const token = (members: object) => Buffer.from(JSON.stringify(members)).toString('base64')
  const transId = 'd1a2ff2c-66c8-4a70-8f0a-6a5f2b4f2f51'
  const asked = { ...PAYMENT, ...AUTHENTICATED_BY_ADYEN }
  const stepAfter = (body: object) => after({ name: 'authorize', message: asked }, recorded(200, body))

  it('is a fingerprint; its data is stored, and is in no reference', () => {
    const action = {
      type: 'threeDS2',
      subtype: 'fingerprint',
      paymentMethodType: 'scheme',
      paymentData: 'Ab02b4c0!BQABAgCuZFJr',
      authorisationToken: 'Ab02b4c0!BQABAgAvrX03',
      token: token({
        threeDSMethodNotificationURL: 'https://checkoutshopper-test.adyen.com/checkoutshopper/notification',
        threeDSMethodURL: 'https://acs.example/method',
        threeDSServerTransID: transId,
      }),
    }
    expect(stepAfter({ resultCode: 'IdentifyShopper', action })).toMatchObject({
      answer: {
        result: 'AUTHENTICATE',
        idempotency_key: 'k1',
        step: {
          kind: 'FINGERPRINT',
          three_ds_server_trans_id: transId,
          three_ds_method_url: 'https://acs.example/method',
        },
        state: expect.stringContaining('Ab02b4c0!BQABAgCuZFJr'),
      },
    })
  })

  it('is refused if its data is longer than the gateway stores', () => {
    const action = {
      type: 'threeDS2',
      subtype: 'fingerprint',
      paymentData: 'x'.repeat(9_000),
      token: token({ threeDSMethodURL: 'https://acs.example/method', threeDSServerTransID: transId }),
    }
    expect(stepAfter({ resultCode: 'IdentifyShopper', action })).toMatchObject({ kind: 'refuse' })
  })

  it.each([
    ['GET', { kind: 'REDIRECT', url: 'https://checkoutshopper-test.adyen.com/threeDS/redirect' }],
    ['POST', { kind: 'FORM', fields: { MD: 'm', PaReq: 'p' } }],
  ])('is a redirect by %s', (method, step) => {
    const url = 'https://checkoutshopper-test.adyen.com/threeDS/redirect'
    const action = {
      type: 'redirect',
      paymentMethodType: 'scheme',
      method,
      url,
      data: { MD: 'm', PaReq: 'p' },
    }
    expect(stepAfter({ resultCode: 'RedirectShopper', pspReference: PSP, action })).toMatchObject({
      answer: { result: 'AUTHENTICATE', step, refs: [PSP] },
    })
  })
})

describe('a recorded answer to what the shopper brought', () => {
  const back = (kind: 'RETURN' | 'FINGERPRINT', body: object) => {
    const awaited = { kind, paymentData: 'Ab02b4c0!', authorisationToken: null, transId: null }
    const state = writeState({
      merchantAccount: ACCOUNT,
      currency: 'EUR',
      kind: 'PURCHASE',
      awaited,
      isDeclined: false,
    })
    const brought =
      kind === 'RETURN'
        ? ({ kind, query: 'redirectResult=X6XtfGC3', body: '' } as const)
        : ({ kind, three_ds_comp_ind: 'Y' } as const)
    const message = continuation(PAYMENT, state, brought)
    return after({ name: 'continue', message }, recorded(200, body))
  }
  const DECLINED = { resultCode: 'Refused', refusalReasonCode: '2', pspReference: PSP }
  const REDIRECT = {
    resultCode: 'RedirectShopper',
    action: {
      type: 'redirect',
      method: 'GET',
      url: 'https://checkoutshopper-test.adyen.com/threeDS/redirect',
    },
  }
  const CHALLENGE = {
    resultCode: 'ChallengeShopper',
    action: {
      type: 'threeDS2',
      subtype: 'challenge',
      paymentData: 'Ab02b4c0!',
      token: Buffer.from(
        JSON.stringify({
          acsTransID: 'd1a2ff2c-66c8-4a70-8f0a-6a5f2b4f2f51',
          acsURL: 'https://acs.example/challenge',
          messageVersion: '2.2.0',
          threeDSServerTransID: 'd1a2ff2c-66c8-4a70-8f0a-6a5f2b4f2f52',
        }),
      ).toString('base64'),
    },
  }

  it.each([
    ['RETURN', DECLINED],
    ['FINGERPRINT', DECLINED],
    ['RETURN', { ...DECLINED, resultCode: 'Cancelled' }],
    ['RETURN', REDIRECT],
    ['RETURN', CHALLENGE],
  ] as const)('after %s is unknown if it may be about another payment: %o', (kind, body) => {
    expect(back(kind, body)).toMatchObject({ kind: 'unknown' })
    expect(back(kind, { ...body, merchantReference: 'k1' })).toMatchObject({
      kind: 'answer',
      answer: { idempotency_key: 'k1' },
    })
  })

  it('requests a challenge after a fingerprint, where Adyen names no payment', () => {
    expect(back('FINGERPRINT', CHALLENGE)).toMatchObject({
      answer: { result: 'AUTHENTICATE', idempotency_key: 'k1', step: { kind: 'CHALLENGE' } },
    })
  })
})

describe('a recorded answer to an order', () => {
  it('shows the account of a transfer', () => {
    const action = {
      type: 'bankTransfer',
      paymentMethodType: 'bankTransfer_IBAN',
      beneficiary: 'Acme BV',
      iban: 'NL13 TEST 0123 4567 89',
      bic: 'TESTNL02',
      reference: 'MTRX73CSRA',
      totalAmount: { currency: 'EUR', value: 12_000 },
    }
    const message = order('payment_bank_transfer', 'EUR')
    const step = after(
      { name: 'order', message },
      recorded(200, { resultCode: 'PresentToShopper', pspReference: PSP, action }),
    )
    expect(step.kind === 'answer' ? orderAnswer.parse(step.answer) : step).toMatchObject({
      result: 'BANK_TRANSFER',
      account: { kind: 'IBAN', iban: 'NL13TEST0123456789', bic: 'TESTNL02', reference: 'MTRX73CSRA' },
    })
  })
})

describe('a recorded answer to an operation', () => {
  const message = { ...operation('REFUND', PAYMENT, { psp: PSP, state: null }, 300), idempotency_key: 'k2' }
  const body = {
    merchantAccount: ACCOUNT,
    paymentPspReference: PSP,
    pspReference: 'KHQC5N7G84BLNK43',
    reference: 'refd-k2',
    status: 'received',
    amount: { currency: 'EUR', value: 300 },
  }

  it('is pending when received, under the key that Adyen repeats', () => {
    expect(after({ name: 'operate', message }, recorded(201, body))).toMatchObject({
      answer: {
        idempotency_key: 'k2',
        account_id: ACCOUNT,
        processing_code: '1002',
        approved_amount: 0,
        refs: ['KHQC5N7G84BLNK43'],
      },
    })
  })

  it.each([
    { status: 'refused' },
    { status: undefined },
    { reference: 'order-1' },
    { merchantAccount: undefined },
  ])('%o is unknown', (change) => {
    const step = after({ name: 'operate', message }, recorded(201, { ...body, ...change }))
    expect(step).toMatchObject({ kind: 'unknown' })
  })
})
