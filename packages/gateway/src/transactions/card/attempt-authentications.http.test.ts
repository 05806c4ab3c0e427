import type { Envelope, Transaction } from '@sluice/types'
import { expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { idOf, paymentRequest, payoutRequest, redirectRequest } from '../../../test/elsewhere.ts'

describeAtBothGateways('the record of an authentication', (current) => {
  const rowsOf = (id: string) => current().gateway.books.of('authentications', id)
  const summaryOf = async (id: string) =>
    (await rowsOf(id)).map((row) => [row['trans_status'], row['eci'], row['challenge_round']])

  it.each([
    ['a bank transfer', '/payment', () => paymentRequest(current().gateway, { method: 'BANK_TRANSFER' })],
    ['a payment on a page', '/payment', () => paymentRequest(current().gateway, { method: 'OPEN_BANKING' })],
    ['a payout', '/payout', () => payoutRequest(current().gateway, '100000000001')],
    ['BLIK', '/authorize', () => redirectRequest(current().gateway, 'partner-blik', { blikCode: '777123' })],
  ])('does not exist for %s, which does not use 3-D Secure', async (_, path, make) => {
    const { gateway } = current()
    const id = idOf(await gateway.post<Envelope>(`/api/transactions${path}`, make()))
    expect(await gateway.books.of('attempts', id)).toHaveLength(1)
    expect(await rowsOf(id)).toEqual([])
  })

  it('does not exist for a card that needs none, or for operations on its charge', async () => {
    const { gateway } = current()
    const { transaction } = await gateway.pay({ flow: 'NO_3DS' })
    expect(await rowsOf(transaction.id)).toEqual([])
    const { terminal_id, reference, currency } = transaction
    const refund = await gateway.post<Transaction>('/api/transactions/manage', {
      terminal_id,
      reference,
      currency,
      amount: 1,
      transaction_type: 'REFUND',
    })
    expect(await rowsOf(refund.id)).toEqual([])
  })

  it.each([
    ['NO_METHOD_FRICTIONLESS', [], ['Y', '05', 0]],
    ['FRICTIONLESS_REJECTED', [], ['R', '07', 0]],
    ['CHALLENGE', ['1234'], ['Y', '05', 1]],
    ['DOUBLE_CHALLENGE_SUCCESS', ['x', 'x'], ['Y', '05', 2]],
    ['NOT_ENROLLED', [], [null, null, 0]],
  ] as const)('is one row by %s, with the id that the 3DS Server uses', async (flow, atTheBank, row) => {
    const { transaction, threeDsServerTransId } = await current().gateway.pay({ flow, atTheBank })
    expect(await summaryOf(transaction.id)).toEqual([row])
    const [stored] = await rowsOf(transaction.id)
    if (threeDsServerTransId !== null) expect(stored?.['three_ds_server_trans_id']).toBe(threeDsServerTransId)
    else expect(stored?.['three_ds_server_trans_id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(stored?.['challenge_expires_at']).toBeNull()
  })

  it('is a row for each attempt, each under its own id', async () => {
    const { transaction } = await current().gateway.pay({ flow: 'FALLBACK_APPROVE_AFTER_2' })
    const ids = (await rowsOf(transaction.id)).map((row) => row['three_ds_server_trans_id'])
    expect(new Set(ids).size).toBe(3)
  })
})
