import type { EmbeddedSession, StatusFound, TransactionList } from '@sluice/types'
import { expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from '../../../test/both-gateways.ts'
import { BROWSER_INFO, type MerchantAtGateway } from '../../../test/merchant-at-gateway.ts'

function find(merchant: MerchantAtGateway, query: Readonly<Record<string, string>>) {
  return merchant.send<TransactionList>('GET', `/api/transactions?${new URLSearchParams(query).toString()}`)
}

async function idsOf(merchant: MerchantAtGateway, query: Readonly<Record<string, string>>) {
  const { status, text, body } = await find(merchant, query)
  expect(status, text).toBe(200)
  return body.data.map(({ id }) => id)
}

describeAtBothGateways('the list of transactions', (current) => {
  it('finds a payment by every detail that a merchant has, and shows it as the status does', async () => {
    const { gateway } = current()
    const merchant = await otherMerchant(gateway)
    const customer = { first_name: 'Ada', email: 'Ada.Lovelace@Example.com' }
    const { result } = await merchant.authorize({ flow: 'NO_3DS', body: { customer, amount: 4_211 } })
    await merchant.authorize({ flow: 'NO_3DS', card: { number: '5555555555554444' } })
    const id = result?.id ?? ''
    const refund = await merchant.post<{ id: string }>('/api/transactions/manage', {
      transaction_type: 'REFUND',
      reference: result?.reference,
      terminal_id: merchant.ready.terminal_id,
      parent_transaction_id: id,
      amount: 211,
      currency: 'EUR',
    })

    for (const query of [
      { reference: result?.reference ?? '', transaction_type: 'PURCHASE' },
      { email: 'ada.lovelace@example.COM', transaction_type: 'PURCHASE' },
      { last4: '4242', status: 'APPROVED', transaction_type: 'PURCHASE' },
      { reference_or_last4: '4242', amount: '4211' },
      { reference_or_last4: result?.reference ?? '', transaction_type: 'PURCHASE' },
      { amount: '4211' },
      { amount: '4211', currency: 'EUR', terminal_id: merchant.ready.terminal_id },
      { from: '2026-01-01T00:00:00+01:00', amount: '4211' },
    ]) {
      expect(await idsOf(merchant, query), JSON.stringify(query)).toContain(id)
      expect(await idsOf(merchant, query), JSON.stringify(query)).toHaveLength(1)
    }
    expect(await idsOf(merchant, { parent_id: id })).toEqual([refund.id])
    expect(await idsOf(merchant, { reference: result?.reference ?? '' })).toEqual([refund.id, id])
    const { body } = await find(merchant, { amount: '4211' })
    expect(body).toEqual({
      data: [(await merchant.get<StatusFound>(`/api/transactions/${id}/status`)).transaction],
      next_cursor: null,
    })
    expect(await idsOf(merchant, { to: '2026-01-01T00:00:00Z' })).toEqual([])
    for (const to of ['1960-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '1970-01-01T00:00:00+14:00'])
      expect(await idsOf(merchant, { to }), to).toEqual([])
    expect(await idsOf(merchant, { from: '0001-01-01T00:00:00Z', amount: '4211' })).toEqual([id])
  })

  it('returns page after page, newest first', async () => {
    const { gateway } = current()
    const merchant = await otherMerchant(gateway)
    const paid: string[] = []
    for (let count = 0; count < 3; count += 1)
      paid.unshift((await merchant.authorize({ flow: 'NO_3DS' })).result?.id ?? '')
    const first = (await find(merchant, { limit: '2' })).body
    expect(first.data.map(({ id }) => id)).toEqual(paid.slice(0, 2))
    await merchant.authorize({ flow: 'NO_3DS' })
    const second = (await find(merchant, { limit: '2', cursor: first.next_cursor ?? '' })).body
    expect(second.data.map(({ id }) => id)).toEqual(paid.slice(2))
    expect(second.next_cursor).toBeNull()
  })

  it('finds the payments of a session', async () => {
    const { gateway } = current()
    const session = await gateway.post<EmbeddedSession>('/api/sessions', gateway.sessionRequest())
    expect(await idsOf(gateway, { session_id: session.id })).toEqual([])
    const { text } = await gateway.sendFromBrowser('POST', `/api/client/sessions/${session.id}/payments`, {
      payment_method: { type: 'card', data: await gateway.seal({}, session.id) },
      browser_info: BROWSER_INFO,
    })
    const paid = await gateway.status(session.id)
    expect(await idsOf(gateway, { session_id: session.id }), text).toEqual([paid.id])
  })

  it('contains no transaction of another merchant', async () => {
    const { gateway } = current()
    const { result } = await gateway.authorize({ flow: 'NO_3DS' })
    const other = await otherMerchant(gateway)
    expect(await idsOf(other, {})).toEqual([])
    expect(await idsOf(other, { reference: result?.reference ?? '' })).toEqual([])
    expect(await idsOf(other, { parent_id: result?.id ?? '' })).toEqual([])
  })

  it.each([
    [{ amount: '12.5' }, 'amount', 'has an invalid format'],
    [{ last4: '42' }, 'last4', 'has an invalid format'],
    [{ reference_or_last4: 'x'.repeat(256) }, 'reference_or_last4', null],
    [{ status: 'PAID' }, 'status', null],
    [{ from: 'yesterday' }, 'from', null],
    [{ limit: '101' }, 'limit', 'must be between 1 and 100'],
    [{ cursor: 'nonsense' }, 'cursor', 'has an invalid format'],
    [{ e_mail: 'ada@example.com' }, 'e_mail', 'is not a documented field'],
  ])('names a filter that it cannot use: %j', async (query, property, message) => {
    const answer = await find(current().gateway, query)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      errors: [{ property, ...(message === null ? {} : { message }) }],
    })
  })
})
