import type { Envelope, Transaction } from '@sluice/types'
import { describe, expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from '../../../test/both-gateways.ts'
import { idOf, paymentRequest, press, RETURN_URLS, upiRequest } from '../../../test/elsewhere.ts'

const PATH = '/api/transactions/payment'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const METHODS = [
  ['OPEN_BANKING', 'payment_open_banking', 'EUR', 'DE'],
  ['UPI', 'payment_upi', 'INR', 'IN'],
  ['WALLETS', 'payment_wallets', 'EUR', 'DE'],
  ['QR_CODE', 'payment_qr_code', 'EUR', 'DE'],
] as const

describeAtBothGateways('payments', (current) => {
  const pay = (changes: Record<string, unknown> = {}) =>
    current().gateway.post<Envelope>(PATH, paymentRequest(current().gateway, changes))
  const statusOf = (envelope: Envelope) => current().gateway.status(idOf(envelope))
  const eventsOf = async (id: string) =>
    (await current().rowsOf('events')).filter((row) => row['transaction_id'] === id)
  const causesOf = async (id: string) => {
    const history = `select cause from transaction_history where transaction_id = '${id}' order by seq`
    return (await current().gateway.books.query(history)).map(({ cause }) => cause)
  }

  describe('payments: the methods', () => {
    it.each(METHODS)('%s leads to a page of the provider', async (method, type, currency, country) => {
      const envelope = await pay({ method, currency, country })
      expect(envelope).toMatchObject({ result: null, action: null, form_submit: null })
      const transaction = await statusOf(envelope)
      expect(envelope.redirect).toMatchObject({ transaction_id: transaction.id })
      expect(transaction).toMatchObject({
        status: 'PENDING',
        processing_code: '1002',
        transaction_type: 'PAYMENT',
        customer_ip: '203.0.113.7',
        payment_method: { type, method, brand: null, masked: null, hash: null, token: null },
        redirect_url: envelope.redirect?.url,
        processing_result: { payment_provider_id: 'sim-payments' },
      })
    })

    it('BANK_TRANSFER shows the account, and expires after three days', async () => {
      const request = paymentRequest(current().gateway, { method: 'BANK_TRANSFER' })
      const { result, redirect } = await current().gateway.post<Envelope>(PATH, request)
      expect(redirect).toBeNull()
      expect(result).toMatchObject({
        status: 'PENDING',
        processing_code: '1002',
        payment_method: { type: 'payment_bank_transfer', method: 'BANK_TRANSFER' },
      })
      expect(result?.redirect_url).toMatch(/\/orders\/[\w-]+\/pay$/)
      const transfer = result?.data?.bank_transfer
      expect(Object.keys(transfer ?? {}).sort()).toEqual([
        'account_name',
        'bic',
        'expires_at',
        'iban',
        'kind',
        'reference',
      ])
      const leftMs = Date.parse(transfer?.expires_at ?? '') - current().gateway.clock.now()
      expect(leftMs).toBeGreaterThan(3 * DAY_MS - MINUTE_MS)
      expect(leftMs).toBeLessThanOrEqual(3 * DAY_MS)
      // A repeated request gets the instructions again.
      expect(await current().gateway.post<Envelope>(PATH, request)).toEqual({
        result,
        action: null,
        redirect: null,
        form_submit: null,
      })
      await current().gateway.advance(2 * DAY_MS)
      expect(await current().gateway.status(result?.id ?? '')).toMatchObject({ status: 'PENDING' })
      await current().gateway.advance(DAY_MS)
      expect(await current().gateway.status(result?.id ?? '')).toMatchObject({
        status: 'SESSION_EXPIRED',
        processing_code: '1005',
        redirect_url: null,
      })
    })

    it('UPI is accepted in India and in rupees only', async () => {
      const { gateway } = current()
      const answer = await gateway.send('POST', PATH, upiRequest(gateway, { currency: 'EUR', country: 'DE' }))
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ errors: [{ property: 'currency' }, { property: 'country' }] })
    })

    it.each([
      ['success@upi', 'APPROVED', '0000'],
      ['failure@razorpay', 'DECLINED', '1000'],
      ['pending@upi', 'PENDING', '1002'],
    ])('%s ends as %s', async (vpa, status, code) => {
      const { gateway } = current()
      const envelope = await gateway.post<Envelope>(PATH, upiRequest(gateway, { options: { vpa } }))
      await gateway.advance(10_000)
      expect(await statusOf(envelope)).toMatchObject({ status, processing_code: code })
    })
  })

  describe('payments: what simulated flows request', () => {
    it.each([
      ['APPROVED', 'APPROVED', '0000'],
      ['DECLINED', 'DECLINED', '1000'],
      ['PENDING', 'PENDING', '1002'],
    ])('%s answers at once', async (flow, status, code) => {
      const { result, redirect } = await pay({ metadata: { simulated_flow: flow } })
      expect(redirect).toBeNull()
      expect(result).toMatchObject({
        status,
        processing_code: code,
        approved: status === 'APPROVED',
        pending: status === 'PENDING',
      })
      await current().gateway.advance(60 * MINUTE_MS)
      expect(await current().gateway.status(result?.id ?? '')).toMatchObject({ status })
    })

    it.each([
      ['PENDING_APPROVED', 'APPROVED', '0000'],
      ['PENDING_DECLINED', 'DECLINED', '1000'],
    ])('%s ends after three seconds, by the provider’s report', async (flow, status, code) => {
      const { result } = await pay({ metadata: { simulated_flow: flow } })
      expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002' })
      await current().gateway.advance(3_000)
      expect(await current().gateway.status(result?.id ?? '')).toMatchObject({
        status,
        processing_code: code,
      })
      expect(await eventsOf(result?.id ?? '')).toHaveLength(1)
    })

    it('rejects a flow of other methods', async () => {
      const { gateway } = current()
      const answer = await gateway.send(
        'POST',
        PATH,
        paymentRequest(gateway, { metadata: { simulated_flow: 'CHALLENGE' } }),
      )
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ errors: [{ property: 'metadata.simulated_flow' }] })
    })
  })

  describe('payments: the provider’s page', () => {
    it.each([
      ['approve', 'APPROVED', '0000', RETURN_URLS.return_url],
      ['decline', 'DECLINED', '1000', RETURN_URLS.error_url],
      ['cancel', 'CANCELED', '1003', RETURN_URLS.cancel_url],
      ['stay', 'PENDING', '1002', RETURN_URLS.return_url],
    ])('%s makes it %s and leads back to the shop', async (button, status, code, back) => {
      const envelope = await pay({ method: 'WALLETS' })
      const page = await press(`${envelope.redirect?.url}?step=confirm`, button)
      expect(page.location).toBe(back)
      const transaction = await statusOf(envelope)
      expect(transaction).toMatchObject({ status, processing_code: code })
      const events = await eventsOf(transaction.id)
      if (status === 'PENDING') expect(events).toEqual([])
      else {
        const name = `transaction-svc:transaction:payment:${status.toLowerCase()}`
        expect(events.map((row) => row['type'])).toEqual([name])
        expect(JSON.parse(String(events[0]?.['payload']))).toMatchObject({
          payload: { transaction_initiated_by: 'CUSTOMER', transaction_type: 'PAYMENT', status },
        })
      }
    })

    it('expires after fifteen minutes if the customer does not return', async () => {
      const envelope = await pay()
      await current().gateway.advance(14 * MINUTE_MS)
      expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING' })
      await current().gateway.advance(MINUTE_MS)
      expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
      expect(await causesOf(idOf(envelope))).toEqual(['payment', 'provider'])
    })
  })

  describe('payments that the merchant’s settings forbid', () => {
    it('a terminal without payments gives an INVALID result that does not use up the reference', async () => {
      const { gateway } = current()
      const terminal = gateway.ready.terminals.find(({ features }) => !features.includes('TRX_TYPE_PAYMENT'))
      const request = paymentRequest(gateway, { terminal_id: terminal?.terminal_id })
      for (let time = 0; time < 2; time += 1) {
        const { result } = await gateway.post<Envelope>(PATH, request)
        expect(result).toMatchObject({
          status: 'INVALID',
          processing_code: '2011',
          payment_method: { type: 'payment_open_banking', method: 'OPEN_BANKING' },
          errors: [
            {
              property: 'terminal_id',
              message: 'the terminal lacks the feature TRX_TYPE_PAYMENT',
              params: ['terminal_id'],
            },
          ],
        })
      }
    })

    it('unknown and inactive terminals give INVALID results', async () => {
      const inactive = current().gateway.ready.terminals.find(({ note }) => note === 'inactive')
      expect((await pay({ terminal_id: 'T99999999999' })).result).toMatchObject({ processing_code: '2013' })
      expect((await pay({ terminal_id: inactive?.terminal_id })).result).toMatchObject({
        status: 'INVALID',
        processing_code: '2014',
      })
    })
  })

  describe('payments: the same reference again', () => {
    it('returns the redirect while the payment is pending, and its result afterwards', async () => {
      const { gateway } = current()
      const request = paymentRequest(gateway)
      const first = await gateway.post<Envelope>(PATH, request)
      expect(await gateway.post<Envelope>(PATH, request)).toEqual(first)
      await press(`${first.redirect?.url}?bank=kopernik`, 'approve')
      const again = await gateway.post<Envelope>(PATH, { ...request, method: 'WALLETS' })
      expect(again).toEqual({
        result: await statusOf(first),
        action: null,
        redirect: null,
        form_submit: null,
      })
      expect(again.result).toMatchObject({ status: 'APPROVED' })
    })

    it('returns the redirect even if the origin of its addresses is no longer registered', async () => {
      const { gateway, execute } = current()
      const merchant = await otherMerchant(gateway)
      const request = paymentRequest(merchant)
      const first = await merchant.post<Envelope>(PATH, request)
      await execute(
        `update terminals set options = substr(options, 1, length(options) - 1) || ',"origins":["https://other.example"]}' where merchant_id = '${merchant.ready.merchant_id}'`,
      )
      await gateway.advanceRealTime(6_000)
      expect(await merchant.post<Envelope>(PATH, request)).toEqual(first)
      const fresh = { ...request, reference: merchant.nextReference() }
      expect((await merchant.send('POST', PATH, fresh)).status).toBe(422)
    })

    it('is rejected with another amount or currency, and nothing is stored', async () => {
      const { gateway } = current()
      const request = paymentRequest(gateway)
      await gateway.post(PATH, request)
      const before = (await current().rowsOf('transactions')).length
      for (const change of [{ amount: 1_051 }, { currency: 'USD' }]) {
        const answer = await gateway.send('POST', PATH, { ...request, ...change })
        expect(answer.status).toBe(422)
        expect(answer.body).toMatchObject({
          errors: [
            {
              property: 'reference',
              message: 'already used with a different amount or currency',
              params: ['reference'],
            },
          ],
        })
      }
      expect((await current().rowsOf('transactions')).length).toBe(before)
    })

    it('is rejected if it belongs to no payment', async () => {
      const { gateway } = current()
      const { result } = await gateway.authorize({ flow: 'NO_3DS' })
      const { reference, amount, currency } = result as Transaction
      const answer = await gateway.send(
        'POST',
        PATH,
        paymentRequest(gateway, { reference, amount, currency }),
      )
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ errors: [{ property: 'reference', message: 'already exists' }] })
    })

    it('makes one transaction and returns one answer for a hundred requests at once', async () => {
      const { gateway } = current()
      const request = paymentRequest(gateway, { metadata: { simulated_delay_ms: 300 } })
      const envelopes = await Promise.all(
        Array.from({ length: 100 }, () => gateway.post<Envelope>(PATH, request)),
      )
      expect(new Set(envelopes.map((envelope) => JSON.stringify(envelope))).size).toBe(1)
      expect(envelopes[0]?.redirect).not.toBeNull()
      const made = (await current().rowsOf('transactions')).filter(
        (row) => row['reference'] === request['reference'],
      )
      expect(made).toHaveLength(1)
    })
  })

  describe('payments: a provider with wrong reports', () => {
    const approve = async (fault: string) => {
      const envelope = await pay({ method: 'QR_CODE', metadata: { simulated_fault: fault } })
      await press(envelope.redirect?.url ?? '', 'approve')
      return idOf(envelope)
    }
    const alertsOf = async (id: string) =>
      (await current().rowsOf('alerts'))
        .filter((row) => row['transaction_id'] === id)
        .map((row) => row['kind'])

    it.each([
      ['DUPLICATE_CALLBACK', []],
      ['REORDERED_CALLBACKS', []],
      ['CONTRADICTING_CALLBACK', ['CONTRADICTION']],
    ])('%s: the payment is approved once', async (fault, alerts) => {
      const id = await approve(fault)
      await current().gateway.advance(MINUTE_MS)
      expect(await current().gateway.status(id)).toMatchObject({ status: 'APPROVED' })
      expect(await eventsOf(id)).toHaveLength(1)
      expect(await alertsOf(id)).toEqual(alerts)
    })

    it('WRONG_AMOUNT_CALLBACK: the provider’s answer decides, not the report', async () => {
      // The shopper has returned, so the provider was queried.
      const id = await approve('WRONG_AMOUNT_CALLBACK')
      expect(await alertsOf(id)).toEqual(['AMOUNT_MISMATCH'])
      expect(await current().gateway.status(id)).toMatchObject({ status: 'APPROVED' })
    })

    it('LATE_CALLBACK: the payment has expired, and the money is reversed', async () => {
      const id = await approve('LATE_CALLBACK')
      await current().gateway.advance(15 * MINUTE_MS)
      expect(await current().gateway.status(id)).toMatchObject({ status: 'SESSION_EXPIRED' })
      await current().gateway.advance(2 * MINUTE_MS)
      expect(await current().gateway.status(id)).toMatchObject({ status: 'SESSION_EXPIRED' })
      expect(await alertsOf(id)).toEqual(['LATE_SUCCESS'])
      const alert = (await current().rowsOf('alerts')).find((row) => row['transaction_id'] === id)
      expect(alert?.['reversed_at']).not.toBeNull()
    })
  })

  describe('payments: a provider whose answer is lost', () => {
    it.each([
      ['RESET_AFTER_EXECUTION', 'APPROVED', '0000'],
      ['MALFORMED_ANSWER', 'APPROVED', '0000'],
      ['RESET_BEFORE_EXECUTION', 'DECLINED', '1001'],
      ['SERVER_ERROR', 'DECLINED', '1001'],
    ])('%s is PENDING until the provider reports: %s', async (fault, status, code) => {
      const { result } = await pay({ metadata: { simulated_flow: 'APPROVED', simulated_fault: fault } })
      expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002' })
      for (const seconds of [2, 5, 15, 60]) await current().gateway.advance(seconds * 1000)
      expect(await current().gateway.status(result?.id ?? '')).toMatchObject({
        status,
        processing_code: code,
      })
      expect(await eventsOf(result?.id ?? '')).toHaveLength(1)
    })

    it('an order whose page is never opened expires', async () => {
      const { result } = await pay({ metadata: { simulated_fault: 'RESET_AFTER_EXECUTION' } })
      expect(result).toMatchObject({ status: 'PENDING' })
      await current().gateway.advance(10 * MINUTE_MS)
      expect(await current().gateway.status(result?.id ?? '')).toMatchObject({ status: 'PENDING' })
      await current().gateway.advance(30 * MINUTE_MS)
      expect(await current().gateway.status(result?.id ?? '')).toMatchObject({
        status: 'SESSION_EXPIRED',
        processing_code: '1005',
      })
      expect(await causesOf(result?.id ?? '')).toEqual(['payment', 'janitor'])
    })
  })
})
