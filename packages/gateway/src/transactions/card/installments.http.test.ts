import type { EmbeddedSession, Envelope, Transaction, ValidationFailure } from '@sluice/types'
import { beforeEach, describe, expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { redirectRequest } from '../../../test/elsewhere.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { submitCard } from '../../../test/link-shopper.ts'
import { makeProvider } from '../../../test/make-provider.ts'
import type { DeclaredInstallments } from '../execution/declarations.ts'

const inInstallments = (count: number) => ({ options: { installments: { count } } })

describeAtBothGateways('a payment in installments', (current) => {
  const pay = (body: object) =>
    current().gateway.authorize({ flow: 'NO_3DS', body: { ...inInstallments(3), ...body } })
  const terminalOf = (note: string) =>
    current().gateway.ready.terminals.find((terminal) => terminal.note === note)?.terminal_id

  it('is approved, and returns the number of installments', async () => {
    const { gateway } = current()
    const { result } = await pay({})
    expect(result).toMatchObject({ status: 'APPROVED', data: { installments: { count: 3 } } })
    const found = await gateway.status(result?.id ?? '')
    expect(found.data?.installments).toEqual({ count: 3 })
    const refund = await gateway.post<Transaction>('/api/transactions/manage', {
      terminal_id: gateway.ready.terminal_id,
      reference: result?.reference,
      currency: 'EUR',
      amount: 1_000,
      transaction_type: 'REFUND',
    })
    expect(refund).toMatchObject({ status: 'APPROVED' })
    expect(refund.data).not.toHaveProperty('installments')
  })

  it.each([
    ['2016', 'a terminal without them', () => ({ terminal_id: terminalOf('no optional features') })],
    ['2012', 'another currency', () => ({ currency: 'SEK' })],
  ])('is %s for %s', async (processing_code, _, changes) => {
    const { result } = await pay(changes())
    const errors = [{ property: 'options.installments' }]
    expect(result).toMatchObject({ status: 'INVALID', processing_code, errors })
  })

  it('is 2007 for a brand without installments', async () => {
    const { result } = await current().gateway.authorize({
      flow: 'NO_3DS',
      card: { number: '378282246310005', cvv: '1234' },
      body: inInstallments(3),
    })
    const errors = [{ property: 'options.installments' }]
    expect(result).toMatchObject({ status: 'INVALID', processing_code: '2007', errors })
  })

  it('is 2007 for a method that is not a card', async () => {
    const { gateway } = current()
    const request = redirectRequest(gateway, 'provider-redirect-ali', inInstallments(3))
    const { result } = await gateway.post<Envelope>('/api/transactions/authorize', request)
    expect(result).toMatchObject({ status: 'INVALID', processing_code: '2007' })
  })

  it.each([
    [1, 10_000, 'must be between 2 and 48'],
    [49, 10_000, 'must be between 2 and 48'],
    [13, 10_000, 'must be between 2 and 12'],
    [3, 999, 'must be between 1 and 1'],
  ])('is 422 for %i of %i', async (count, amount, message) => {
    const { gateway } = current()
    const request = await gateway.cardRequest({ flow: 'NO_3DS', body: { ...inInstallments(count), amount } })
    const answer = await gateway.send<ValidationFailure>('POST', '/api/transactions/authorize', request)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ property: 'options.installments.count', message }])
  })
})

describe('the provider of a payment in installments', () => {
  const counts: (number | null)[] = []
  beforeEach(() => void (counts.length = 0))
  const providers = (declared: DeclaredInstallments) =>
    new Map(
      [...'abcdef'].map((letter) => {
        const provider = makeProvider(`sim-${letter}`, {
          authorize: ({ installmentCount }) => {
            counts.push(installmentCount)
            return Promise.resolve(PROVIDER_OUTCOME)
          },
        })
        const { capabilities } = provider
        const operations = { ...capabilities.operations, installments: declared }
        return [provider.id, { ...provider, capabilities: { ...capabilities, operations } }]
      }),
    )

  describeAtBothGateways(
    'that is declared to offer them',
    (current) => {
      it('receives the number of installments, and none for a single payment', async () => {
        for (const body of [inInstallments(12), {}])
          await current().gateway.authorize({ flow: 'NO_3DS', body })
        expect(counts).toEqual([12, null])
      })
    },
    { adapters: { providers: providers(true) } },
  )

  describeAtBothGateways(
    'that is not declared to offer them',
    (current) => {
      it('is not called', async () => {
        const { result } = await current().gateway.authorize({ flow: 'NO_3DS', body: inInstallments(3) })
        const errors = [{ property: 'options.installments' }]
        expect(result).toMatchObject({ status: 'INVALID', processing_code: '2012', errors })
        expect(counts).toEqual([])
      })
    },
    { adapters: { providers: providers(false) } },
  )

  const gaps = (counts: readonly number[]) => new Map([['EUR', new Set(counts)]])

  describeAtBothGateways(
    'that offers fewer than the terminal allows',
    (current) => {
      it('is not asked for others, and the answer lists its own', async () => {
        const { gateway } = current()
        const refuse = async (count: number) => {
          const request = await gateway.cardRequest({ flow: 'NO_3DS', body: inInstallments(count) })
          const answer = await gateway.send<ValidationFailure>('POST', '/api/transactions/authorize', request)
          return [answer.status, answer.body.errors?.map(({ property, message }) => `${property} ${message}`)]
        }
        // The terminal allows 12 at most, and the provider offers 18, too.
        const listed = [422, ['options.installments.count must be one of 3, 6, 9']]
        for (const count of [4, 12, 18]) expect(await refuse(count)).toEqual(listed)
        expect(counts).toEqual([])
        const { result } = await gateway.authorize({ flow: 'NO_3DS', body: inInstallments(6) })
        expect(result).toMatchObject({ status: 'APPROVED' })
        expect(counts).toEqual([6])
      })

      it('is not asked for others by a session, and the answer lists none above its limit', async () => {
        const { gateway } = current()
        const options = { installments: { max_count: 6 } }
        const { id } = await gateway.post<EmbeddedSession>(
          '/api/sessions',
          gateway.sessionRequest({ options }),
        )
        const { status, text } = await submitCard(gateway, id, {}, { installments: { count: 4 } })
        expect(status).toBe(422)
        expect(text).toContain('must be one of 3, 6"')
        expect(counts).toEqual([])
      })
    },
    { adapters: { providers: providers(gaps([3, 6, 9, 18])) } },
  )
})
