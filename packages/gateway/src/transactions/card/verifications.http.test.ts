import type { ClientEnvelope, Envelope, ValidationFailure } from '@sluice/types'
import { expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { makeProvider } from '../../../test/make-provider.ts'
import { BROWSER_INFO } from '../../../test/merchant-at-gateway.ts'
import { expectMoneyToAddUp } from '../../../test/money-invariant.ts'

const VERIFY = { transaction_type: 'VERIFY', amount: 0 }
const PERSON = { email: 'jan@example.com', first_name: 'Jan', last_name: 'Nowak' }
const SAVE = { tokenization: { save_card_for_future_payments: true } }

describeAtBothGateways('a verification of a card', (current) => {
  const terminalOf = (note: string) =>
    current().gateway.ready.terminals.find((terminal) => terminal.note === note)?.terminal_id

  it.each(['every feature', 'the acquirer authenticates the shopper'])(
    'authenticates the cardholder, saves the card and moves no money (%s)',
    async (note) => {
      const { gateway } = current()
      const paid = await gateway.pay({
        flow: 'CHALLENGE',
        atTheBank: ['1234'],
        body: { ...VERIFY, ...SAVE, terminal_id: terminalOf(note) },
      })
      expect(paid.steps).toContain('challenge')
      expect(paid.transaction).toMatchObject({
        ...VERIFY,
        status: 'APPROVED',
        processing_code: '0000',
        payment_method: { token: expect.any(String) },
      })
      expect(paid.transaction.data).not.toHaveProperty('operations')
      const events = await gateway.books.of('events', paid.transaction.id)
      expect(events.map(({ type }) => type).toSorted()).toEqual([
        'tokenization-webhook:payment-method:tokenized',
        'transaction-svc:transaction:verify:approved',
      ])
      const charge = await gateway.authorize({
        flow: 'NO_3DS',
        body: {
          payment_method: {
            type: 'saved_card',
            data: { payment_method_id: paid.transaction.payment_method.token },
          },
          browser_info: BROWSER_INFO,
        },
      })
      expect(charge.result?.status).toBe('APPROVED')
      await expectMoneyToAddUp((query) => gateway.books.query(query))
    },
  )

  it('ends with the decline of the issuer', async () => {
    const { transaction } = await current().gateway.pay({
      card: { number: '4000000000009987' },
      body: VERIFY,
    })
    expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '2005' })
  })

  it.each(['CAPTURE', 'REFUND', 'VOID'])('leaves nothing to %s', async (transaction_type) => {
    const { gateway } = current()
    const { result } = await gateway.authorize({ flow: 'NO_3DS', body: VERIFY })
    const operate = (amount: number) =>
      gateway.send<ValidationFailure>('POST', '/api/transactions/manage', {
        terminal_id: gateway.ready.terminal_id,
        reference: result?.reference,
        currency: 'EUR',
        amount,
        transaction_type,
      })
    const answer = await operate(1)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ property: 'amount', message: 'must not exceed 0' }])
    expect((await operate(0)).status).toBe(422)
  })

  it('requires the feature of the terminal', async () => {
    const { gateway } = current()
    const terminal_id = terminalOf('no optional features')
    const { result } = await gateway.authorize({ body: { ...VERIFY, terminal_id } })
    const errors = [
      { property: 'transaction_type', message: 'the terminal lacks the feature TRX_TYPE_VERIFY' },
    ]
    expect(result).toMatchObject({ status: 'INVALID', processing_code: '2011', errors })
    const session = await gateway.send<ValidationFailure>(
      'POST',
      '/api/sessions',
      gateway.sessionRequest({ ...VERIFY, terminal_id }),
    )
    expect(session.body).toMatchObject({ status: 'INVALID', errors })
  })

  it.each([
    [1, 'VERIFY', 'must be between 0 and 0'],
    [0, 'PURCHASE', 'must be between 1 and 999999999999'],
    [0, 'AUTHORIZE', 'must be between 1 and 999999999999'],
  ])('rejects %i for %s', async (amount, transaction_type, message) => {
    const { gateway } = current()
    const request = await gateway.cardRequest({ body: { amount, transaction_type } })
    const sent = { amount, transaction_type }
    for (const [path, body] of [
      ['/api/transactions/authorize', request],
      ['/api/sessions', gateway.sessionRequest(sent)],
      ['/api/hosted-payment-page', gateway.sessionRequest(sent)],
    ] as const) {
      const answer = await gateway.send<ValidationFailure>('POST', path, body)
      expect(answer.status, path).toBe(422)
      expect(answer.body.errors, path).toMatchObject([{ property: 'amount', message }])
    }
  })

  it('is made in a session, which offers only cards and gets no amount', async () => {
    const { gateway } = current()
    const { id } = await gateway.post<{ id: string }>(
      '/api/sessions',
      gateway.sessionRequest({ ...VERIFY, ...SAVE }),
    )
    const { body: shown } = await gateway.sendFromBrowser<{ payment_methods: readonly { type: string }[] }>(
      'GET',
      `/api/client/sessions/${id}`,
    )
    expect(shown.payment_methods.map(({ type }) => type)).toEqual(['card'])
    const changed = await gateway.send<ValidationFailure>('PATCH', `/api/sessions/${id}`, { amount: 5 })
    expect(changed.status).toBe(422)
    expect(changed.body.errors).toMatchObject([{ property: 'amount', message: 'must be between 0 and 0' }])
    const { body } = await gateway.sendFromBrowser<ClientEnvelope>(
      'POST',
      `/api/client/sessions/${id}/payments`,
      {
        payment_method: { type: 'card', data: await gateway.seal({}, id) },
        browser_info: BROWSER_INFO,
      },
    )
    expect(body.action?.type).toBe('THREE_DS_2_FINGERPRINT')
  })

  it.each([
    ['payment_open_banking', {}],
    ['payment_qr_code', {}],
    ['provider-redirect-idl', PERSON],
    ['partner-blik', PERSON],
  ])('is refused for %s, which has no card', async (type, data) => {
    const { gateway } = current()
    const request = gateway.sessionRequest({ ...VERIFY, currency: type === 'partner-blik' ? 'PLN' : 'EUR' })
    const { id } = await gateway.post<{ id: string }>('/api/sessions', request)
    const { body } = await gateway.sendFromBrowser<ClientEnvelope>(
      'POST',
      `/api/client/sessions/${id}/payments`,
      { payment_method: { type, data }, browser_info: BROWSER_INFO },
    )
    expect(body.result, JSON.stringify(body)).toMatchObject({ status: 'INVALID', processing_code: '2004' })
    expect(body.redirect ?? null).toBeNull()
  })
})

const providers = new Map(
  [...'abcdef'].map((letter) => {
    const id = `sim-${letter}`
    return [id, makeProvider(id, { authorize: () => Promise.resolve(PROVIDER_OUTCOME) })]
  }),
)

describeAtBothGateways(
  'a verification at a provider that is not declared to verify',
  (current) => {
    it('is 2010', async () => {
      const { result }: Envelope = await current().gateway.authorize({ flow: 'NO_3DS', body: VERIFY })
      expect(result).toMatchObject({
        status: 'INVALID',
        processing_code: '2010',
        errors: [{ property: 'transaction_type', message: 'the payment provider verifies no cards' }],
      })
    })
  },
  { adapters: { providers } },
)
