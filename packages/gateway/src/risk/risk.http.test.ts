import type { ClientEnvelope, EmbeddedSession, RiskSettings, SandboxCredentials } from '@sluice/types'
import { describe, expect, it } from 'vitest'

import { describeAtBothGateways } from '../../test/both-gateways.ts'
import { spyOnSqlite } from '../../test/executed-statements.ts'
import { inParallel } from '../../test/in-parallel.ts'
import { BROWSER_INFO, MerchantAtGateway, type PaymentInput } from '../../test/merchant-at-gateway.ts'
import { PRODUCTION_RULES } from '../../test/production-rules.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'
import { startTwoGateways } from '../../test/two-gateways.ts'

async function merchantWith(gateway: TestGateway, risk: RiskSettings): Promise<MerchantAtGateway> {
  const answer = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', { risk })
  expect(answer.status, answer.text).toBe(201)
  return new MerchantAtGateway(answer.body, gateway.clock)
}

/** Returns a card number with a valid check digit, another one for each index. */
function cardNumber(index: number): string {
  const head = `42${String(index).padStart(13, '0')}`
  const sum = [...head].reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${head}${(10 - (sum % 10)) % 10}`
}

/** Requests a payment by the direct API without 3-D Secure, with the requested answer. */
async function ask(merchant: MerchantAtGateway, responseCode: string, input: PaymentInput = {}) {
  const { result } = await merchant.authorize({
    ...input,
    flow: 'NO_3DS',
    metadata: { response_code: responseCode },
  })
  if (result === null) throw new Error('no result')
  return result
}

async function openSession(merchant: MerchantAtGateway, responseCode: string): Promise<string> {
  const metadata = { simulated_flow: 'NO_3DS', response_code: responseCode }
  return (await merchant.post<EmbeddedSession>('/api/sessions', merchant.sessionRequest({ metadata }))).id
}

/** Submits the form of a session; returns its result, and the state of the session afterwards. */
async function payInBrowser(merchant: MerchantAtGateway, sessionId: string, number: string) {
  const path = `/api/client/sessions/${sessionId}`
  const answer = await merchant.sendFromBrowser<ClientEnvelope>('POST', `${path}/payments`, {
    payment_method: { type: 'card', data: await merchant.seal({ number }, sessionId) },
    browser_info: BROWSER_INFO,
  })
  expect(answer.status, answer.text).toBe(200)
  const { body } = await merchant.sendFromBrowser<{ status: string }>('GET', `${path}/status`)
  return { result: answer.body.result, status: body.status }
}

describeAtBothGateways('payments with risk rules', (current) => {
  it('are declined without a provider call: stored with history and event, and no attempt', async () => {
    const { gateway } = current()
    const merchant = await merchantWith(gateway, {
      rules: [{ id: 'once', subject: 'CARD', counts: 'PAYMENTS', most: 1, within_minutes: 60 }],
    })
    expect((await ask(merchant, '0000')).status).toBe('APPROVED')
    const declined = await ask(merchant, '0000')
    expect(declined).toMatchObject({
      status: 'DECLINED',
      processing_code: '4200',
      response_message: 'Velocity check failed (generic)',
      processing_result: { payment_provider_id: null },
      errors: [],
    })
    const { id } = declined
    expect(await merchant.get(`/api/transactions/${id}/status`)).toMatchObject({ transaction: declined })
    expect(await gateway.books.of('attempts', id)).toEqual([])
    expect(await gateway.books.chargesOf(id)).toEqual([])
    const events = await gateway.books.of('events', id)
    expect(events.map(({ type }) => type)).toEqual(['transaction-svc:transaction:purchase:declined'])
  })

  it('keep their reference, so that the same order is not tried again', async () => {
    const { gateway } = current()
    const merchant = await merchantWith(gateway, {
      rules: [{ id: 'once', subject: 'CARD', counts: 'PAYMENTS', most: 1, within_minutes: 60 }],
    })
    await ask(merchant, '0000')
    const { reference } = await ask(merchant, '0000')
    const again = await merchant.send('POST', '/api/transactions/authorize', {
      ...(await merchant.cardRequest({ flow: 'NO_3DS' })),
      reference,
    })
    expect(again.status).toBe(422)
  })

  it.each([
    ['CUSTOMER', '4201'],
    ['MERCHANT', '4202'],
    ['PROVIDER_ACCOUNT', '4203'],
    ['ADDRESS', '4200'],
  ] as const)('payments of one %s are declined with %s', async (subject, code) => {
    const merchant = await merchantWith(current().gateway, {
      rules: [{ id: 'once', subject, counts: 'PAYMENTS', most: 1, within_minutes: 60 }],
    })
    const body = { customer: { email: 'ada@example.com' }, customer_ip: '203.0.113.7' }
    expect((await ask(merchant, '0000', { body })).status).toBe('APPROVED')
    expect(await ask(merchant, '0000', { body, card: { number: '5555555555554444' } })).toMatchObject({
      status: 'DECLINED',
      processing_code: code,
    })
  })

  it('payments on a block list are declined with 4100, by card, e-mail address and address', async () => {
    const { gateway } = current()
    const merchant = await merchantWith(gateway, {
      blocked: { emails: ['Eve@example.com'], addresses: ['2001:db8::1'] },
    })
    const customer = { email: 'eve@EXAMPLE.com' }
    expect((await ask(merchant, '0000', { body: { customer } })).processing_code).toBe('4100')
    expect((await ask(merchant, '0000', { body: { customer_ip: '2001:db8::2' } })).processing_code).toBe(
      '4100',
    )
    const honest = await ask(merchant, '0000', { body: { customer_ip: '2001:db9::2' } })
    expect(honest.status).toBe('APPROVED')
    const [sandbox] = await gateway.books.query(
      `select settings from merchants where id = '${merchant.ready.merchant_id}'`,
    )
    expect(JSON.stringify(sandbox)).not.toMatch(/eve@|example\.com|2001:db8/i)
  })

  it('count an address only if it is the shopper’s, not that of a merchant’s server', async () => {
    const merchant = await merchantWith(current().gateway, {
      rules: [{ id: 'once', subject: 'ADDRESS', counts: 'PAYMENTS', most: 1, within_minutes: 60 }],
    })
    for (let count = 0; count < 3; count += 1) expect((await ask(merchant, '0000')).status).toBe('APPROVED')
  })

  it('end their session, whose browser sees only that it was declined', async () => {
    const { gateway } = current()
    const merchant = await merchantWith(gateway, {
      rules: [{ id: 'once', subject: 'ADDRESS', counts: 'PAYMENTS', most: 1, within_minutes: 60 }],
    })
    const pay = async () => {
      const session = await openSession(merchant, '0000')
      return payInBrowser(merchant, session, '4242424242424242')
    }
    expect((await pay()).status).toBe('APPROVED')
    const { result, status } = await pay()
    expect(result).toMatchObject({ status: 'DECLINED' })
    expect(status).toBe('DECLINED')
  })

  it('are evaluated again with each correction, and end with the first one above the limit', async () => {
    const { gateway } = current()
    const merchant = await merchantWith(gateway, {
      rules: [{ id: 'guesses', subject: 'ADDRESS', counts: 'REFUSALS', most: 2, within_minutes: 60 }],
    })
    const session = await openSession(merchant, '2020')
    for (const number of ['4242424242424242', '5555555555554444']) {
      const { result, status } = await payInBrowser(merchant, session, number)
      expect([result?.status, status]).toEqual(['DECLINED', 'CREATED'])
    }
    const { result, status } = await payInBrowser(merchant, session, '4242424242424242')
    expect([result?.status, status]).toEqual(['DECLINED', 'DECLINED'])
    const [row] = (await gateway.books.all('transactions')).filter(
      ({ merchant_id }) => merchant_id === merchant.ready.merchant_id,
    )
    expect(row).toMatchObject({ status: 'DECLINED', processing_code: '4200' })
    expect(await gateway.books.of('attempts', String(row?.['id']))).toHaveLength(2)
    const events = await gateway.books.of('events', String(row?.['id']))
    expect(events.map(({ type }) => type)).toEqual(['transaction-svc:transaction:purchase:declined'])
  })

  it('may be retried after a mistyped number, and after a decline', async () => {
    const merchant = await merchantWith(current().gateway, PRODUCTION_RULES)
    const body = { customer_ip: '203.0.113.8' }
    for (let wrong = 0; wrong < 4; wrong += 1)
      expect((await ask(merchant, '2020', { body })).processing_code).toBe('2020')
    expect((await ask(merchant, '0000', { body })).status).toBe('APPROVED')
    for (let poor = 0; poor < 10; poor += 1)
      expect((await ask(merchant, '1004', { body })).processing_code).toBe('1004')
    expect((await ask(merchant, '0000', { body })).status).toBe('APPROVED')
  })

  it('allow five guesses of a security code a day', async () => {
    const { gateway } = current()
    const merchant = await merchantWith(gateway, PRODUCTION_RULES)
    const codes: (string | null)[] = []
    for (let guess = 0; guess < 7; guess += 1) codes.push((await ask(merchant, '2020')).processing_code)
    expect(codes).toEqual(['2020', '2020', '2020', '2020', '2020', '4200', '4200'])
    const tomorrow = await merchant.send(
      'POST',
      '/simulators/clock',
      { advance_seconds: 86_400 },
      {
        'x-sandbox-id': merchant.ready.sandbox_id,
      },
    )
    expect(tomorrow.status, tomorrow.text).toBe(200)
    expect((await ask(merchant, '0000')).status).toBe('APPROVED')
  })

  it('are stored without personal data', async () => {
    const { gateway } = current()
    const merchant = await merchantWith(gateway, PRODUCTION_RULES)
    const body = { customer: { email: 'ada@example.com' }, customer_ip: '203.0.113.9' }
    await ask(merchant, '2020', { body })
    const rows = (await gateway.books.query('select * from risk_events')).filter(
      ({ merchant_id }) => merchant_id === merchant.ready.merchant_id,
    )
    expect(rows).toHaveLength(4)
    // Longer than any text that an id contains by chance.
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|ada@|424242/)
  })
})

describe('a payment without rules', () => {
  it('causes no database statement of risk rules', async () => {
    const executed = spyOnSqlite()
    const gateway = await startTestGateway()
    try {
      const ofRisk = async (merchant: MerchantAtGateway) => {
        await ask(merchant, '0000')
        const before = executed().length
        await ask(merchant, '2002')
        // Expired rows are deleted along the way.
        return executed()
          .slice(before)
          .filter((statement) => statement.includes('risk_events') && !statement.startsWith('delete'))
      }
      // Its first commit counts and inserts; the commit that ends it adds the refusal and closes the payment.
      expect(await ofRisk(await merchantWith(gateway, PRODUCTION_RULES))).toHaveLength(4)
      expect(await ofRisk(gateway)).toEqual([])
    } finally {
      await gateway.close()
    }
  })
})

/** Enough that most are refused; a thousand in `npm run verify -- stolen-cards`. */
const STOLEN_CARDS = Number(
  process.env['PROOF_CARDS'] ?? (process.env['SLUICE_TESTS'] === 'of-a-change' ? 60 : 200),
)

describe(`${STOLEN_CARDS} stolen cards`, () => {
  it('from one address, at two processes, reach the provider twenty times', async () => {
    const { first, second, close } = await startTwoGateways()
    try {
      const merchant = await merchantWith(first, PRODUCTION_RULES)
      const atSecond = new MerchantAtGateway(
        { ...merchant.ready, base_url: second.ready.base_url },
        first.clock,
      )
      const counts = new Map<string, number>()
      await inParallel(STOLEN_CARDS, 16, async (index) => {
        const { processing_code: code } = await ask(index % 2 === 0 ? merchant : atSecond, '2002', {
          card: { number: cardNumber(index) },
          // No second account is tried, so each card is one call.
          body: { customer_ip: '203.0.113.10', terminal_id: merchant.ready.terminals.at(-1)?.terminal_id },
        })
        counts.set(code ?? '', (counts.get(code ?? '') ?? 0) + 1)
      })
      expect(Object.fromEntries(counts)).toEqual({ 2002: 20, 4200: STOLEN_CARDS - 20 })
      const attempts = (await first.books.all('attempts')).filter(
        ({ merchant_id }) => merchant_id === merchant.ready.merchant_id,
      )
      expect(attempts).toHaveLength(20)
      const elsewhere = await ask(merchant, '0000', { body: { customer_ip: '198.51.100.1' } })
      expect(elsewhere.status).toBe('APPROVED')
    } finally {
      await close()
    }
  }, 300_000)
})
