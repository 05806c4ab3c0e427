import type { ClientEnvelope, ClientSession, EmbeddedSession, ValidationFailure } from '@sluice/types'
import { describe, expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from '../../test/both-gateways.ts'
import { PROVIDER_OUTCOME } from '../../test/elsewhere.ts'
import { beginPayment, makeLink, submitCard } from '../../test/link-shopper.ts'
import { makeProvider } from '../../test/make-provider.ts'
import { BROWSER_INFO, type CardDetails } from '../../test/merchant-at-gateway.ts'

const upTo = (max_count: number) => ({
  amount: 12_000,
  metadata: { simulated_flow: 'NO_3DS' },
  options: { installments: { max_count } },
})
const AMEX = { number: '378282246310005', cvv: '1234' }
const EXPIRED_CARD = { number: '4000000000000069' }

describeAtBothGateways('installments of a session', (current) => {
  const gateway = () => current().gateway
  const makeSession = async (changes: Readonly<Record<string, unknown>>) =>
    (await gateway().post<EmbeddedSession>('/api/sessions', gateway().sessionRequest(changes))).id
  const browse = <T>(method: string, sessionId: string, tail = '', body?: unknown) =>
    gateway().sendFromBrowser<T>(method, `/api/client/sessions/${sessionId}${tail}`, body)
  const submit = (sessionId: string, count: number | null, card: Partial<CardDetails> = {}) =>
    submitCard(gateway(), sessionId, card, count === null ? {} : { installments: { count } })
  const pay = async (sessionId: string, count: number | null, card?: Partial<CardDetails>) => {
    const { status, text, body } = await submit(sessionId, count, card)
    expect(status, text).toBe(200)
    return { ...body.result, data: (await gateway().status(body.result?.id ?? '')).data }
  }
  const offered = async (sessionId: string) =>
    (await browse<ClientSession>('GET', sessionId)).body.installments ?? null
  const problemsOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
    status,
    ...(body as ValidationFailure).errors.map(({ property, message }) => `${property}: ${message}`),
  ]

  it('are offered within the limits of terminal and merchant', async () => {
    const plan = { brands: ['VISA', 'MASTERCARD'], min_count: 2 }
    expect(await offered(await makeSession(upTo(6)))).toMatchObject([{ ...plan, max_count: 6 }])
    const [most] = (await offered(await makeSession(upTo(48)))) ?? []
    expect(most).toMatchObject({ ...plan, max_count: 12 })
    expect(most?.payment_method_types).toContain('card')
    expect(await offered(await makeSession({ amount: 12_000 }))).toBeNull()
    expect(await offered(await makeSession({ ...upTo(6), amount: 999 }))).toBeNull()
  })

  it('follow a change of the amount', async () => {
    const sessionId = await makeSession(upTo(6))
    expect((await gateway().send('PATCH', `/api/sessions/${sessionId}`, { amount: 999 })).status).toBe(200)
    expect(await offered(sessionId)).toBeNull()
  })

  it('are charged as the shopper chose, and reported to the merchant', async () => {
    const paid = await pay(await makeSession(upTo(6)), 3)
    expect(paid).toMatchObject({ status: 'APPROVED', data: { installments: { count: 3 } } })
    const [event] = await gateway().books.of('events', paid.id ?? '')
    expect(JSON.parse(String(event?.['payload']))).toMatchObject({
      payload: { installments: { count: 3 } },
    })
  })

  it.each([1, null])('are not used for a count of %o', async (count) => {
    const { status, data } = await pay(await makeSession(upTo(6)), count)
    expect(status).toBe('APPROVED')
    expect(data).not.toHaveProperty('installments')
  })

  it.each([
    ['more than the merchant offers', upTo(6), 7, 'must be between 1 and 6'],
    ['more than the terminal allows', upTo(24), 13, 'must be between 2 and 12'],
    ['a session that offers none', { amount: 12_000 }, 2, 'must be between 1 and 1'],
    ['an amount below the minimum', { ...upTo(6), amount: 999 }, 2, 'must be between 1 and 1'],
    ['an invalid count', upTo(6), 0, 'must be between 1 and 48'],
  ])('are refused for %s', async (_, changes, count, message) => {
    const sessionId = await makeSession(changes)
    expect(problemsOf(await submit(sessionId, count))).toEqual([422, `installments.count: ${message}`])
    expect((await browse<{ status: string }>('GET', sessionId, '/status')).body.status).toBe('CREATED')
  })

  it('give 2007 for a brand without installments, and the session stays open', async () => {
    const sessionId = await makeSession(upTo(6))
    expect(await pay(sessionId, 3, AMEX)).toMatchObject({
      status: 'INVALID',
      processing_code: '2007',
      errors: [{ property: 'installments' }],
    })
    expect(await pay(sessionId, 1, AMEX)).toMatchObject({ status: 'APPROVED' })
  })

  it('can be chosen again with a correction', async () => {
    const { metadata: _, ...withThreeDs } = upTo(6)
    const sessionId = await makeSession(withThreeDs)
    expect(await pay(sessionId, 3, EXPIRED_CARD)).toMatchObject({ correctable: true })
    const { status, data } = await pay(sessionId, 1)
    expect(status).toBe('APPROVED')
    expect(data).not.toHaveProperty('installments')
  })

  it('can be chosen for a saved card on a hosted page', async () => {
    const customer = await gateway().send<{ id: string }>('POST', '/api/customers', {
      email: 'ada@example.com',
    })
    const { result } = await gateway().authorize({
      flow: 'NO_3DS',
      body: {
        customer: { id: customer.body.id },
        tokenization: { save_card_for_future_payments: true, tokenize_for: 'CUSTOMER_INITIATED_TRANSACTION' },
      },
    })
    const { session_id: sessionId } = await gateway().post<{ session_id: string }>(
      '/api/hosted-payment-page',
      gateway().sessionRequest({ customer_id: customer.body.id, ...upTo(6) }),
    )
    expect((await offered(sessionId))?.[0]?.payment_method_types).toContain('saved_card')
    const { encrypted_cvv } = await gateway().seal({}, sessionId)
    const payment_method_id = result?.payment_method.token ?? ''
    const paid = await browse<ClientEnvelope>('POST', sessionId, '/payments', {
      payment_method: { type: 'saved_card', data: { payment_method_id, encrypted_cvv } },
      browser_info: BROWSER_INFO,
      installments: { count: 4 },
    })
    expect(paid.body.result).toMatchObject({ status: 'APPROVED' })
    const { data } = await gateway().status(paid.body.result?.id ?? '')
    expect(data).toMatchObject({ installments: { count: 4 } })
  })

  it('can be chosen at a payment link', async () => {
    const link = await makeLink(gateway(), upTo(6))
    expect(link.options).toEqual({ installments: { max_count: 6 } })
    const sessionId = await beginPayment(link.url)
    expect(await offered(sessionId)).toMatchObject([{ min_count: 2, max_count: 6 }])
    expect(await pay(sessionId, 6)).toMatchObject({
      status: 'APPROVED',
      data: { installments: { count: 6 } },
    })
  })

  describe('installments that the terminal no longer offers', () => {
    /** A merchant whose terminal loses its plans, and the ability to save cards, with `lose`. */
    const prepareShop = async () => {
      const { execute } = current()
      const shop = await otherMerchant(gateway())
      const lose = async () => {
        await execute(
          `update terminals set options = replace(options, '"installments":', '"removed":'),
             features = replace(features, ',"TOKENIZATION"', '')
           where merchant_id = '${shop.ready.merchant_id}'`,
        )
        await gateway().advanceRealTime(6_000)
      }
      const bootstrap = async (sessionId: string) =>
        (await shop.sendFromBrowser<ClientSession>('GET', `/api/client/sessions/${sessionId}`)).body
      const submitAt = async (sessionId: string, more: object = {}) =>
        (await submitCard(shop, sessionId, {}, more)).body.result
      return { shop, lose, bootstrap, submitAt }
    }
    const IN_THREE = { installments: { count: 3 } }
    const IMPLICIT = { save_card_for_future_payments: true }

    it('leave a payment link payable at once, and its card is not saved', async () => {
      const { shop, lose, bootstrap, submitAt } = await prepareShop()
      const link = await makeLink(shop, { ...upTo(6), tokenization: IMPLICIT })
      const before = await bootstrap(await beginPayment(link.url))
      expect(before).toMatchObject({ tokenization: 'IMPLICIT', installments: [{ max_count: 6 }] })
      await lose()
      const sessionId = await beginPayment(link.url)
      const after = await bootstrap(sessionId)
      expect(after.tokenization).toBe('NONE')
      expect(after).not.toHaveProperty('installments')
      expect(await submitAt(sessionId)).toMatchObject({ status: 'APPROVED' })
    })

    it('are refused with 2016 on a page that still shows them, which can be paid at once', async () => {
      const { shop, lose, submitAt } = await prepareShop()
      const { id } = await shop.post<EmbeddedSession>('/api/sessions', shop.sessionRequest(upTo(6)))
      await lose()
      const errors = [{ property: 'installments' }]
      const refused = { status: 'INVALID', processing_code: '2016', errors }
      expect(await submitAt(id, IN_THREE)).toMatchObject(refused)
      expect(await submitAt(id)).toMatchObject({ status: 'APPROVED' })
    })
  })

  describe.each(['/api/sessions', '/api/hosted-payment-page', '/api/payment-links'])('%s', (path) => {
    const { description, ...ofLink } = { description: 'Sofa', terminal_id: '', transaction_type: 'PURCHASE' }
    const refuse = async (changes: object) => {
      const body =
        path === '/api/payment-links'
          ? { ...ofLink, description, currency: 'EUR', terminal_id: gateway().ready.terminal_id }
          : gateway().sessionRequest({})
      const { metadata: _, ...wanted } = upTo(6)
      return problemsOf(await gateway().send('POST', path, { ...body, ...wanted, ...changes }))
    }

    it('rejects impossible plans, and names the member', async () => {
      const terminal = gateway().ready.terminals.find(({ note }) => note === 'no optional features')
      expect(await refuse({ terminal_id: terminal?.terminal_id })).toEqual([
        422,
        'options.installments: Terminal does not support installments',
      ])
      expect(await refuse({ currency: 'SEK' })).toEqual([
        422,
        'options.installments: the terminal offers installments only in EUR',
      ])
      for (const max_count of [1, 49])
        expect(await refuse({ options: { installments: { max_count } } })).toEqual([
          422,
          'options.installments.max_count: must be between 2 and 48',
        ])
    })
  })
})

describeAtBothGateways(
  'installments of a session whose provider does not declare them',
  (current) => {
    it('are not offered', async () => {
      const { gateway } = current()
      const { id } = await gateway.post<EmbeddedSession>('/api/sessions', gateway.sessionRequest(upTo(6)))
      const { body } = await gateway.sendFromBrowser<ClientSession>('GET', `/api/client/sessions/${id}`)
      expect(body).not.toHaveProperty('installments')
    })
  },
  {
    adapters: {
      providers: new Map(
        [...'abcdef'].map((letter) => {
          const provider = makeProvider(`sim-${letter}`, {
            authorize: () => Promise.resolve(PROVIDER_OUTCOME),
          })
          return [provider.id, provider] as const
        }),
      ),
    },
  },
)
