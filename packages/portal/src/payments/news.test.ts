import type { TransactionEvent } from '@sluice/types'
import { describe, expect, it } from 'vitest'

import { isListed, News } from './news.ts'

const payment = {
  id: 'a',
  reference: 'order-1',
  amount: 1250,
  currency: 'EUR',
  status: 'DECLINED',
  transaction_type: 'PURCHASE',
  customer_email: 'Ada@shop.example',
  payment_method_masked: '424242******4242',
  created_at: '2026-03-05T12:00:00.000Z',
} as TransactionEvent['payload']

describe('a list', () => {
  it.each([
    [{}, true],
    [{ status: 'DECLINED', amount: '1250' }, true],
    [{ status: 'APPROVED' }, false],
    [{ email: 'ada@shop.example' }, true],
    [{ last4: '4242', reference: 'order-1' }, true],
    [{ last4: '1111' }, false],
    [{ reference_or_last4: '4242' }, true],
    [{ reference_or_last4: 'order-1' }, true],
    [{ reference_or_last4: '1111' }, false],
    [{ from: '2026-03-01', to: '2026-03-31' }, true],
    [{ from: '2026-03-20' }, false],
    [{ to: '2026-03-01' }, false],
    [{ parent_id: 'b' }, false],
  ])('with the filters %j would show the payment: %s', (filters, expected) => {
    expect(isListed(payment, filters)).toBe(expected)
  })
})

describe('the changes of a list', () => {
  it('are payments that it lacks, and changes of those that it has, each once', () => {
    const news = new News()
    const shown = new Set(['b'])
    expect(news.hear(payment, {}, shown)).toBe(true)
    expect(news.hear(payment, {}, shown)).toBe(false)
    expect(news.hear({ ...payment, id: 'b' }, { status: 'APPROVED' }, shown)).toBe(true)
    expect(news.hear({ ...payment, id: 'c' }, { status: 'APPROVED' }, shown)).toBe(false)
    expect([news.added, news.changed]).toEqual([1, 1])
  })
})
