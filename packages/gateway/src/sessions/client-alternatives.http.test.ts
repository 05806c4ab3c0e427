import type { ClientEnvelope, ClientSession, EmbeddedSession } from '@sluice/types'
import { describe, expect, it } from 'vitest'

import { describeAtBothGateways } from '../../test/both-gateways.ts'
import { FakeProvider, press, PROVIDER_OUTCOME, report } from '../../test/elsewhere.ts'
import { BROWSER_INFO } from '../../test/merchant-at-gateway.ts'
import { open } from '../../test/shopper.ts'

const MINUTE_MS = 60_000
const BLIK = { email: 'jan@example.com', first_name: 'Jan', last_name: 'Nowak' }

/** Wallets of another provider; everything else is simulated. */
const provider = new FakeProvider('sim-redirect')

describeAtBothGateways(
  'sessions: methods that are confirmed elsewhere',
  (current) => {
    const makeSession = (changes: Record<string, unknown> = {}) => {
      const { gateway } = current()
      return gateway.post<EmbeddedSession>(
        '/api/sessions',
        gateway.sessionRequest({ amount: 1_050, ...changes }),
      )
    }
    const browse = <T>(method: string, session: EmbeddedSession, tail = '', body?: unknown) =>
      current().gateway.sendFromBrowser<T>(method, `/api/client/sessions/${session.id}${tail}`, body)
    const pay = async (
      session: EmbeddedSession,
      type: string,
      data: unknown = {},
      browser = BROWSER_INFO,
    ) => {
      const answer = await browse<ClientEnvelope>('POST', session, '/payments', {
        payment_method: { type, data },
        browser_info: browser,
      })
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    }
    const offered = async (changes: Record<string, unknown>) => {
      const { body } = await browse<ClientSession>('GET', await makeSession(changes))
      return body.payment_methods.map(({ type }) => type)
    }
    const statusOf = async (session: EmbeddedSession) =>
      (await browse<{ status: string; processing_code: string | null }>('GET', session, '/status')).body

    it('shows a QR code in the language of the previous page, whatever the browser prefers', async () => {
      const inSwedish = { ...BROWSER_INFO, language: 'sv-SE' }
      const { redirect } = await pay(await makeSession(), 'payment_qr_code', {}, inSwedish)
      const page = await fetch(redirect?.url ?? '', {
        headers: { 'user-agent': 'test', 'accept-language': 'ro' },
      })
      expect(await page.text()).toContain('<html lang="sv-SE"')
    })

    describe('bootstrap', () => {
      const payments = ['payment_open_banking', 'payment_wallets', 'payment_bank_transfer', 'payment_qr_code']

      it('offers the methods that terminal, currency, country and type allow', async () => {
        const inEuro = await offered({})
        const european = ['idl', 'npy', 'pwy', 'glu', 'wlt', 'psc'].map((code) => `provider-redirect-${code}`)
        expect(inEuro).toEqual(expect.arrayContaining(['card', ...payments, ...european]))
        expect(inEuro).not.toContain('provider-redirect-gch')
        expect(await offered({ currency: 'PHP' })).toContain('provider-redirect-gch')
        expect(inEuro).not.toContain('partner-blik')
        expect(inEuro).not.toContain('payment_upi')
        expect(await offered({ currency: 'PLN' })).toContain('partner-blik')
        expect(await offered({ currency: 'INR' })).toContain('payment_upi')
        expect(await offered({ currency: 'INR', country: 'IN' })).toContain('payment_upi')
        expect(await offered({ currency: 'INR', country: 'DE' })).not.toContain('payment_upi')
      })

      it('never offers a closed scheme', async () => {
        expect(await offered({})).not.toContain('provider-redirect-gir')
        expect(await offered({})).not.toContain('provider-redirect-sft')
      })

      it('lists methods of the country first, then those of the currency', async () => {
        const others = async (changes: Record<string, unknown>) =>
          (await offered(changes)).filter((type) => type !== 'card' && type !== 'gwallet-pay')
        expect((await others({ country: 'AT' }))[0]).toBe('provider-redirect-npy')
        expect(await others({ country: 'AT' })).not.toContain('provider-redirect-idl')
        expect((await others({ currency: 'PLN', country: 'PL' })).slice(0, 2)).toEqual([
          'provider-redirect-pwy',
          'partner-blik',
        ])
        expect((await others({ currency: 'PLN' }))[0]).toBe('partner-blik')
      })

      it('has each method’s common name in the languages of the merchant', async () => {
        const { body } = await browse<ClientSession>('GET', await makeSession())
        const find = (type: string) => body.payment_methods.find((method) => method.type === type)
        expect(find('provider-redirect-npy')).toEqual({
          type: 'provider-redirect-npy',
          name: 'EPS',
          kind: 'bank',
          mark: 'EPS',
        })
        expect(find('payment_bank_transfer')).toMatchObject({
          name: 'Bank transfer',
          names: { sv: 'Banköverföring' },
        })
        expect(find('payment_bank_transfer')?.names).not.toHaveProperty('pl')
        // The test environment shows a method without a name by its code.
        expect(find('provider-redirect-chp')).toMatchObject({ name: 'CHP' })
      })

      it('offers no method that is confirmed elsewhere if money is only reserved', async () => {
        const types = await offered({ transaction_type: 'AUTHORIZE', currency: 'PLN' })
        expect(types.filter((type) => /^(partner|provider|payment)/.test(type))).toEqual([])
      })

      it('offers no payments on a terminal without the feature', async () => {
        const { terminals } = current().gateway.ready
        const terminal = terminals.find(({ features }) => !features.includes('TRX_TYPE_PAYMENT'))
        const types = await offered({ terminal_id: terminal?.terminal_id })
        expect(types).not.toContain('payment_wallets')
        expect(types).toContain('provider-redirect-ali')
      })
    })

    describe('paying', () => {
      it.each([
        ['approve', 'APPROVED', '0000'],
        ['decline', 'DECLINED', '1000'],
        ['cancel', 'CANCELED', '1003'],
      ])('with a wallet: %s on the page ends the session as %s', async (button, status, code) => {
        const session = await makeSession()
        const envelope = await pay(session, 'payment_wallets')
        expect(envelope.redirect).toMatchObject({ session_id: session.id })
        expect(await statusOf(session)).toMatchObject({ status: 'PENDING', processing_code: '1002' })
        const page = await press(`${envelope.redirect?.url}?step=confirm`, button)
        // After every outcome the customer returns to the same address of the session.
        expect(page.location).toBe(current().gateway.returnUrl)
        expect(await statusOf(session)).toMatchObject({ status, processing_code: code })
        const transaction = await current().gateway.status(session.id)
        expect(transaction).toMatchObject({
          transaction_type: 'PAYMENT',
          customer_ip: '127.0.0.1',
          reference: session.reference,
          payment_method: { type: 'payment_wallets', method: 'WALLETS' },
        })
      })

      it('by transfer: the result contains only data for a browser', async () => {
        const { result } = await pay(await makeSession(), 'payment_bank_transfer')
        expect(result).toMatchObject({ status: 'PENDING', transaction_type: 'PAYMENT' })
        expect(result).not.toHaveProperty('merchant_id')
      })

      it('by transfer: the customer sees the account', async () => {
        const { result } = await pay(await makeSession(), 'payment_bank_transfer')
        const instructions = await open(result?.redirect_url ?? '', 'document')
        const { data } = await current().gateway.status(result?.id ?? '')
        expect(instructions.text).toContain(data?.bank_transfer?.reference ?? '?')
      })

      it('with BLIK: a code, and a wrong one', async () => {
        const session = await makeSession({ currency: 'PLN' })
        expect((await pay(session, 'partner-blik', { ...BLIK, blik_code: '777123' })).redirect).not.toBeNull()
        await current().gateway.advance(10_000)
        expect(await statusOf(session)).toMatchObject({ status: 'APPROVED' })
        expect(await current().gateway.status(session.id)).toMatchObject({ transaction_type: 'PURCHASE' })

        const declined = await makeSession({ currency: 'PLN' })
        const { result } = await pay(declined, 'partner-blik', { ...BLIK, blik_code: '123456' })
        expect(result).toMatchObject({ status: 'DECLINED', processing_code: '2002', correctable: true })
        expect(await statusOf(declined)).toMatchObject({ status: 'CREATED', processing_code: '2002' })
      })

      it('with a method that is not offered gives an INVALID result and leaves the session open', async () => {
        const session = await makeSession()
        for (const [type, data] of [
          ['partner-blik', BLIK],
          ['payment_upi', {}],
        ] as const) {
          const { result } = await pay(session, type, data)
          expect(result, type).toMatchObject({ status: 'INVALID', processing_code: '2004' })
        }
        const reserving = await makeSession({ transaction_type: 'AUTHORIZE' })
        const { result } = await pay(reserving, 'payment_wallets')
        expect(result).toMatchObject({ status: 'INVALID' })
        expect(await statusOf(session)).toMatchObject({ status: 'CREATED' })
        expect((await pay(session, 'payment_wallets')).redirect).not.toBeNull()
      })

      it('is limited to one payment at a time', async () => {
        const session = await makeSession()
        await pay(session, 'payment_wallets')
        const answer = await browse('POST', session, '/payments', {
          payment_method: { type: 'payment_wallets', data: {} },
          browser_info: BROWSER_INFO,
        })
        expect(answer.status).toBe(409)
        expect(answer.body).toEqual({ error: 'Conflict', status: 'PENDING' })
      })

      it('uses the flow of the session', async () => {
        const session = await makeSession({ metadata: { simulated_flow: 'PENDING_APPROVED' } })
        expect((await pay(session, 'payment_qr_code')).result).toMatchObject({ status: 'PENDING' })
        await current().gateway.advance(3_000)
        expect(await statusOf(session)).toMatchObject({ status: 'APPROVED' })
      })
    })

    describe('ending', () => {
      it('after fifteen minutes on the page', async () => {
        const session = await makeSession()
        await pay(session, 'payment_wallets')
        await current().gateway.advance(15 * MINUTE_MS)
        expect(await statusOf(session)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
      })

      it('by cancellation: a payment that still arrives is reversed', async () => {
        const { gateway } = current()
        const session = await makeSession()
        provider.found = () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1002' })
        await pay(session, 'provider-redirect-ali', BLIK)
        const canceled = await browse('POST', session, '/cancel')
        expect(canceled.body).toEqual({ status: 'CANCELED' })
        const transaction = await gateway.status(session.id)
        expect(transaction).toMatchObject({ status: 'CANCELED', processing_code: '1003' })

        provider.reversed.length = 0
        provider.found = () => Promise.resolve(PROVIDER_OUTCOME)
        expect((await report(gateway, transaction, 'COMPLETED')).status).toBe(200)
        await gateway.advance(1_000)
        expect(provider.reversed).toHaveLength(1)
        expect(await statusOf(session)).toMatchObject({ status: 'CANCELED' })
      })

      it('by cancellation: a payment without a report is reversed, too', async () => {
        const session = await makeSession()
        provider.found = () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1002' })
        await pay(session, 'provider-redirect-ali', BLIK)
        await browse('POST', session, '/cancel')
        provider.reversed.length = 0
        provider.found = () => Promise.reject(new Error('down'))
        await current().gateway.advance(60 * MINUTE_MS)
        expect(provider.reversed).toEqual([])
        provider.found = () => Promise.resolve(PROVIDER_OUTCOME)
        await current().gateway.advance(60 * MINUTE_MS)
        await current().gateway.advance(1_000)
        expect(provider.reversed).toHaveLength(1)
        expect(await statusOf(session)).toMatchObject({ status: 'CANCELED' })
      })

      const atTheProvider = async () => {
        const session = await makeSession()
        provider.found = () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1002' })
        await pay(session, 'provider-redirect-ali', BLIK)
        return session
      }
      const cancel = (session: EmbeddedSession) => browse('POST', session, '/cancel')

      it('by cancellation of an order that was just paid: it stays paid', async () => {
        const session = await atTheProvider()
        const { canceled } = provider
        provider.canceled = () => Promise.resolve(PROVIDER_OUTCOME)
        const answer = await cancel(session)
        expect(answer).toMatchObject({ status: 409, body: { error: 'Conflict', status: 'APPROVED' } })
        expect(await current().gateway.status(session.id)).toMatchObject({ status: 'APPROVED' })
        provider.canceled = canceled
      })

      it.each([
        ['times out', () => Promise.reject(new Error('down'))],
        ['refuses the call', () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '2024' as const })],
        [
          'does not cancel it',
          () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1002' as const }),
        ],
      ])('neither by cancelling nor by time while the provider %s', async (_, answer) => {
        const session = await atTheProvider()
        const { canceled } = provider
        provider.canceled = answer
        expect(await cancel(session)).toMatchObject({ status: 409, body: { status: 'PENDING' } })
        await current().gateway.advance(15 * MINUTE_MS)
        expect(await statusOf(session)).toMatchObject({ status: 'PENDING', processing_code: '1002' })
        expect(await cancel(session)).toMatchObject({ status: 409, body: { status: 'PENDING' } })
        provider.canceled = canceled
        await current().gateway.advance(MINUTE_MS)
        expect(await statusOf(session)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
      })

      it('by expiry: an order that was paid at the last moment stays paid', async () => {
        const session = await atTheProvider()
        const { canceled } = provider
        provider.canceled = () => Promise.resolve(PROVIDER_OUTCOME)
        await current().gateway.advance(15 * MINUTE_MS)
        expect(await statusOf(session)).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
        provider.canceled = canceled
      })
    })
  },
  { adapters: { providers: new Map([[provider.id, provider]]) } },
)
