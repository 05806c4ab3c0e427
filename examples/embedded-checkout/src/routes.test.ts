import { ConnectionError } from '@sluice/server-sdk'
import { describe, expect, it } from 'vitest'
import { createStubGateway, TERMINAL_ID } from '../test/stub-gateway.ts'
import { createCheckoutFlow } from './checkout-flow.ts'
import { createOrderStore } from './orders.ts'
import { createRoutes, type Reply } from './routes.ts'

function openShop() {
  const gateway = createStubGateway()
  const orders = createOrderStore()
  const lines: Record<string, unknown>[] = []
  const log = (entry: Record<string, unknown>) => void lines.push(entry)
  let count = 0
  const visit = createRoutes({
    flow: createCheckoutFlow({
      gateway,
      orders,
      terminalId: TERMINAL_ID,
      shopUrl: 'http://shop.example',
      log,
    }),
    orders,
    assets: new Map([['style.css', { contentType: 'text/css', body: Buffer.from('') }]]),
    clientKey: 'ck_test_1',
    gatewayUrl: 'https://gateway.example',
    newOrderId: () => `order-id-${(count += 1)}`,
    newOrderNumber: () => `TM-${count}`,
    log,
  })
  const get = (path: string) => visit({ method: 'GET', path, form: new URLSearchParams() })
  const post = (path: string, form = {}) => visit({ method: 'POST', path, form: new URLSearchParams(form) })
  return {
    gateway,
    lines,
    get,
    post,
    /** Puts a mug into the basket and opens the checkout, which makes `session-1`. */
    async checkout() {
      const basket = await post('/basket', { product: 'harbour-mug' })
      return { basket, page: await get(basket.headers['location'] ?? '') }
    },
  }
}

const text = ({ body }: Reply) => body.toString().replaceAll(/\s+/g, ' ')
const heading = (reply: Reply) => /<h1[^>]*>(.*?)<\/h1>/.exec(text(reply))?.[1]

describe('the checkout', () => {
  it('leads from the product straight to the card form', async () => {
    const shop = openShop()
    expect(text(await shop.get('/')).replaceAll(/<\/?span[^>]*>/g, '')).toContain('Add Harbour mug to basket')
    const { basket, page } = await shop.checkout()

    expect(basket).toMatchObject({ status: 303, headers: { location: '/checkout/order-id-1' } })
    expect(shop.gateway.created).toEqual([
      {
        terminal_id: TERMINAL_ID,
        reference: 'TM-1',
        description: 'Harbour mug',
        currency: 'EUR',
        amount: 1850,
        transaction_type: 'PURCHASE',
        return_url: 'http://shop.example/return/order-id-1',
      },
    ])
    expect(text(page)).toContain('data-session-id="session-1"')
    expect(text(page)).toContain('data-return-path="/return/order-id-1"')
    expect(text(page)).toContain('Pay €18.50')
    expect(text(page)).toContain('src="https://gateway.example/embedded-fields.js"')
    expect(text(page)).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/)
  })

  it('creates one session for an order, however often it is opened, even concurrently', async () => {
    const shop = openShop()
    await shop.post('/basket', { product: 'beacon-lamp' })
    const pages = await Promise.all([1, 2, 3].map(() => shop.get('/checkout/order-id-1')))
    const reload = await shop.get('/checkout/order-id-1')
    for (const page of [...pages, reload]) expect(text(page)).toContain('data-session-id="session-1"')
    expect(shop.gateway.created).toHaveLength(1)
  })

  it('takes prices from the shop, never from the form', async () => {
    const shop = openShop()
    await shop.post('/basket', { product: 'beacon-lamp', price: '1', amount: '1' })
    await shop.get('/checkout/order-id-1')
    expect(shop.gateway.created[0]).toMatchObject({ amount: 8900 })
  })

  it('uses a new reference after a request for a session without an answer', async () => {
    const shop = openShop()
    await shop.post('/basket', { product: 'harbour-mug' })
    shop.gateway.failNextCreation(new ConnectionError({ outcomeUnknown: true }))
    const problem = await shop.get('/checkout/order-id-1')
    expect(problem.status).toBe(502)
    expect(text(problem)).toContain('href="/checkout/order-id-1"')

    await shop.get('/checkout/order-id-1')
    expect(shop.gateway.created.map(({ reference }) => reference)).toEqual(['TM-1', 'TM-1-2'])
    expect(shop.lines).toMatchObject([{ event: 'gateway_failed', error: { code: 'connection_failed' } }])
  })

  it('continues to the outcome when the session has ended', async () => {
    const shop = openShop()
    await shop.checkout()
    shop.gateway.setSession('session-1', 'SESSION_EXPIRED')
    expect(await shop.get('/checkout/order-id-1')).toMatchObject({
      status: 303,
      headers: { location: '/return/order-id-1' },
    })
    expect(heading(await shop.get('/return/order-id-1'))).toBe('Payment expired')
  })
})

