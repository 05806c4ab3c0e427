import type { Transaction } from '@sluice/types'
import { expect, it } from 'vitest'

import { copyAs, operationOf, readingOf } from './copy-as.ts'

const refund = {
  id: 'refund-1',
  terminal_id: 'T1',
  reference: "Ada's order",
  transaction_type: 'REFUND',
  amount: 100,
  currency: 'EUR',
  status: 'APPROVED',
  data: { parent_id: 'payment-1' },
} as Transaction

it('writes a change for a shell, whatever a reference holds', () => {
  const call = operationOf(refund)
  expect(call && copyAs('curl', call)).toBe(`curl "$SLUICE_BASE_URL/api/transactions/manage" \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"terminal_id":"T1","reference":"Ada'\\''s order","transaction_type":"REFUND","amount":100,"currency":"EUR","parent_transaction_id":"payment-1"}'
`)
})

it('writes a change for the SDK, and a test of it', () => {
  const call = operationOf(refund)
  expect(call && copyAs('sdk', call)).toContain('await client.transactions.manage({\n  "terminal_id": "T1",')
  expect(call && copyAs('test', call)).toContain("expect(answer.status).toBe('APPROVED')")
})

it('writes how a payment is read, and no card of it', () => {
  const call = readingOf({ ...refund, transaction_type: 'PURCHASE' })
  expect(operationOf({ ...refund, transaction_type: 'PURCHASE' })).toBeNull()
  expect(copyAs('sdk', call)).toContain('client.transactions.status("refund-1")')
  expect(copyAs('curl', call)).not.toContain('-d ')
})
