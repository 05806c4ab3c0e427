/** Tests unsolicited reports of simulated providers, which are signed events to the callback address. */
import type { Transaction, TransactionRecordList, SimulatedRecord } from '@sluice/types'
import { DISPUTE_EVENTS, RECORD_EVENTS, RECORD_KINDS } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { describeAtBothGateways } from './both-gateways.ts'

describeAtBothGateways('records of simulated providers', (current) => {
  const pay = async (transaction_type: 'PURCHASE' | 'AUTHORIZE' = 'PURCHASE') => {
    const { result } = await current().gateway.authorize({
      flow: 'NO_3DS',
      body: { transaction_type, amount: 10_000 },
    })
    return current().gateway.status(result?.id ?? '')
  }
  const manage = (
    parent: Transaction,
    transaction_type: 'CAPTURE' | 'REFUND',
    amount: number,
    metadata: Readonly<Record<string, string>> = {},
  ) => {
    const { id: parent_transaction_id, terminal_id, currency, reference } = parent
    const request = { terminal_id, currency, reference, amount, transaction_type, parent_transaction_id }
    return current().gateway.post<Transaction>('/api/transactions/manage', { ...request, metadata })
  }
  const simulate = async (of: Transaction, kind: string, more: object = {}) => {
    const request = { transaction_id: of.id, kind, ...more }
    const { status, body } = await current().gateway.send<SimulatedRecord>(
      'POST',
      '/simulators/records',
      request,
    )
    expect(status).toBe(201)
    return body
  }
  const list = async ({ id }: Transaction) =>
    (await current().gateway.get<TransactionRecordList>(`/api/transactions/${id}/records`)).data
  const eventsOf = async ({ id }: Transaction) =>
    (await current().gateway.books.of('events', id)).map(({ type }) => type)
  const providerEvents = () =>
    current().gateway.books.query(`select provider_id, kind, state from provider_events`)

  it.each(['CAPTURE', 'REFUND'] as const)('a pending %s is settled by an event', async (type) => {
    const { gateway } = current()
    const parent = await pay(type === 'CAPTURE' ? 'AUTHORIZE' : 'PURCHASE')
    const pending = await manage(parent, type, 10_000, { response_code: '1002' })
    expect(pending).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    await gateway.advance(3_000)
    expect(await gateway.status(pending.id)).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    const told = await gateway.books.query(
      `select kind, state from provider_events where transaction_id = '${pending.id}'`,
    )
    expect(told).toMatchObject([{ kind: 'OUTCOME', state: 'APPLIED' }])
  })

  it('every kind can be reported, and causes an event for the merchant', async () => {
    const authorization = await pay('AUTHORIZE')
    const capture = await manage(authorization, 'CAPTURE', 10_000)
    for (const kind of RECORD_KINDS) await simulate(capture, kind)
    expect((await list(capture)).map(({ kind }) => kind)).toEqual(RECORD_KINDS)
    // No deadline for evidence is within the first days.
    const steps = DISPUTE_EVENTS.filter((name) => !name.endsWith(':evidence-due'))
    const told = ['transaction-svc:transaction:capture:approved', ...steps, ...RECORD_EVENTS]
    expect((await eventsOf(capture)).toSorted()).toEqual(told.toSorted())
    expect(new Set((await providerEvents()).map(({ state }) => state))).toEqual(new Set(['APPLIED']))
  })

  it('a dispute withdraws the money, and gives a week for evidence', async () => {
    const { gateway } = current()
    const purchase = await pay()
    const opened = await simulate(purchase, 'DISPUTE_OPENED', { amount: 4_000 })
    expect(Date.parse(opened.respond_by ?? '')).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    const disputed = async () => (await gateway.status(purchase.id)).data?.operations?.disputed_amount
    expect(await disputed()).toBe(4_000)
    await simulate(purchase, 'DISPUTE_WON', { amount: 4_000 })
    expect(await disputed()).toBe(0)
    const records = await list(purchase)
    expect(new Set(records.map(({ dispute_id }) => dispute_id)).size).toBe(1)
  })

  it('a failed refund can be made again, also at the provider; reported twice, it counts once', async () => {
    const purchase = await pay()
    const refund = await manage(purchase, 'REFUND', 10_000)
    const { fact } = await simulate(refund, 'REFUND_FAILED')
    await simulate(refund, 'REFUND_FAILED', { fact })
    expect(await list(purchase)).toHaveLength(1)
    expect(await manage(purchase, 'REFUND', 10_000)).toMatchObject({ status: 'APPROVED' })
  })

  it('nothing can be reported for a declined payment, or another merchant’s', async () => {
    const { gateway } = current()
    const { result } = await gateway.authorize({ flow: 'NO_3DS', metadata: { response_code: '1004' } })
    for (const transaction_id of [result?.id, 'unknown']) {
      const answer = await gateway.send('POST', '/simulators/records', { transaction_id, kind: 'RETURNED' })
      expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ property: 'transaction_id' }] }])
    }
  })
})
