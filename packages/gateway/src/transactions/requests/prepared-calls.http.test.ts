import type { Envelope } from '@sluice/types'
import { Secret } from '@sluice/platform/kernel/secret'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { idOf, paymentRequest, PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { EVERY_CAPABILITY, makeProvider } from '../../../test/make-provider.ts'
import { mapCalls, PREPARED_KINDS } from '../execution/declarations.ts'
import { LEASE_MS } from '../execution/open.ts'
import type {
  EarlierCall,
  OrderRequest,
  Preparation,
  PreparationRequest,
  ProviderAuthorization,
  ProviderCapabilities,
} from '../execution/provider.ts'

const CARD_NUMBER = '4242424242424242'
const FENCES_PREPARED: ProviderCapabilities = {
  ...EVERY_CAPABILITY,
  calls: mapCalls((kind) => ({
    ...EVERY_CAPABILITY.calls[kind],
    fence: PREPARED_KINDS.includes(kind) ? 'cancel-prepared' : 'none',
  })),
}
const PREPARED: Preparation = {
  kind: 'prepared',
  names: { state: new Secret('pi_1_secret'), refs: ['pi_1'] },
}
const REFUSED: Preparation = { kind: 'refused', reason: 'closed' }
const silence = (): Promise<never> => Promise.reject(new Error('no answer'))

/** A provider that requires preparation of calls, and a second one for cards without preparation. */
class Fixture {
  readonly calls: (readonly [name: string, request: unknown])[] = []
  prepare: () => Promise<Preparation> = () => Promise.resolve(PREPARED)
  execute: () => Promise<typeof PROVIDER_OUTCOME> = () => Promise.resolve(PROVIDER_OUTCOME)

  readonly providers = new Map([
    ['sim-a', this.#preparing('sim-a')],
    ['sim-payments', this.#preparing('sim-payments')],
    [
      'sim-b',
      makeProvider('sim-b', {
        authorize: () => (this.#note('second', null), Promise.resolve(PROVIDER_OUTCOME)),
      }),
    ],
  ])

  #preparing(id: string) {
    const provider = makeProvider(id, {
      prepare: (request) => (this.#note('prepare', request), this.prepare()),
      authorize: (request) => (this.#note('authorize', request), this.execute()),
      order: async (request) => (
        this.#note('order', request),
        { kind: 'outcome', outcome: await this.execute() }
      ),
      fence: (call) => (this.#note('fence', call), Promise.resolve({ kind: 'fenced' })),
    })
    return Object.defineProperty(provider, 'capabilities', { value: FENCES_PREPARED })
  }

  #note(name: string, request: unknown): void {
    this.calls.push([name, request])
  }

  get names() {
    return this.calls.map(([name]) => name)
  }

  requestOf<T>(name: string): T {
    return this.calls.find(([called]) => called === name)?.[1] as T
  }
}

const fixture = new Fixture()

beforeEach(() => {
  fixture.calls.length = 0
  fixture.prepare = () => Promise.resolve(PREPARED)
  fixture.execute = () => Promise.resolve(PROVIDER_OUTCOME)
})

describeAtBothGateways(
  'a provider that requires preparation of calls',
  (current) => {
    const payByCard = async () => {
      const { result } = await current().gateway.authorize({ flow: 'NO_3DS' })
      return { id: result?.id ?? '', code: result?.processing_code }
    }
    const payElsewhere = async () => {
      const body = paymentRequest(current().gateway)
      const envelope = await current().gateway.post<Envelope>('/api/transactions/payment', body)
      return { id: idOf(envelope), code: envelope.result?.processing_code }
    }
    const attemptsOf = (id: string) => current().gateway.books.of('attempts', id)

    describe('for a card', () => {
      it('prepares without the card, and sends the prepared state with the call', async () => {
        expect(await payByCard()).toMatchObject({ code: '0000' })
        expect(fixture.names).toEqual(['prepare', 'authorize'])
        const preparation = fixture.requestOf<PreparationRequest>('prepare')
        const authorization = fixture.requestOf<ProviderAuthorization>('authorize')
        expect(preparation).toMatchObject({
          callKey: authorization.idempotencyKey,
          call: { kind: 'authorization', transactionType: 'PURCHASE' },
          amountMinor: authorization.amountMinor,
        })
        expect(preparation.idempotencyKey).not.toBe(authorization.idempotencyKey)
        expect(preparation).not.toHaveProperty('card')
        expect(JSON.stringify(preparation)).not.toContain(CARD_NUMBER)
        expect(authorization.prepared?.state?.reveal()).toBe('pi_1_secret')
        expect(authorization.prepared?.providerReference).toBe('pi_1')
      })

      it('fences with the state that was stored before a call that got no answer', async () => {
        fixture.execute = silence
        const { id } = await payByCard()
        await current().gateway.advance(2_000)
        const fenced = fixture.requestOf<EarlierCall>('fence')
        expect(fenced.state?.reveal()).toBe('pi_1_secret')
        expect(fenced.providerReference).toBe('pi_1')
        expect(await current().gateway.status(id)).toMatchObject({
          status: 'DECLINED',
          processing_code: '1001',
        })
      })

      it('neither stores nor sends a reference that contains the card number', async () => {
        const refs = [`pi_${CARD_NUMBER}`]
        fixture.prepare = () => Promise.resolve({ kind: 'prepared', names: { state: null, refs } })
        const { id } = await payByCard()
        const { prepared } = fixture.requestOf<ProviderAuthorization>('authorize')
        expect(prepared).toEqual({ state: null, providerReference: null })
        const [attempt] = await attemptsOf(id)
        expect(attempt).toMatchObject({ processing_code: '0000', provider_reference: null })
      })

      it('saves the card with the account that accepts the payment after a refused preparation', async () => {
        fixture.prepare = () => Promise.resolve(REFUSED)
        const tokenization = { save_card_for_future_payments: true }
        const { transaction } = await current().gateway.pay({
          flow: 'FALLBACK_APPROVE_AFTER_1',
          body: { tokenization },
        })
        expect(transaction).toMatchObject({ status: 'APPROVED' })
        expect(transaction.payment_method.token).toEqual(expect.any(String))
      })

      it.each([
        ['is refused', () => Promise.resolve(REFUSED)],
        ['has no answer', silence],
      ])('tries the next account if the preparation %s', async (_, prepare) => {
        fixture.prepare = prepare
        const { transaction } = await current().gateway.pay({ flow: 'FALLBACK_APPROVE_AFTER_1' })
        expect(transaction).toMatchObject({ status: 'APPROVED' })
        expect(fixture.names).toEqual(['prepare', 'second'])
        expect(await attemptsOf(transaction.id)).toMatchObject([
          { status: 'ENDED', processing_code: '2024' },
          { status: 'ENDED', processing_code: '0000' },
        ])
      })
    })

    describe('for an order', () => {
      it('prepares it, and sends the prepared state with the call', async () => {
        expect(await payElsewhere()).toMatchObject({ code: '0000' })
        expect(fixture.names).toEqual(['prepare', 'order'])
        const order = fixture.requestOf<OrderRequest>('order')
        expect(order.prepared?.state?.reveal()).toBe('pi_1_secret')
        const { call, callKey } = fixture.requestOf<PreparationRequest>('prepare')
        expect(call).toEqual({ kind: 'order', type: order.type })
        expect(callKey).toBe(order.idempotencyKey)
      })

      it.each([
        ['is refused', () => Promise.resolve(REFUSED)],
        ['has no answer', silence],
      ])('is not executed if the preparation %s', async (_, prepare) => {
        fixture.prepare = prepare
        expect(await payElsewhere()).toMatchObject({ code: '2024' })
        expect(fixture.names).toEqual(['prepare'])
      })

      it('ends if the process dies during the preparation, and is never placed', async () => {
        let answer: (preparation: Preparation) => void = () => undefined
        fixture.prepare = () => new Promise((resolve) => (answer = resolve))
        const { gateway } = current()
        const body = paymentRequest(gateway)
        const paying = gateway.post<Envelope>('/api/transactions/payment', body)
        await vi.waitFor(() => expect(fixture.names).toEqual(['prepare']))
        await gateway.advanceRealTime(2 * LEASE_MS)
        answer(PREPARED)
        const id = idOf(await paying)
        expect(await gateway.status(id)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
        expect(fixture.names).toEqual(['prepare'])
      })
    })
  },
  { adapters: { providers: fixture.providers } },
)
