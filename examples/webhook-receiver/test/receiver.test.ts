import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transaction } from '@sluice/server-sdk'
import { signForTests, type SignedTestMessage } from '@sluice/server-sdk/webhooks'
import { afterEach, describe, expect, it } from 'vitest'
import type { PaymentGateway } from '../src/payments.ts'
import { listen, openShop, type Shop, type ShopOptions } from './shop-at-gateway.ts'

const SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
const TERMINAL_ID = 'T00000000001'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

/** A gateway whose payments stay open until the test says how they ended. */
function createGateway() {
  const transactions = new Map<string, Transaction>()
  const state = { isAway: false, asked: 0 }
  const gateway = {
    createPayment: (request: { reference: string; amount: number; currency: string }) => {
      state.asked += 1
      const id = `tx-${request.reference}`
      const known = transactions.get(id)
      const result =
        known ??
        ({ ...request, id, transaction_type: 'PAYMENT', status: 'PENDING' } as unknown as Transaction)
      transactions.set(id, result)
      return state.isAway
        ? Promise.reject(new Error('no answer'))
        : Promise.resolve({ result, redirect: null })
    },
    status: (id: string) => {
      state.asked += 1
      return Promise.resolve({ found: true, transaction: transactions.get(id) })
    },
  } as unknown as PaymentGateway
  const end = (reference: string, status: Transaction['status']) => {
    const id = `tx-${reference}`
    transactions.set(id, { ...(transactions.get(id) as Transaction), status })
  }
  return { gateway, end, state }
}

function open(options: Partial<ShopOptions> = {}) {
  const scripted = createGateway()
  const shop = openShop({
    gateway: scripted.gateway,
    terminalId: TERMINAL_ID,
    secrets: [SECRET],
    ...options,
  })
  ended.push(() => shop.orders.close())
  return { ...scripted, shop }
}

async function start(shop: Shop) {
  const { url, close } = await listen(shop.listener)
  ended.push(close)
  return async ({ body, headers }: SignedTestMessage) =>
    (await fetch(`${url}/webhooks`, { method: 'POST', body, headers: { ...headers } })).status
}

const tell = (reference: string, outcome: string, changes: Record<string, unknown> = {}, secret = SECRET) =>
  signForTests({
    secret,
    id: `msg_${reference}_${outcome}`,
    payload: {
      event: `transaction-svc:transaction:payment:${outcome}`,
      payload: {
        id: `tx-${reference}`,
        reference,
        amount: 1850,
        currency: 'EUR',
        terminal_id: TERMINAL_ID,
        transaction_type: 'PAYMENT',
        status: outcome.toUpperCase(),
        ...changes,
      },
    },
  })

