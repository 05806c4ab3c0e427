import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Envelope } from '@sluice/types'
import { describe, expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { payoutRequest } from '../../../test/elsewhere.ts'

const PATH = '/api/transactions/payout'

describeAtBothGateways('payouts', (current) => {
  const payOut = (accountNumber: string, changes: Record<string, unknown> = {}) =>
    current().gateway.post<Envelope>(PATH, payoutRequest(current().gateway, accountNumber, changes))

  describe('payouts: the accounts', () => {
    it.each([
      ['123456789001', 'PENDING', '1002', 'APPROVED', '0000'],
      ['123456789005', 'PENDING', '1002', 'DECLINED', '1001'],
      ['123456789006', 'PENDING', '1002', 'PENDING', '1002'],
      ['123456789003', 'DECLINED', '1000', 'DECLINED', '1000'],
      ['123456789004', 'APPROVED', '0000', 'APPROVED', '0000'],
      ['987654321098', 'PENDING', '1002', 'APPROVED', '0000'],
    ])(
      '%s is %s %s at first, and %s %s after three seconds',
      async (account, first, code, last, lastCode) => {
        const { gateway } = current()
        const envelope = await payOut(account)
        expect(envelope).toMatchObject({ action: null, redirect: null, form_submit: null })
        const { result } = envelope
        const masked = `*${account.slice(-4)}`
        expect(result).toMatchObject({
          status: first,
          processing_code: code,
          approved: first === 'APPROVED',
          pending: first === 'PENDING',
          transaction_type: 'PAYOUT',
          payment_method: { type: 'payout_upi', method: masked, masked },
          redirect_url: null,
        })
        await gateway.advance(3_000)
        const ended = await gateway.status(result?.id ?? '')
        expect(ended).toMatchObject({ status: last, processing_code: lastCode })
        if (last === 'APPROVED') {
          expect(ended.processing_result.reference_number).toEqual(expect.stringMatching(/^.+$/))
          expect(ended.processing_result.approval_code).toMatch(/^[A-Z0-9]{6}$/)
        }
        const events = (await current().rowsOf('events')).filter((row) => row['transaction_id'] === ended.id)
        expect(events).toHaveLength(last === 'PENDING' ? 0 : 1)
        if (last !== 'PENDING') {
          expect(JSON.parse(String(events[0]?.['payload']))).toMatchObject({
            event: `transaction-svc:transaction:payout:${last.toLowerCase()}`,
            payload: { transaction_initiated_by: 'MERCHANT', payment_method_masked: masked },
          })
        }
      },
    )

    it('payouts that are PENDING stay so for days', async () => {
      const { result } = await payOut('123456789006')
      await current().gateway.advance(5 * 86_400_000)
      expect(await current().gateway.status(result?.id ?? '')).toMatchObject({ status: 'PENDING' })
    })

    it.each([
      ['APPROVED', 'APPROVED'],
      ['DECLINED', 'DECLINED'],
      ['PENDING', 'PENDING'],
    ])('are overruled by the simulated flow %s', async (flow, status) => {
      const { result } = await payOut('123456789003', { metadata: { simulated_flow: flow } })
      expect(result).toMatchObject({ status })
    })
  })

  describe('payouts: the request', () => {
    it('uses the address of the connection if customer_ip is missing, empty or null', async () => {
      for (const changes of [{}, { customer_ip: '' }, { customer_ip: null }]) {
        expect((await payOut('123456789004', changes)).result?.customer_ip).toBe('127.0.0.1')
      }
      const given = await payOut('123456789004', { customer_ip: '2001:db8::1' })
      expect(given.result?.customer_ip).toBe('2001:db8::1')
    })

    it('returns the first result for a repeated payout whose customer was erased since', async () => {
      const { gateway } = current()
      const made = await gateway.send<{ id: string }>('POST', '/api/customers', { email: 'a@example.com' })
      const request = payoutRequest(gateway, '123456789004', { customer: { id: made.body.id } })
      const first = await gateway.post<Envelope>(PATH, request)
      expect((await gateway.send('DELETE', `/api/customers/${made.body.id}`)).status).toBe(204)
      expect((await gateway.post<Envelope>(PATH, request)).result).toMatchObject({
        id: first.result?.id,
        status: 'APPROVED',
        customer: { email: null },
      })
      const other = await gateway.send('POST', PATH, { ...request, amount: 50_001 })
      expect(other.body).toMatchObject({ errors: [{ property: 'reference' }] })
      const fresh = { ...request, reference: gateway.nextReference() }
      expect((await gateway.send('POST', PATH, fresh)).body).toMatchObject({
        errors: [{ property: 'customer.id' }],
      })
    })

    it('requires an ifsc for INR', async () => {
      const { gateway } = current()
      const beneficiary = { type: 'bank_account', data: { account_number: '123456789', account_name: 'A' } }
      const answer = await gateway.send('POST', PATH, payoutRequest(gateway, '', { beneficiary }))
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({
        errors: [{ property: 'beneficiary.data.ifsc', message: 'is required' }],
      })
    })

    it('to a terminal without payouts gives an INVALID result', async () => {
      const { terminals } = current().gateway.ready
      const terminal = terminals.find(({ features }) => !features.includes('TRX_TYPE_PAYOUT'))
      const { result } = await payOut('123456789004', { terminal_id: terminal?.terminal_id })
      expect(result).toMatchObject({
        status: 'INVALID',
        processing_code: '2011',
        errors: [
          {
            property: 'terminal_id',
            message: 'the terminal lacks the feature TRX_TYPE_PAYOUT',
            params: ['terminal_id'],
          },
        ],
      })
    })

    it('requires its own role', async () => {
      const { gateway } = current()
      const made = await gateway.send<{ client_id: string; client_secret: string }>(
        'POST',
        `/simulators/sandboxes/${gateway.ready.sandbox_id}/clients`,
        { roles: ['merchant'] },
      )
      expect(made.status, made.text).toBe(201)
      const { base_url, realm } = gateway.ready
      const tokens = await fetch(`${base_url}/realms/${realm}/protocol/openid-connect/token`, {
        method: 'POST',
        headers: { 'user-agent': 'test', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...made.body }),
      })
      const { access_token } = (await tokens.json()) as { access_token: string }
      const answer = await gateway.send('POST', PATH, payoutRequest(gateway, '123456789004'), {
        authorization: `Bearer ${access_token}`,
      })
      expect(answer.status).toBe(403)
    })
  })

  describe('payouts: the same reference again', () => {
    it('returns the current transaction, and pays once', async () => {
      const { gateway } = current()
      const request = payoutRequest(gateway, '123456789001')
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => gateway.post<Envelope>(PATH, request)),
      )
      expect(new Set(answers.map(({ result }) => result?.id)).size).toBe(1)
      await gateway.advance(3_000)
      expect((await gateway.post<Envelope>(PATH, request)).result).toMatchObject({ status: 'APPROVED' })
      const orders = (await current().rowsOf('reportedOrders')).filter(
        (row) => row['transaction_id'] === answers[0]?.result?.id,
      )
      expect(orders).toHaveLength(1)
    })

    it('is rejected with another amount, or if it belongs to a payment', async () => {
      const { gateway } = current()
      const request = payoutRequest(gateway, '123456789004')
      await gateway.post(PATH, request)
      const other = await gateway.send('POST', PATH, { ...request, amount: 1 })
      expect(other.body).toMatchObject({
        errors: [{ message: 'already used with a different amount or currency' }],
      })
    })
  })

  it('stores no account number in clear, in any table or file', async () => {
    const accountNumber = '918273645546'
    await payOut(accountNumber)
    expect(JSON.stringify(await current().gateway.books.everything())).not.toContain(accountNumber)
    const { dataDir } = current().gateway
    for (const file of readdirSync(dataDir).filter((name) => name.startsWith('sluice.db'))) {
      expect(readFileSync(join(dataDir, file)).includes(accountNumber), file).toBe(false)
    }
  })
})
