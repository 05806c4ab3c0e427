import type { Customer, SandboxCredentials } from '@sluice/types'
import { expect, it } from 'vitest'

import type { Row } from '../../test/books.ts'
import { describeAtBothGateways, otherMerchant } from '../../test/both-gateways.ts'
import { MerchantAtGateway } from '../../test/merchant-at-gateway.ts'
import { WebhookFixture } from '../../test/webhook-fixture.ts'

/** The data that must no longer be found. Nothing else in a database looks like it. */
const EVE = {
  first_name: 'Evelinda',
  last_name: 'Quastenberg',
  email: 'evelinda@quastenberg.example',
  phone: '+46701740605',
}

const ADDRESS = { address: 'Kvastgatan 77', city: 'Quaststad', postal_code: 'Q-98765-Q', country: 'SE' }
const REGION = 'Kvastmarken'

/** Words that do not occur in an id or a time by chance. */
const TRACES = [
  ...Object.values(EVE),
  'Kvastgatan',
  'Quaststad',
  REGION,
  'Q-98765-Q',
  '203.0.113.77',
  'quastbrowser',
]

async function createEve(merchant: MerchantAtGateway): Promise<string> {
  const { body } = await merchant.send<Customer>('POST', '/api/customers', {
    ...EVE,
    address: { ...ADDRESS, region: REGION },
  })
  return body.id
}

const bodyOf = (id: string) => ({
  customer: { id, ...EVE, ...ADDRESS },
  customer_ip: '203.0.113.77',
  browser_info: {
    user_agent: 'quastbrowser/1',
    accept_header: 'text/html',
    java_enabled: false,
    color_depth: 24,
    screen_height: 900,
    screen_width: 1440,
    time_zone_offset: -60,
    language: 'sv',
  },
})

const erase = (merchant: MerchantAtGateway, id: string) => merchant.send('DELETE', `/api/customers/${id}`)