describe('the webhook receiver', () => {
  it('ships a paid order once, however often and on whichever route it is notified', async () => {
    const { shop } = open()
    const post = await start(shop)
    const reference = await shop.buy(1850)
    const message = await tell(reference, 'approved')
    const again = await tell(reference, 'approved', {})
    const statuses = await Promise.all([post(message), post(message), post(again), post(message)])
    expect(statuses).toEqual([204, 204, 204, 204])
    expect(shop.orders.find(reference)).toMatchObject({ state: 'PAID', transactionId: `tx-${reference}` })
    expect(shop.orders.listShipments()).toEqual([reference])
    expect(shop.entries).toMatchObject([{ event: 'settled', by: 'webhook', reference }])
  })

  it('keeps its result when events arrive out of order', async () => {
    const { shop } = open()
    const post = await start(shop)
    const reference = await shop.buy(1850)
    for (const outcome of ['declined', 'approved', 'pending'])
      expect(await post(await tell(reference, outcome))).toBe(204)
    expect(shop.orders.find(reference)?.state).toBe('FAILED')
    expect(shop.orders.listShipments()).toEqual([])
  })

  it.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'PLN' }],
    ['another terminal', { terminal_id: 'T00000000002' }],
    ['an unknown order', { reference: 'order-unknown' }],
  ])('ships nothing for %s, and reports it once', async (_, changes) => {
    const { shop } = open()
    const post = await start(shop)
    const reference = await shop.buy(1850)
    const message = await tell(reference, 'approved', changes)
    expect([await post(message), await post(message)]).toEqual([204, 204])
    expect(shop.orders.find(reference)?.state).toBe('OPEN')
    expect(shop.entries).toHaveLength(1)
    expect(shop.entries).toMatchObject([{ event: 'mismatch' }])
  })

  it.each(['REFUND', 'VOID', 'CAPTURE', 'PAYOUT'])(
    'leaves an open order open when a %s with its reference and amount is approved',
    async (type) => {
      const { shop } = open()
      const post = await start(shop)
      const reference = await shop.buy(1850)
      expect(await post(await tell(reference, 'approved', { transaction_type: type }))).toBe(204)
      expect(shop.orders.find(reference)?.state).toBe('OPEN')
      expect(shop.orders.listShipments()).toEqual([])
    },
  )

  it('rejects an event that is not signed with the secret', async () => {
    const { shop } = open()
    const post = await start(shop)
    const reference = await shop.buy(1850)
    const forged = await tell(reference, 'approved', {}, 'whsec_OTg3NjU0MzIxMDk4NzY1NDMyMTA5ODc2NTQzMjEwOTg=')
    expect(await post(forged)).toBe(400)
    expect(shop.orders.listShipments()).toEqual([])
  })

  it('acknowledges events that it does not use', async () => {
    const { shop } = open()
    const post = await start(shop)
    const payload = { event: 'tokenization-webhook:payment-method:deleted', data: {} }
    expect(await post(await signForTests({ secret: SECRET, payload }))).toBe(204)
  })

  it('is notified again after a failed write, and writes then', async () => {
    let fails = true
    const { shop } = open({
      changeStore: (orders) => ({
        ...orders,
        settleOnce(id, told) {
          if (fails) throw new Error('the disk is full')
          return orders.settleOnce(id, told)
        },
      }),
    })
    const post = await start(shop)
    const reference = await shop.buy(1850)
    const message = await tell(reference, 'approved')
    expect(await post(message)).toBe(500)
    fails = false
    expect(await post(message)).toBe(204)
    expect(shop.orders.listShipments()).toEqual([reference])
  })

  it('ignores events after a restart that it has already handled', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'webhook-receiver-'))
    ended.push(() => rmSync(folder, { recursive: true, force: true }))
    const databaseFile = join(folder, 'orders.db')
    const before = open({ databaseFile })
    const reference = await before.shop.buy(1850)
    const message = await tell(reference, 'approved')
    expect(await (await start(before.shop))(message)).toBe(204)

    const after = open({ databaseFile })
    expect(await (await start(after.shop))(message)).toBe(204)
    expect(after.shop.orders.listShipments()).toEqual([reference])
    expect(after.shop.entries).toEqual([])
  })

  it('queries orders for which it received no event', async () => {
    const { shop, end } = open()
    const [paid, refused, waiting] = [await shop.buy(1850), await shop.buy(1850), await shop.buy(1850)]
    end(paid, 'APPROVED')
    end(refused, 'DECLINED')
    expect([await shop.reconcile(), await shop.reconcile()]).toEqual([2, 0])
    expect(shop.orders.listShipments()).toEqual([paid])
    expect(shop.orders.listOpen().map(({ reference }) => reference)).toEqual([waiting])
  })

  it('queries a payment again after a lost answer', async () => {
    const { shop, end, state } = open()
    state.isAway = true
    await expect(shop.buy(1850)).rejects.toThrow('no answer')
    const [order] = shop.orders.listOpen()
    expect(order).toMatchObject({ transactionId: null })
    expect(await shop.reconcile()).toBe(0)
    state.isAway = false
    end(order?.reference ?? '', 'APPROVED')
    expect(await shop.reconcile()).toBe(1)
    expect(shop.orders.listShipments()).toEqual([order?.reference])
  })
})

describe('the pages of the shop', () => {
  it('accepts an order and shows its outcome', async () => {
    const { shop } = open()
    const { url, close } = await listen(shop.listener)
    ended.push(close)
    const made = await fetch(`${url}/orders`, { method: 'POST', body: '{"amount":1850}' })
    expect(made.status).toBe(201)
    const { reference } = (await made.json()) as { reference: string }
    const shown = await (await fetch(`${url}/orders`)).json()
    expect(shown).toMatchObject({ orders: [{ reference, state: 'OPEN' }], shipments: [] })
    for (const body of ['', '{}', '{"amount":18.5}', 'x'.repeat(5_000)])
      expect((await fetch(`${url}/orders`, { method: 'POST', body })).status).toBe(422)
    expect((await fetch(`${url}/nowhere`)).status).toBe(404)
  })
})
