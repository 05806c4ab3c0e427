import type { Transaction } from '@sluice/types'
import { expect, it } from 'vitest'
import { describePayment } from './describe-payment.ts'

const PAID = {
  id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b14',
  status: 'APPROVED',
  transaction_type: 'PURCHASE',
  amount: 12_000,
  currency: 'EUR',
  reference: 'order-1',
  processing_code: null,
  response_message: null,
} as Transaction

it.each([
  ['a payment', PAID, '120.00 EUR  order-1'],
  [
    'a payment in installments',
    { ...PAID, data: { installments: { count: 3 } } },
    '120.00 EUR in 3 installments  order-1',
  ],
  [
    'why a payment was declined',
    { ...PAID, processing_code: '1001', response_message: 'Insufficient funds' },
    '120.00 EUR  order-1  1001 Insufficient funds',
  ],
])('describes %s', (_, transaction, end) => {
  expect(describePayment(transaction)).toBe(`${PAID.id}  APPROVED  PURCHASE  ${end}`)
})