describe('coming back', () => {
  it('shows the receipt of a payment that the gateway confirms', async () => {
    const shop = openShop()
    await shop.checkout()
    shop.gateway.finish('session-1', {})
    const receipt = await shop.get('/return/order-id-1')

    expect(heading(receipt)).toBe('Thank you')
    for (const value of ['TM-1', '€18.50']) expect(text(receipt)).toContain(`<td>${value}</td>`)
    // Words of the gateway are not for shoppers.
    expect(text(receipt)).not.toMatch(/<td>transaction-of|Approved/)
  })

  it('settles an order once, however many windows ask', async () => {
    const shop = openShop()
    await shop.checkout()
    shop.gateway.finish('session-1', {})
    const replies = await Promise.all(Array.from({ length: 20 }, () => shop.get('/return/order-id-1')))

    for (const reply of replies) expect(heading(reply)).toBe('Thank you')
    expect(shop.lines.filter(({ event }) => event === 'order_paid')).toEqual([
      { event: 'order_paid', order: 'TM-1', transactionId: 'transaction-of-TM-1', reference: 'TM-1' },
    ])
    const questions = shop.gateway.asked.length
    await shop.get('/return/order-id-1')
    expect(shop.gateway.asked).toHaveLength(questions)
  })

  it.each([
    ['DECLINED', '1004', 'Payment declined', 'Declined, insufficient funds'],
    ['DECLINED', '3001', 'Payment declined', 'could not confirm that it was you'],
    ['DECLINED', '2020', 'Payment declined', 'check the card number'],
    ['CANCELED', '1003', 'Payment canceled', 'No money has moved'],
    ['SESSION_EXPIRED', '1005', 'Payment expired', 'No money has moved'],
  ] as const)(
    '%s %s is reported, with the offer of another try with a new session',
    async (status, processing_code, title, words) => {
      const shop = openShop()
      await shop.checkout()
      shop.gateway.finish('session-1', { status, approved: false, processing_code })
      const page = await shop.get('/return/order-id-1')
      expect(heading(page)).toBe(title)
      expect(text(page)).toContain(words)

      expect(await shop.post('/checkout/order-id-1/again')).toMatchObject({ status: 303 })
      expect(text(await shop.get('/checkout/order-id-1'))).toContain('data-session-id="session-2"')
      expect(shop.gateway.created[1]?.reference).toBe('TM-1-2')

      shop.gateway.finish('session-2', {})
      expect(heading(await shop.get('/return/order-id-1'))).toBe('Thank you')
    },
  )

  it('does not reveal why a risk rule declined', async () => {
    const shop = openShop()
    await shop.checkout()
    shop.gateway.finish('session-1', { status: 'DECLINED', processing_code: '4101' })
    expect(text(await shop.get('/return/order-id-1'))).not.toMatch(/fraud|4101/i)
  })

  it('polls while the outcome is open, and starts no second try', async () => {
    const shop = openShop()
    await shop.checkout()
    shop.gateway.finish('session-1', {
      status: 'PENDING',
      approved: false,
      pending: true,
      processing_code: '1002',
    })
    const page = await shop.get('/return/order-id-1')
    expect(text(page)).toContain('<meta http-equiv="refresh" content="2" />')
    expect(await shop.post('/checkout/order-id-1/again')).toMatchObject({
      headers: { location: '/checkout/order-id-1' },
    })
    expect(shop.gateway.created).toHaveLength(1)
  })

  it('redirects to the card form without a payment, or when the form was refused', async () => {
    const shop = openShop()
    await shop.checkout()
    const backToForm = { status: 303, headers: { location: '/checkout/order-id-1' } }
    expect(await shop.get('/return/order-id-1')).toMatchObject(backToForm)
    shop.gateway.finish('session-1', { status: 'INVALID', approved: false, processing_code: '2001' })
    expect(await shop.get('/return/order-id-1')).toMatchObject(backToForm)
    shop.gateway.setSession('session-1', 'CANCELED')
    expect(heading(await shop.get('/return/order-id-1'))).toBe('Payment canceled')
  })

  it.each([
    ['reference', { reference: 'TM-2' }],
    ['amount', { amount: 1 }],
    ['currency', { currency: 'SEK' as const }],
    ['terminal_id', { terminal_id: 'T00000000002' }],
  ])('refuses a payment with another %s, and logs it', async (member, members) => {
    const shop = openShop()
    await shop.checkout()
    shop.gateway.finish('session-1', members)
    const page = await shop.get('/return/order-id-1')
    expect(page.status).toBe(409)
    expect(heading(page)).not.toBe('Thank you')
    expect(shop.lines).toEqual([
      { event: 'payment_mismatch', order: 'TM-1', reference: 'TM-1', members: [member] },
    ])
  })
})

describe('addresses', () => {
  it('report that a page does not exist, with a link home', async () => {
    const shop = openShop()
    const paths = [
      '/checkout/unknown',
      '/return/unknown',
      '/nowhere',
      '/assets/none.css',
      '/assets/../src/server.ts',
    ]
    for (const path of paths) {
      const page = await shop.get(path)
      expect(page.status).toBe(404)
      expect(text(page)).toContain('<a class="button" href="/">')
    }
    expect((await shop.post('/basket', { product: 'unknown' })).status).toBe(404)
    expect(await shop.get('/basket')).toMatchObject({ status: 405, headers: { allow: 'POST' } })
  })

  it('never log addresses of orders', async () => {
    const shop = openShop()
    await shop.checkout()
    shop.gateway.finish('session-1', { amount: 1 })
    await shop.get('/return/order-id-1')
    shop.gateway.finish('session-1', {})
    await shop.get('/return/order-id-1')
    expect(JSON.stringify(shop.lines)).not.toMatch(/order-id-1|session-1/)
    expect(shop.lines).toHaveLength(2)
  })
})
