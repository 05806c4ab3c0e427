import { describe, expect, it } from 'vitest'
import {
  attachSession,
  createOrder,
  createOrderStore,
  currentAttempt,
  failAttempt,
  mayTryAgain,
  type Order,
  settle,
  startNextAttempt,
} from './orders.ts'
import { PRODUCTS } from './products.ts'

const [product] = PRODUCTS
const newOrder = (id = 'id'): Order =>
  createOrder({ id, number: 'TM-1', product: product as NonNullable<typeof product>, currency: 'EUR' })
const payment = { transactionId: 't', reference: 'TM-1' }

describe('an order', () => {
  it('takes its amount from the product, and its number as first reference', () => {
    expect(newOrder()).toMatchObject({ amountMinor: product?.priceMinor, currency: 'EUR', payment: null })
    expect(currentAttempt(newOrder())).toEqual({ reference: 'TM-1', sessionId: null, failure: null })
  })

  it('gets a new reference and a new session for every attempt', () => {
    const failed = failAttempt(attachSession(newOrder(), 's-1'), 'declined', '1004')
    const second = startNextAttempt(failed)
    const third = startNextAttempt(failAttempt(second, 'canceled', null))
    expect(third.attempts.map(({ reference }) => reference)).toEqual(['TM-1', 'TM-1-2', 'TM-1-3'])
    expect(currentAttempt(third).sessionId).toBeNull()
    expect(third.attempts[0]).toEqual({
      reference: 'TM-1',
      sessionId: 's-1',
      failure: { outcome: 'declined', processingCode: '1004' },
    })
  })

  it('may be retried only after an attempt that ended without payment', () => {
    expect(mayTryAgain(newOrder())).toBe(false)
    expect(mayTryAgain(failAttempt(newOrder(), 'expired', null))).toBe(true)
    expect(mayTryAgain(settle(failAttempt(newOrder(), 'expired', null), payment).order)).toBe(false)
  })

  it('is settled once', () => {
    const first = settle(newOrder(), payment)
    const again = settle(first.order, { ...payment, transactionId: 'other' })
    expect(first).toMatchObject({ settledNow: true, order: { payment } })
    expect(again).toEqual({ settledNow: false, order: first.order })
  })
})

describe('the store', () => {
  it('removes the oldest orders first', () => {
    const store = createOrderStore(2)
    for (const id of ['a', 'b', 'c']) store.save(newOrder(id))
    expect(['a', 'b', 'c'].map((id) => store.find(id)?.id)).toEqual([undefined, 'b', 'c'])
  })
})
