import type { Envelope, Transaction } from '@sluice/types'
import { PROVIDER_REDIRECT_TYPES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { idOf, press, redirectRequest } from '../../../test/elsewhere.ts'

const PATH = '/api/transactions/authorize'
const MINUTE_MS = 60_000

const CODES = [
  ['777123', 'APPROVED', '0000'],
  ['999000', 'APPROVED', '0000'],
  ['960111', 'DECLINED', '1004'],
  ['990111', 'DECLINED', '4201'],
  ['902111', 'DECLINED', '1000'],
  ['912111', 'DECLINED', '1000'],
  ['927111', 'DECLINED', '1000'],
  ['969111', 'DECLINED', '1000'],
  ['989111', 'SESSION_EXPIRED', '1005'],
  ['949111', 'SESSION_EXPIRED', '1005'],
  ['934111', 'CANCELED', '1003'],
  ['956111', 'DECLINED', '1001'],
  ['961111', 'DECLINED', '1001'],
] as const

describeAtBothGateways('local scheme and redirect methods', (current) => {
  const authorize = (type: string, changes: Record<string, unknown> = {}) =>
    current().gateway.post<Envelope>(PATH, redirectRequest(current().gateway, type, changes))
  const statusOf = (envelope: Envelope) => current().gateway.status(idOf(envelope))
  const refuse = async (type: string, changes: Record<string, unknown>) => {
    const answer = await current().gateway.send<{ errors: unknown[] }>(
      'POST',
      PATH,
      redirectRequest(current().gateway, type, changes),
    )
    expect(answer.status, answer.text).toBe(422)
    return answer.body.errors
  }

  describe('local scheme: codes', () => {
    it('each leads to the waiting page and ends as in the table', async () => {
      const envelopes = await Promise.all(CODES.map(([blikCode]) => authorize('partner-blik', { blikCode })))
      for (const envelope of envelopes) {
        expect(envelope).toMatchObject({ result: null, action: null, form_submit: null })
        expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING', processing_code: '1002' })
      }
      await current().gateway.advance(10_000)
      for (const [place, [blikCode, status, code]] of CODES.entries()) {
        expect(await statusOf(envelopes[place] as Envelope), blikCode).toMatchObject({
          status,
          processing_code: code,
          transaction_type: 'PURCHASE',
          payment_method: { type: 'partner-blik', method: 'partner-blik' },
          processing_result: { payment_provider_id: 'partner-blik' },
        })
      }
    })

    it('missing customer data comes from the data of the method', async () => {
      const customer = { email: 'ada@example.com' }
      const envelope = await authorize('partner-blik', { blikCode: '777123', customer })
      expect((await statusOf(envelope)).customer).toMatchObject({
        email: 'ada@example.com',
        first_name: 'Jan',
        last_name: 'Nowak',
      })
    })

    it('any other code is declined at once', async () => {
      const { result, redirect } = await authorize('partner-blik', { blikCode: '123456' })
      expect(redirect).toBeNull()
      expect(result).toMatchObject({ status: 'DECLINED', processing_code: '2002' })
    })

    it('a missing code leads to a page that asks for it', async () => {
      const envelope = await authorize('partner-blik')
      await press(envelope.redirect?.url ?? '', 'code', { code: '777 123' })
      await press(envelope.redirect?.url ?? '', 'confirm')
      expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
    })

    it('no code is stored', async () => {
      await authorize('partner-blik', { blikCode: '777918' })
      expect(JSON.stringify(await current().gateway.books.everything())).not.toContain('777918')
    })
  })

  describe('local scheme: the request', () => {
    it('requires PLN, a purchase, and a return URL', async () => {
      expect(
        await refuse('partner-blik', { currency: 'EUR', transaction_type: 'AUTHORIZE', return_url: null }),
      ).toEqual([
        { property: 'currency', message: 'must be PLN', params: ['currency', 'EUR'] },
        {
          property: 'transaction_type',
          message: 'must be one of PURCHASE',
          params: ['transaction_type', 'PURCHASE', 'AUTHORIZE'],
        },
        { property: 'return_url', message: 'is required', params: ['return_url'] },
      ])
    })

    it('requires codes of six digits', async () => {
      expect(await refuse('partner-blik', { blikCode: '12345' })).toMatchObject([
        { property: 'payment_method.data.blik_code', message: 'has an invalid format' },
      ])
    })

    it('accepts a date of birth up to today anywhere on Earth', async () => {
      const { gateway } = current()
      const dayAfterMs = (days: number) => gateway.clock.now() + days * 24 * 60 * MINUTE_MS
      const bornOn = (ms: number) => {
        const { payment_method: method } = redirectRequest(gateway, 'partner-blik') as {
          payment_method: { data: object }
        }
        const date_of_birth = new Date(ms).toISOString().slice(0, 10)
        return { payment_method: { ...method, data: { ...method.data, date_of_birth } } }
      }
      expect((await authorize('partner-blik', bornOn(dayAfterMs(0)))).redirect).not.toBeNull()
      const property = 'payment_method.data.date_of_birth'
      expect(await refuse('partner-blik', bornOn(dayAfterMs(2)))).toEqual([
        { property, message: 'has an invalid format', params: [property] },
      ])
    })

    it('uses the customer of the method if the request has none', async () => {
      const transaction = await statusOf(await authorize('partner-blik'))
      expect(transaction.customer).toMatchObject({ email: 'jan@example.com', last_name: 'Nowak' })
    })
  })

  describe('a payment', () => {
    it.each(['partner-blik', 'provider-redirect-idl'])('with %s can be refunded in parts', async (type) => {
      const { gateway } = current()
      const { result: paid } = await authorize(type, { metadata: { simulated_flow: 'APPROVED' } })
      if (paid === null) throw new Error('no result')
      const { terminal_id, reference, currency } = paid
      const original = { terminal_id, reference, currency }
      for (const amount of [50, 1_000]) {
        const input = { ...original, amount, transaction_type: 'REFUND' }
        expect(await gateway.post<Transaction>('/api/transactions/manage', input)).toMatchObject({
          status: 'APPROVED',
          processing_code: '0000',
          payment_method: { type },
        })
      }
      const { data } = await gateway.status(paid.id)
      expect(data?.operations).toMatchObject({ captured_amount: 1_050, refunded_amount: 1_050 })
    })
  })

  describe('redirect methods', () => {
    it('all 27 lead to a page of the provider', async () => {
      expect(PROVIDER_REDIRECT_TYPES).toHaveLength(27)
      await Promise.all(
        PROVIDER_REDIRECT_TYPES.map(async (type) => {
          // Any currency works: the catalogue decides which methods are offered, not which a merchant may request.
          const envelope = await authorize(type, { currency: 'EUR' })
          const { result, action, redirect, form_submit } = envelope
          expect([result, action]).toEqual([null, null])
          // These two open their page with a form.
          const isByForm = ['provider-redirect-psc', 'provider-redirect-wlt'].includes(type)
          const [way, other] = isByForm ? [form_submit, redirect] : [redirect, form_submit]
          expect(other).toBeNull()
          expect(way?.url).toContain(way?.transaction_id)
          expect(await statusOf(envelope)).toMatchObject({
            status: 'PENDING',
            transaction_type: 'PURCHASE',
            payment_method: { type, method: type },
          })
        }),
      )
    })

    it.each([
      ['approve', 'APPROVED', '0000'],
      ['decline', 'DECLINED', '1000'],
      ['cancel', 'CANCELED', '1003'],
    ])('%s on the page makes it %s and returns to the shop', async (button, status, code) => {
      const envelope = await authorize('provider-redirect-idl')
      const page = await press(envelope.redirect?.url ?? '', button)
      expect(page.location).toBe(current().gateway.returnUrl)
      expect(await statusOf(envelope)).toMatchObject({ status, processing_code: code })
    })

    it('unknown suffixes are rejected', async () => {
      for (const type of ['provider-redirect-xyz', 'provider-redirect-ALI', 'provider-redirect-']) {
        expect(await refuse(type, {})).toMatchObject([
          { property: 'payment_method.type', message: 'is not supported' },
        ])
      }
    })

    it('cannot reserve', async () => {
      expect(await refuse('provider-redirect-ali', { transaction_type: 'AUTHORIZE' })).toMatchObject([
        { property: 'transaction_type' },
      ])
    })

    it('a used reference is rejected, whatever used it', async () => {
      const { gateway } = current()
      const request = redirectRequest(gateway, 'provider-redirect-ali')
      await gateway.post(PATH, request)
      const answer = await gateway.send('POST', PATH, request)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ errors: [{ property: 'reference', message: 'already exists' }] })
    })

    it('end after fifteen minutes on the page', async () => {
      const envelope = await authorize('provider-redirect-psc')
      await current().gateway.advance(15 * MINUTE_MS)
      expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
    })
  })
})
