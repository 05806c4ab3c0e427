import { describe, expect, it } from 'vitest'
import { createFakeGateway, json } from '../../test/fake-gateway.ts'
import { transaction } from '../../test/records.ts'
import { createClient } from '../client.ts'

const setUp = () => {
  const gateway = createFakeGateway({ api: () => json(200, transaction) })
  const { transactions } = createClient(gateway.options)
  return { transactions, sent: () => JSON.parse(gateway.apiRequests.at(-1)?.body ?? '{}') as unknown }
}

const { id, terminal_id, reference, currency, amount } = transaction
const whole = { terminal_id, reference, currency, amount, parent_transaction_id: id }

describe('operations on a payment', () => {
  it.each(['capture', 'refund', 'void'] as const)('%s acts on the whole payment', async (verb) => {
    const { transactions, sent } = setUp()
    await transactions[verb](transaction)
    expect(sent()).toEqual({ ...whole, transaction_type: verb.toUpperCase() })
  })

  it('act on a part, with metadata', async () => {
    const { transactions, sent } = setUp()
    await transactions.refund(transaction, { amount: 100, metadata: { reason: 'damaged' } })
    expect(sent()).toEqual({
      ...whole,
      transaction_type: 'REFUND',
      amount: 100,
      metadata: { reason: 'damaged' },
    })
  })

  it('a capture can keep the rest open', async () => {
    const { transactions, sent } = setUp()
    await transactions.capture(transaction, { amount: 100, finalCapture: false })
    expect(sent()).toMatchObject({ amount: 100, options: { final_capture: false } })
  })

  it('a void releases the open amount of an authorization', async () => {
    const { transactions, sent } = setUp()
    const operations = {
      authorized_amount: amount,
      captured_amount: amount - 250,
      refunded_amount: 0,
      voided_amount: 0,
      open_amount: 250,
      final_capture: false,
    }
    await transactions.void({ ...transaction, transaction_type: 'AUTHORIZE', data: { operations } })
    expect(sent()).toMatchObject({ transaction_type: 'VOID', amount: 250 })
  })

  it('an extension applies to the open amount', async () => {
    const { transactions, sent } = setUp()
    const operations = {
      authorized_amount: amount + 500,
      captured_amount: 0,
      refunded_amount: 0,
      voided_amount: 0,
      open_amount: amount + 500,
      final_capture: false,
    }
    await transactions.extend({ ...transaction, transaction_type: 'AUTHORIZE', data: { operations } })
    expect(sent()).toEqual({ ...whole, transaction_type: 'EXTEND', amount: amount + 500 })
  })

  it('an increment sends the added amount', async () => {
    const { transactions, sent } = setUp()
    await transactions.increment(transaction, { amount: 100 })
    expect(sent()).toEqual({ ...whole, transaction_type: 'INCREMENT', amount: 100 })
    // @ts-expect-error -- without an amount it would double the payment.
    await expect(transactions.increment(transaction, {})).rejects.toThrow(
      'amount must be the amount that the increment adds',
    )
  })

  it('types: a fractional amount does not compile', async () => {
    const { transactions } = setUp()
    // @ts-expect-error -- 18.5 is no amount in minor units.
    await expect(transactions.refund(transaction, { amount: 18.5 })).rejects.toThrow(/amount/)
  })
})
