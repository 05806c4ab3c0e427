/** Tests how the whole gateway processes reports of the simulated providers. */
import type { Envelope, Transaction } from '@sluice/types'
import type { SimulatedFault } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { idOf, paymentRequest, payoutRequest, press, RETURN_URLS } from './elsewhere.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

const EXPIRES_AFTER_MS = 900_000
const MINUTE_MS = 60_000

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

async function startPayment(simulated_fault?: SimulatedFault) {
  const request = paymentRequest(gateway, {
    method: 'WALLETS',
    metadata: simulated_fault === undefined ? {} : { simulated_fault },
  })
  const envelope = await gateway.post<Envelope>('/api/transactions/payment', request)
  return { id: idOf(envelope), page: `${envelope.redirect?.url}?step=confirm` }
}

const alertsOf = async (id: string) =>
  (await gateway.books.of('alerts', id)).map((row) => [row['kind'], row['reversed_at'] !== null])

const reversedAt = async (id: string) => (await gateway.books.of('orders', id))[0]?.['reversed_at']

describe('simulated providers: the shopper has returned to the shop', () => {
  it.each([
    ['approve', 'APPROVED', '0000', RETURN_URLS.return_url],
    ['decline', 'DECLINED', '1000', RETURN_URLS.error_url],
    ['cancel', 'CANCELED', '1003', RETURN_URLS.cancel_url],
  ] as const)('and after %s the status is %s already', async (button, status, code, url) => {
    const { id, page } = await startPayment()
    expect((await press(page, button)).location).toBe(url)
    expect(await gateway.status(id)).toMatchObject({ status, processing_code: code })
  })

  it('and the payment still waits after "stay pending", until the page is opened again', async () => {
    const { id, page } = await startPayment()
    expect((await press(page, 'stay')).location).toBe(RETURN_URLS.return_url)
    expect(await gateway.status(id)).toMatchObject({ status: 'PENDING' })
    await press(page, 'approve')
    expect(await gateway.status(id)).toMatchObject({ status: 'APPROVED' })
  })
})

describe('simulated providers: wrong reports', () => {
  it.each(['DUPLICATE_CALLBACK', 'REORDERED_CALLBACKS'] as const)(
    '%s ends normally, with one event',
    async (fault) => {
      const { id, page } = await startPayment(fault)
      await press(page, 'approve')
      expect(await gateway.status(id)).toMatchObject({ status: 'APPROVED' })
      expect(await alertsOf(id)).toEqual([])
      expect(await gateway.books.of('events', id)).toHaveLength(1)
    },
  )

  it('CONTRADICTING_CALLBACK: the first report counts, and an alert is raised', async () => {
    const { id, page } = await startPayment('CONTRADICTING_CALLBACK')
    await press(page, 'approve')
    expect(await gateway.status(id)).toMatchObject({ status: 'APPROVED' })
    expect(await alertsOf(id)).toEqual([['CONTRADICTION', false]])
  })

  it('LATE_CALLBACK: the payment has expired, and the money is reversed', async () => {
    const { id, page } = await startPayment('LATE_CALLBACK')
    await press(page, 'approve')
    await gateway.advance(EXPIRES_AFTER_MS)
    expect(await gateway.status(id)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
    await gateway.advance(MINUTE_MS)
    await gateway.advance(MINUTE_MS)
    expect(await gateway.status(id)).toMatchObject({ status: 'SESSION_EXPIRED' })
    expect(await alertsOf(id)).toEqual([['LATE_SUCCESS', true]])
    expect(await reversedAt(id)).toEqual(expect.any(Number))
  })

  it('WRONG_AMOUNT_CALLBACK: the status query when the shopper returns settles the payment, not the report', async () => {
    const { id, page } = await startPayment('WRONG_AMOUNT_CALLBACK')
    expect((await press(page, 'approve')).location).toBe(RETURN_URLS.return_url)
    expect(await gateway.status(id)).toMatchObject({ status: 'APPROVED', amount: 1_050 })
    expect(await alertsOf(id)).toEqual([['AMOUNT_MISMATCH', false]])
  })
})

describe('simulated providers: without a page', () => {
  it('follow the clock of the sandbox', async () => {
    const request = paymentRequest(gateway, { metadata: { simulated_flow: 'PENDING_DECLINED' } })
    const { result } = await gateway.post<Envelope>('/api/transactions/payment', request)
    expect(result).toMatchObject({ status: 'PENDING' })
    await gateway.post('/simulators/clock', { advance_seconds: 3 })
    expect(await gateway.status(result?.id ?? '')).toMatchObject({
      status: 'DECLINED',
      processing_code: '1000',
    })
  })

  it('a payout is approved three seconds later, by a report', async () => {
    const { result } = await gateway.post<Envelope>(
      '/api/transactions/payout',
      payoutRequest(gateway, '998877665544'),
    )
    expect(result).toMatchObject({ status: 'PENDING' })
    await gateway.advance(3_000)
    const { processing_result, status }: Transaction = await gateway.status(result?.id ?? '')
    expect(status).toBe('APPROVED')
    expect(processing_result.reference_number).toMatch(/^[0-9]{12}$/)
    const callbacks = await gateway.books.all('callbacks')
    expect(callbacks.filter((row) => String(row['body']).includes(result?.id ?? ''))).toMatchObject([
      { delivered_at: expect.any(Number), tries: 1 },
    ])
  })
})
