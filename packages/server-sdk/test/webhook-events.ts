import type { TransactionEvent, TransactionEventPayload } from '@sluice/types'

/** 32 bytes. */
export const SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='

export const OTHER_SECRET = 'whsec_OTg3NjU0MzIxMDk4NzY1NDMyMTA5ODc2NTQzMjEwOTg='

export const transactionPayload: TransactionEventPayload = {
  id: '0192f3a4-0000-7000-8000-000000000001',
  merchant_id: '0192f3a4-0000-7000-8000-000000000002',
  terminal_id: 'T00000000001',
  order_id: '0192f3a4-0000-7000-8000-000000000003',
  reference: 'order-1001',
  currency: 'EUR',
  amount: 1850,
  transaction_type: 'PURCHASE',
  processing_code: '0000',
  status: 'APPROVED',
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:05.000Z',
  customer_city: 'Čačak – 東京',
}

export const approved: TransactionEvent = {
  event: 'transaction-svc:transaction:purchase:approved',
  payload: transactionPayload,
}
