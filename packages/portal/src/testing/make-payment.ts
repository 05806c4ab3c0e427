import type { Transaction, TransactionEvent } from '@sluice/types'

/** A payment as the gateway sends it; a purchase that was approved unless the changes say otherwise. */
export function makePayment(changes: object = {}): Transaction {
  const payment = {
    id: '019aa000-0000-7000-8000-000000000001',
    merchant_id: 'merchant-1',
    terminal_id: 'T00000000001',
    reference: 'order-1001',
    description: 'Harbour mug',
    amount: 12_990,
    currency: 'EUR',
    transaction_type: 'PURCHASE',
    status: 'APPROVED',
    processing_code: '0000',
    response_message: 'Approved',
    errors: [],
    customer: { email: 'ada@shopper.example' },
    payment_method: { type: 'card', brand: 'VISA', masked: '424242******4242', method: '424242******4242' },
    processing_result: { payment_provider_id: 'sim-a', approval_code: '123456' },
    data: {
      operations: {
        authorized_amount: 12_990,
        approved_amount: 12_990,
        captured_amount: 12_990,
        refunded_amount: 0,
        voided_amount: 0,
        open_amount: 0,
        final_capture: false,
      },
    },
    ...changes,
  }
  return payment as unknown as Transaction
}

/** With 10.00 of it refunded. */
export function makePartlyRefunded(): Transaction {
  const { data } = makePayment()
  return makePayment({ data: { operations: { ...data?.operations, refunded_amount: 1_000 } } })
}

/** An event about a payment, as the gateway sends it. */
export function makeEvent(payload: object = {}): TransactionEvent {
  const { id, reference, amount, currency, status, transaction_type } = makePayment()
  const told = {
    id,
    reference,
    amount,
    currency,
    status,
    transaction_type,
    created_at: '2026-11-30T10:00:00Z',
  }
  return { payload: { ...told, parent_id: null, ...payload } } as unknown as TransactionEvent
}