describeAtBothGateways('an erased customer', (current) => {
  it('leaves only amounts and ids in all tables', async () => {
    const { gateway } = current()
    const id = await createEve(gateway)
    const { result } = await gateway.authorize({
      flow: 'NO_3DS',
      body: { ...bodyOf(id), tokenization: { save_card_for_future_payments: true } },
    })
    await gateway.authorize({ flow: 'NO_3DS', metadata: { response_code: '1004' }, body: bodyOf(id) })
    await gateway.authorize({ flow: 'NO_3DS', body: { customer: { id } } })
    await gateway.send('POST', '/api/transactions/manage', {
      terminal_id: gateway.ready.terminal_id,
      reference: result?.reference,
      operation: 'REFUND',
      amount: 100,
      currency: 'EUR',
    })
    await gateway.post('/api/sessions', gateway.sessionRequest({ customer: { id, ...EVE } }))
    expect((await gateway.books.findTraces(TRACES)).length).toBeGreaterThan(10)

    expect((await erase(gateway, id)).status).toBe(204)

    expect(await gateway.books.findTraces(TRACES)).toEqual([])
    const stored = await gateway.status(result?.id ?? '')
    expect(stored).toMatchObject({ status: 'APPROVED', amount: 10_000, customer: { id }, customer_ip: null })
    expect(stored.payment_method.masked).toBe(result?.payment_method.masked)
    expect((await gateway.send('GET', `/api/customers/${id}`)).status).toBe(404)
    const events = await gateway.books.of('events', result?.id ?? '')
    const paid = events.find(({ type }) => String(type).startsWith('transaction-svc:'))
    expect(JSON.parse(String(paid?.['payload']))).toMatchObject({
      payload: { customer_id: id, customer_email: null, amount: 10_000 },
    })
    expect((await gateway.books.all('savedCards')).filter(({ customer_id }) => customer_id === id)).toEqual(
      [],
    )
    const audit = (await gateway.books.all('audit')).filter(({ subject }) => subject === id)
    expect(audit.map(({ action }) => action)).toEqual(['customer.erase'])
  })

  it('disappears from answers of webhook receivers, and answers about others stay', async () => {
    const fixture = await WebhookFixture.open(current().gateway)
    const { merchant } = fixture
    const id = await createEve(merchant)
    const told = async (body: Readonly<Record<string, unknown>>): Promise<string> => {
      const { result } = await merchant.authorize({ flow: 'NO_3DS', body })
      return (await fixture.deliveryIn('DELIVERED', `?transaction_id=${result?.id}`)).id
    }
    const ofEve = await told(bodyOf(id))
    const ofOther = await told({})
    expect((await erase(merchant, id)).status).toBe(204)
    const excerptOf = async (delivery: string) =>
      (await fixture.delivery(delivery)).attempts[0]?.response_excerpt
    expect([await excerptOf(ofEve), await excerptOf(ofOther)]).toEqual([null, 'answer 2'])
  })

  it('does not reset the attempts counted for a card, which stay without naming a payment', async () => {
    const { gateway } = current()
    const rule = { codes: ['2020'], counts: 'REFUSALS', most: 1, within_minutes: 60 } as const
    const { body: sandbox } = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {
      risk: {
        rules: [
          { ...rule, id: 'card', subject: 'CARD' },
          { ...rule, id: 'customer', subject: 'CUSTOMER', most: 100 },
        ],
      },
    })
    const merchant = new MerchantAtGateway(sandbox, gateway.clock)
    const id = await createEve(merchant)
    const guess = (body: Readonly<Record<string, unknown>>) =>
      merchant.authorize({ flow: 'NO_3DS', metadata: { response_code: '2020' }, body })
    expect((await guess(bodyOf(id))).result).toMatchObject({ processing_code: '2020' })
    const counted = () =>
      gateway.books.query(
        `select * from risk_events where merchant_id = '${sandbox.merchant_id}' order by subject`,
      )
    const subjectsOf = (rows: readonly Row[]) => rows.map(({ subject }) => String(subject).split('/')[0])
    const before = await counted()
    expect(subjectsOf(before)).toEqual(['CARD', 'CARD', 'CUSTOMER', 'CUSTOMER'])

    expect((await erase(merchant, id)).status).toBe(204)

    const kept = await counted()
    expect(subjectsOf(kept)).toEqual(['CARD', 'CARD'])
    const names = new Set(before.flatMap((row) => [row.id, row.transaction_id]))
    expect(kept.filter((row) => names.has(row.id) || names.has(row.transaction_id))).toEqual([])
    expect((await guess({})).result).toMatchObject({ status: 'DECLINED', processing_code: '4200' })
  })

  it('is erased once, however often that is requested', async () => {
    const { gateway } = current()
    const id = await createEve(gateway)
    expect((await erase(gateway, id)).status).toBe(204)
    expect((await erase(gateway, id)).status).toBe(204)
    expect((await erase(gateway, 'unknown')).status).toBe(404)
  })

  it('is kept with all data while a payment is pending', async () => {
    const { gateway } = current()
    const id = await createEve(gateway)
    const { action } = await gateway.authorize({ flow: 'NO_METHOD_CHALLENGE', body: bodyOf(id) })
    expect((await erase(gateway, id)).status).toBe(409)
    expect((await gateway.send('GET', `/api/customers/${id}`)).status).toBe(200)
    await gateway.advance(1_800_000)
    expect(await gateway.status(action?.transaction_id ?? '')).toMatchObject({ status: 'SESSION_EXPIRED' })
    expect((await erase(gateway, id)).status).toBe(204)
    expect(await gateway.books.findTraces(TRACES)).toEqual([])
  })

  it.each(['/api/sessions', '/api/hosted-payment-page'])(
    'cannot pay in an earlier session of %s, and saves no card',
    async (path) => {
      const { gateway } = current()
      const id = await createEve(gateway)
      const named = path === '/api/sessions' ? { customer: { id } } : { customer_id: id }
      const tokenization = { save_card_for_future_payments: true }
      const made = await gateway.post<{ id?: string; session_id?: string }>(
        path,
        gateway.sessionRequest({ ...named, tokenization, metadata: { simulated_flow: 'NO_3DS' } }),
      )
      const session = made.id ?? made.session_id ?? ''
      expect((await erase(gateway, id)).status).toBe(204)

      const paid = await gateway.sendFromBrowser('POST', `/api/client/sessions/${session}/payments`, {
        payment_method: { type: 'card', data: await gateway.seal({}, session) },
        browser_info: bodyOf(id).browser_info,
      })
      expect([paid.status, paid.body]).toEqual([409, { error: 'Conflict', status: 'CANCELED' }])
      expect(await gateway.get(`/api/sessions/${session}`)).toMatchObject({ status: 'CANCELED' })
      const cards = await gateway.books.all('savedCards')
      expect(cards.filter(({ customer_id }) => customer_id === id)).toEqual([])
    },
  )

  it('is erased again for data that was stored in the meantime', async () => {
    const { gateway, execute } = current()
    const id = await createEve(gateway)
    const { result } = await gateway.authorize({ flow: 'NO_3DS', body: bodyOf(id) })
    expect((await erase(gateway, id)).status).toBe(204)
    // A request that had read the customer before stores its payment now.
    await execute(
      `update transactions set customer_ip = '203.0.113.77' where id = '${result?.id}' returning id`,
    )
    await gateway.advance(3_600_000)
    expect(await gateway.books.findTraces(TRACES)).toEqual([])
    const [row] = await gateway.books.query(`select erasure_due_at from customers where id = '${id}'`)
    expect(row).toEqual({ erasure_due_at: null })
  })

  it('must belong to the merchant', async () => {
    const { gateway } = current()
    const id = await createEve(gateway)
    expect((await erase(await otherMerchant(gateway), id)).status).toBe(404)
    expect((await erase(gateway, id)).status).toBe(204)
  })
})
