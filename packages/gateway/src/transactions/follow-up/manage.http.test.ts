import type { Envelope, ErrorItem, Operations, Transaction, TransactionEvent } from '@sluice/types'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { createGatewayDatabase, GATEWAY_DATABASES } from '../../../test/gateway-databases.ts'
import { expectMoneyToAddUp } from '../../../test/money-invariant.ts'
import { startPostgres, type TestPostgres } from '../../../../platform/test/postgres.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'

type Operation = 'CAPTURE' | 'REFUND' | 'VOID'
type Extra = Readonly<Record<string, unknown>>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The databases differ in their SQL, so every promise is tested on both. */
describe.each(GATEWAY_DATABASES)('manage, on %s', (database) => {
  let gateway: TestGateway
  let postgres: TestPostgres | null = null

  beforeAll(async () => {
    postgres = database === 'PostgreSQL' ? await startPostgres() : null
    const databaseUrl = postgres && (await createGatewayDatabase(postgres))
    gateway = await startTestGateway(databaseUrl ? { databaseUrl } : {})
  })
  afterEach(() => expectMoneyToAddUp((query) => gateway.books.query(query)))
  afterAll(async () => {
    await gateway.close()
    await postgres?.stop()
  })

  const begin = async (transactionType: 'AUTHORIZE' | 'PURCHASE', body: Extra = {}): Promise<Transaction> => {
    const input = { flow: 'NO_3DS' as const, body: { transaction_type: transactionType, ...body } }
    const { result } = await gateway.authorize(input)
    if (result === null) throw new Error('no result')
    return result
  }
  const send = (original: Transaction, operation: Operation, amount: number, extra: Extra = {}) =>
    gateway.send<Transaction & { errors: ErrorItem[] }>('POST', '/api/transactions/manage', {
      terminal_id: original.terminal_id,
      currency: original.currency,
      amount,
      reference: original.reference,
      transaction_type: operation,
      ...extra,
    })
  /** Sends the operation and expects a transaction in return. */
  const manage = async (original: Transaction, operation: Operation, amount: number, extra: Extra = {}) => {
    const { status, text, body } = await send(original, operation, amount, extra)
    expect(status, text).toBe(200)
    return body
  }
  const keepOpen = { options: { final_capture: false } }
  const named = ({ id }: Transaction): Extra => ({ parent_transaction_id: id })
  const refuseWith = (response_code: string): Extra => ({ metadata: { response_code } })

  const operationsOf = async ({ id }: Transaction): Promise<Operations | undefined> =>
    (await gateway.status(id)).data?.operations
  const eventsOf = async ({ id }: Transaction): Promise<TransactionEvent[]> => {
    const rows = await gateway.books.of('events', id)
    return rows.map(({ payload }) => JSON.parse(String(payload)) as TransactionEvent)
  }
  const approved = { status: 'APPROVED', approved: true, pending: false, processing_code: '0000', errors: [] }
  const invalid = (code: string, property = 'transaction_type') => ({
    status: 'INVALID',
    processing_code: code,
    errors: [{ property, params: [property] }],
  })

  describe('the answer', () => {
    it('is a new transaction of the same order', async () => {
      const original = await begin('AUTHORIZE')
      const capture = await manage(original, 'CAPTURE', 10_000, { metadata: { invoice: 'R-1' } })
      expect(capture).toMatchObject({
        ...approved,
        transaction_type: 'CAPTURE',
        amount: 10_000,
        normalized_amount: 10_000,
        reference: original.reference,
        order_id: original.order_id,
        currency: original.currency,
        payment_method: original.payment_method,
        processing_result: { payment_provider_id: 'sim-a', payment_provider_account_id: 'sim-a-eur' },
        data: { parent_id: original.id },
      })
      expect(capture.id).not.toBe(original.id)
      expect(capture.processing_result.approval_code).toMatch(/^[A-Z0-9]{6}$/)
      expect(await gateway.status(capture.id)).toEqual(capture)
    })

    it('has the times of creation and change, like every answer and the event', async () => {
      const original = await begin('AUTHORIZE')
      const capture = await manage(original, 'CAPTURE', 10_000)
      const [event] = await eventsOf(capture)
      const { body: list } = await gateway.send<{ data: Transaction[] }>(
        'GET',
        `/api/transactions?parent_id=${original.id}`,
      )
      const { created_at = '', updated_at = '' } = capture
      const times = { created_at, updated_at }
      expect(new Date(created_at).toISOString()).toBe(created_at)
      expect(updated_at >= created_at && created_at >= (original.created_at ?? '')).toBe(true)
      for (const told of [event?.payload, await gateway.status(capture.id), list.data[0]]) {
        expect(told).toMatchObject(times)
      }
      expect(await gateway.status(original.id)).toMatchObject({ created_at: original.created_at })
    })

    it('causes one event that names the parent and the merchant', async () => {
      const original = await begin('PURCHASE')
      const refund = await manage(original, 'REFUND', 1, { metadata: { reason: 'broken' } })
      const events = await eventsOf(refund)
      expect(events).toMatchObject([
        {
          event: 'transaction-svc:transaction:refund:approved',
          payload: {
            id: refund.id,
            parent_id: original.id,
            order_id: original.order_id,
            transaction_initiated_by: 'MERCHANT',
            transaction_type: 'REFUND',
            amount: 1,
            metadata: { reason: 'broken' },
          },
        },
      ])
    })

    it('leaves the parent APPROVED, and shows there the state of the money', async () => {
      const original = await begin('PURCHASE')
      expect(original.data?.operations).toEqual(await operationsOf(original))
      await manage(original, 'REFUND', 2_500)
      expect(await gateway.status(original.id)).toMatchObject({
        ...approved,
        data: {
          operations: {
            authorized_amount: 10_000,
            captured_amount: 10_000,
            refunded_amount: 2_500,
            voided_amount: 0,
            open_amount: 0,
            final_capture: true,
          },
        },
      })
    })
  })

  describe('capture', () => {
    it('a partial capture releases the remaining amount', async () => {
      const original = await begin('AUTHORIZE')
      await manage(original, 'CAPTURE', 4_000)
      expect(await operationsOf(original)).toMatchObject({
        captured_amount: 4_000,
        open_amount: 0,
        final_capture: true,
      })
      expect(await manage(original, 'CAPTURE', 1)).toMatchObject(invalid('2010'))
    })

    it.each(['REFUND', 'VOID'] as const)('is a %s only without final_capture', async (operation) => {
      const original = await begin(operation === 'REFUND' ? 'PURCHASE' : 'AUTHORIZE')
      const refused = await send(original, operation, 1_000, keepOpen)
      expect(refused.status).toBe(422)
      expect(refused.body.errors).toEqual([
        {
          property: 'options.final_capture',
          message: 'is for captures alone',
          params: ['options.final_capture'],
        },
      ])
    })

    it('with final_capture false keeps the remaining amount open', async () => {
      const original = await begin('AUTHORIZE')
      await manage(original, 'CAPTURE', 4_000, keepOpen)
      expect(await operationsOf(original)).toMatchObject({ open_amount: 6_000, final_capture: false })
      const tooMuch = await send(original, 'CAPTURE', 6_001)
      expect(tooMuch.status).toBe(422)
      expect(tooMuch.body.errors).toEqual([
        { property: 'amount', message: 'must not exceed 6000', params: ['amount', '6000', '6001'] },
      ])
      await manage(original, 'CAPTURE', 6_000)
      expect(await operationsOf(original)).toMatchObject({ captured_amount: 10_000, open_amount: 0 })
    })

    it('a capture of a purchase is not possible', async () => {
      expect(await manage(await begin('PURCHASE'), 'CAPTURE', 1)).toMatchObject(invalid('2010'))
    })

    it('is possible fifty times', async () => {
      const original = await begin('AUTHORIZE')
      for (let place = 0; place < 50; place += 1) {
        expect(await manage(original, 'CAPTURE', 1, keepOpen)).toMatchObject(approved)
      }
      expect(await manage(original, 'CAPTURE', 1)).toMatchObject(invalid('2010'))
      expect(await manage(original, 'VOID', 9_950, named(original))).toMatchObject(approved)
    })
  })

  describe('refund', () => {
    it('returns money in parts until none is left', async () => {
      const original = await begin('PURCHASE')
      await manage(original, 'REFUND', 4_000)
      await manage(original, 'REFUND', 6_000)
      const more = await send(original, 'REFUND', 1)
      expect(more.status).toBe(422)
      expect(more.body.errors).toEqual([
        { property: 'amount', message: 'must not exceed 0', params: ['amount', '0', '1'] },
      ])
    })

    it('a refund of an authorization applies to its only capture', async () => {
      const original = await begin('AUTHORIZE')
      expect(await manage(original, 'REFUND', 1)).toMatchObject(invalid('2010'))
      const capture = await manage(original, 'CAPTURE', 5_000)
      const refund = await manage(original, 'REFUND', 2_000, named(original))
      expect(refund).toMatchObject({ ...approved, data: { parent_id: capture.id } })
      expect(await operationsOf(capture)).toMatchObject({ captured_amount: 5_000, refunded_amount: 2_000 })
      expect(await operationsOf(original)).toMatchObject({ captured_amount: 5_000, refunded_amount: 2_000 })
      expect((await send(original, 'REFUND', 3_001)).status).toBe(422)
    })

    it('has to name the capture if there are several', async () => {
      const original = await begin('AUTHORIZE')
      const [first] = [
        await manage(original, 'CAPTURE', 3_000, keepOpen),
        await manage(original, 'CAPTURE', 3_000),
      ]
      for (const extra of [{}, named(original)]) {
        const { status, body } = await send(original, 'REFUND', 1_000, extra)
        expect(status).toBe(422)
        expect(body.errors).toEqual([
          {
            property: 'parent_transaction_id',
            message: 'is required',
            params: ['parent_transaction_id'],
          },
        ])
      }
      expect(await manage(original, 'REFUND', 1_000, named(first))).toMatchObject({
        ...approved,
        data: { parent_id: first.id },
      })
    })

    it('need not name the capture if only one has money left, or none has', async () => {
      const original = await begin('AUTHORIZE')
      const [first, second] = [
        await manage(original, 'CAPTURE', 3_000, keepOpen),
        await manage(original, 'CAPTURE', 3_000),
      ]
      await manage(original, 'REFUND', 3_000, named(first))
      expect(await manage(original, 'REFUND', 3_000)).toMatchObject({
        ...approved,
        data: { parent_id: second.id },
      })
      const more = await send(original, 'REFUND', 1)
      expect(more.status).toBe(422)
      expect(more.body.errors).toEqual([
        { property: 'amount', message: 'must not exceed 0', params: ['amount', '0', '1'] },
      ])
    })

    it('the provider decides a refund of a payment; capture and void are refused', async () => {
      const { result } = await gateway.post<Envelope>('/api/transactions/payment', {
        terminal_id: gateway.ready.terminal_id,
        reference: gateway.nextReference(),
        description: 'Two apples',
        currency: 'EUR',
        amount: 10_000,
        method: 'OPEN_BANKING',
        country: 'DE',
        customer_ip: '127.0.0.1',
        return_url: gateway.returnUrl,
        error_url: gateway.returnUrl,
        cancel_url: gateway.returnUrl,
        metadata: { simulated_flow: 'APPROVED' },
      })
      if (result === null) throw new Error('no result')
      expect(await manage(result, 'CAPTURE', 1)).toMatchObject(invalid('2010'))
      expect(await manage(result, 'VOID', 10_000)).toMatchObject(invalid('2010'))
      expect(await manage(result, 'REFUND', 4_000)).toMatchObject({
        ...approved,
        payment_method: { type: 'payment_open_banking' },
      })
      expect(await operationsOf(result)).toMatchObject({ captured_amount: 10_000, refunded_amount: 4_000 })
    })

    it('is possible for a year', async () => {
      const original = await begin('PURCHASE')
      await gateway.advance(364 * DAY_MS)
      expect(await manage(original, 'REFUND', 1)).toMatchObject(approved)
      await gateway.advance(DAY_MS)
      expect(await manage(original, 'REFUND', 1)).toMatchObject(invalid('2010'))
    })
  })

  describe('void', () => {
    it('releases exactly the open amount of an authorization', async () => {
      const original = await begin('AUTHORIZE')
      await manage(original, 'CAPTURE', 4_000, keepOpen)
      const part = await send(original, 'VOID', 5_999, named(original))
      expect(part.status).toBe(422)
      expect(part.body.errors).toEqual([
        { property: 'amount', message: 'must equal 6000', params: ['amount', '6000', '5999'] },
      ])
      expect(await manage(original, 'VOID', 6_000, named(original))).toMatchObject(approved)
      expect(await operationsOf(original)).toMatchObject({
        captured_amount: 4_000,
        voided_amount: 6_000,
        open_amount: 0,
      })
      expect(await manage(original, 'VOID', 6_000, named(original))).toMatchObject(invalid('2010'))
      expect(await manage(original, 'CAPTURE', 1)).toMatchObject(invalid('2010'))
    })

    it('reverses a purchase before it is settled', async () => {
      const original = await begin('PURCHASE')
      expect((await send(original, 'VOID', 1)).status).toBe(422)
      expect(await manage(original, 'VOID', 10_000)).toMatchObject(approved)
      expect(await operationsOf(original)).toMatchObject({ captured_amount: 0, voided_amount: 10_000 })
      expect(await manage(original, 'VOID', 10_000)).toMatchObject(invalid('2010'))
      expect(await manage(original, 'REFUND', 1)).toMatchObject(invalid('2010'))
    })

    it('reverses a capture, also by its authorization, which does not open again', async () => {
      const original = await begin('AUTHORIZE')
      const capture = await manage(original, 'CAPTURE', 4_000, keepOpen)
      expect(await manage(original, 'VOID', 4_000, named(capture))).toMatchObject({
        ...approved,
        data: { parent_id: capture.id },
      })
      expect(await operationsOf(original)).toMatchObject({
        captured_amount: 0,
        voided_amount: 4_000,
        open_amount: 6_000,
      })
      expect(await operationsOf(capture)).toMatchObject({ captured_amount: 0, voided_amount: 4_000 })
    })

    it('is refused once a refund was made or is pending', async () => {
      const [refunded, refunding, refused] = [
        await begin('PURCHASE'),
        await begin('PURCHASE'),
        await begin('PURCHASE'),
      ]
      await manage(refunded, 'REFUND', 1)
      await manage(refunding, 'REFUND', 1, refuseWith('1002'))
      await manage(refused, 'REFUND', 1, refuseWith('1000'))
      expect(await manage(refunded, 'VOID', 10_000)).toMatchObject(invalid('2010'))
      expect(await manage(refunding, 'VOID', 10_000)).toMatchObject(invalid('2010'))
      expect(await manage(refused, 'VOID', 10_000)).toMatchObject(approved)
    })

    it('is refused after settlement', async () => {
      const original = await begin('PURCHASE')
      await gateway.advance(DAY_MS)
      expect(await manage(original, 'VOID', 10_000)).toMatchObject(invalid('2010'))
      expect(await manage(original, 'REFUND', 10_000)).toMatchObject(approved)
    })
  })

  describe('the target', () => {
    const missing = (property: string) => [
      { property, message: 'Original transaction not found', params: [property] },
    ]

    it('must exist', async () => {
      const original = await begin('PURCHASE')
      const unknown = await send({ ...original, reference: 'nothing' }, 'REFUND', 1)
      expect(unknown.status).toBe(422)
      expect(unknown.body.errors).toEqual(missing('reference'))
      for (const extra of [
        { parent_transaction_id: '0190b9e2-7a9c-7cc4-8d4b-000000000000' },
        { ...named(original), reference: 'another' },
        { ...named(original), terminal_id: gateway.ready.terminals[1]?.terminal_id },
      ]) {
        const { status, body } = await send(original, 'REFUND', 1, extra)
        expect(status).toBe(422)
        expect(body.errors).toEqual(missing('parent_transaction_id'))
      }
    })

    it('must be on the same terminal', async () => {
      const original = await begin('PURCHASE')
      const terminalId = gateway.ready.terminals[1]?.terminal_id
      const { status, body } = await send(original, 'REFUND', 1, { terminal_id: terminalId })
      expect(status).toBe(422)
      expect(body.errors).toEqual(missing('reference'))
    })

    it('is never an INVALID transaction with the reference', async () => {
      const refused = await begin('PURCHASE', { terminal_id: gateway.ready.terminals[3]?.terminal_id })
      expect(refused.status).toBe('INVALID')
      expect((await send(refused, 'REFUND', 1)).body.errors).toEqual(missing('reference'))
      expect(await manage(refused, 'REFUND', 1, named(refused))).toMatchObject(invalid('2014', 'terminal_id'))
    })

    it('must be approved', async () => {
      const declined = await begin('PURCHASE', {
        metadata: { simulated_flow: 'NO_3DS', response_code: '1000' },
      })
      expect(declined.status).toBe('DECLINED')
      expect(await manage(declined, 'REFUND', 1)).toMatchObject(invalid('2010'))
    })

    it('is queried once if it is pending', async () => {
      const pending = await begin('PURCHASE', {
        metadata: { simulated_flow: 'NO_3DS', response_code: '1002' },
      })
      // The provider decides after three seconds, which a busy machine may need for one request.
      await gateway.books.ageCharges(-600_000)
      expect(await manage(pending, 'REFUND', 1)).toMatchObject(invalid('2010'))
      expect((await gateway.status(pending.id)).status).toBe('PENDING')
      // The provider has not been queried since its outcome was ready.
      await gateway.books.ageCharges(605_000)
      expect(await manage(pending, 'REFUND', 1)).toMatchObject(approved)
    })

    it('must not be a refund or a void', async () => {
      const original = await begin('PURCHASE')
      const refund = await manage(original, 'REFUND', 1)
      for (const operation of ['CAPTURE', 'REFUND', 'VOID'] as const) {
        expect(await manage(original, operation, 1, named(refund))).toMatchObject(invalid('2010'))
      }
    })
  })

  describe('the request', () => {
    it('must name one of five operations', async () => {
      const original = await begin('PURCHASE')
      for (const type of ['AUTHORIZE', 'PURCHASE', 'capture']) {
        const { status, body } = await send(original, 'REFUND', 1, { transaction_type: type })
        expect(status).toBe(422)
        expect(body.errors).toMatchObject([
          {
            property: 'transaction_type',
            message: 'must be one of CAPTURE, REFUND, VOID, INCREMENT, EXTEND',
          },
        ])
      }
    })

    it('must have the currency of the original', async () => {
      const { status, body } = await send(await begin('PURCHASE'), 'REFUND', 1, { currency: 'USD' })
      expect(status).toBe(422)
      expect(body.errors).toEqual([
        {
          property: 'currency',
          message: 'must equal the currency of the original transaction',
          params: ['currency', 'USD'],
        },
      ])
    })

    it('requires text in its metadata, and a valid response_code', async () => {
      const original = await begin('PURCHASE')
      const properties = async (metadata: Extra) => {
        const { status, body } = await send(original, 'REFUND', 1, { metadata })
        expect(status).toBe(422)
        return body.errors.map(({ property }) => property)
      }
      expect(await properties({ count: 2 })).toEqual(['metadata.count'])
      expect(await properties({ response_code: '9999' })).toEqual(['metadata.response_code'])
    })
  })

  describe('the provider', () => {
    it.each(['1000', '1001'])(
      'a provider that answers %s declines, and nothing stays reserved',
      async (code) => {
        const original = await begin('AUTHORIZE')
        expect(await manage(original, 'CAPTURE', 10_000, refuseWith(code))).toMatchObject({
          status: 'DECLINED',
          approved: false,
          processing_code: code,
        })
        expect(await operationsOf(original)).toMatchObject({
          captured_amount: 0,
          open_amount: 10_000,
          final_capture: false,
        })
        const refusal = { payment_provider_response_code: '58', response_code: code }
        const again = await manage(original, 'VOID', 10_000, { metadata: refusal })
        const [event] = await eventsOf(again)
        expect(event).toMatchObject({
          event: 'transaction-svc:transaction:void:declined',
          payload: { payment_provider_response_code: '58' },
        })
        expect(await operationsOf(original)).toMatchObject({ voided_amount: 0, open_amount: 10_000 })
      },
    )

    it('a provider that answers 2013 makes the operation INVALID with a member of the request, and nothing stays reserved', async () => {
      const original = await begin('PURCHASE')
      expect(await manage(original, 'REFUND', 10_000, refuseWith('2013'))).toMatchObject(invalid('2013'))
      expect(await operationsOf(original)).toMatchObject({ captured_amount: 10_000, refunded_amount: 0 })
    })

    it('a provider that decides later leaves the operation PENDING and its amount reserved', async () => {
      const original = await begin('PURCHASE')
      const pending = await gateway.hold(async () => {
        const begun = await manage(original, 'REFUND', 9_999, refuseWith('1002'))
        expect(begun).toMatchObject({ status: 'PENDING', pending: true, processing_code: '1002' })
        expect(await eventsOf(begun)).toEqual([])
        expect((await send(original, 'REFUND', 2)).status).toBe(422)
        return begun
      })
      await gateway.advance(4_000)
      expect(await gateway.status(pending.id)).toMatchObject(approved)
      expect(await eventsOf(pending)).toHaveLength(1)
    })

    it('a provider whose answer was lost is queried for the outcome', async () => {
      const original = await begin('PURCHASE')
      const extra = { metadata: { simulated_fault: 'TIMEOUT_AFTER_EXECUTION' } }
      const unknown = await manage(original, 'REFUND', 10_000, extra)
      expect(unknown).toMatchObject({ status: 'PENDING', processing_code: '1002' })
      await gateway.advance(2_000)
      expect(await gateway.status(unknown.id)).toMatchObject(approved)
      expect(await operationsOf(original)).toMatchObject({ refunded_amount: 10_000 })
    })

    it('a provider that never received the operation leaves it DECLINED 1001, and moves no money', async () => {
      const original = await begin('AUTHORIZE')
      const extra = { metadata: { simulated_fault: 'RESET_BEFORE_EXECUTION' } }
      const unknown = await gateway.hold(async () => {
        const lost = await manage(original, 'CAPTURE', 4_000, extra)
        expect(lost).toMatchObject({ status: 'PENDING' })
        expect(await operationsOf(original)).toMatchObject({ captured_amount: 4_000, open_amount: 0 })
        return lost
      })
      await gateway.advance(2_000)
      expect(await gateway.status(unknown.id)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
      expect(await operationsOf(original)).toMatchObject({
        captured_amount: 0,
        open_amount: 10_000,
        final_capture: false,
      })
      expect(await manage(original, 'CAPTURE', 10_000)).toMatchObject(approved)
    })
  })

  describe('an open authorization', () => {
    it('is voided after a week', async () => {
      const original = await begin('AUTHORIZE')
      const captured = await begin('AUTHORIZE')
      await manage(captured, 'CAPTURE', 4_000, keepOpen)
      await gateway.advance(7 * DAY_MS - HOUR_MS)
      expect(await operationsOf(original)).toMatchObject({ open_amount: 10_000 })
      await gateway.advance(HOUR_MS)
      expect(await operationsOf(original)).toMatchObject({ voided_amount: 10_000, open_amount: 0 })
      expect(await operationsOf(captured)).toMatchObject({
        captured_amount: 4_000,
        voided_amount: 6_000,
        open_amount: 0,
      })
      const rows = (await gateway.books.all('transactions')).filter((row) => row['parent_id'] === original.id)
      expect(rows).toHaveLength(1)
      const [event] = await eventsOf({ ...original, id: String(rows[0]?.['id']) })
      expect(event).toMatchObject({
        event: 'transaction-svc:transaction:void:approved',
        payload: {
          parent_id: original.id,
          amount: 10_000,
          transaction_initiated_by: 'MERCHANT',
          description: 'Authorization expired',
        },
      })
      const trail = (await gateway.books.all('audit')).filter(({ action }) => action === 'operation.open')
      const actorOf = (id: unknown) => trail.find(({ subject }) => subject === id)?.['actor']
      expect(actorOf(rows[0]?.['id'])).toBe('gateway')
      expect(trail.filter(({ actor }) => actor === 'merchant').length).toBeGreaterThan(0)
      expect(await manage(original, 'CAPTURE', 1)).toMatchObject(invalid('2010'))
    })

    it('without an open amount is not voided', async () => {
      const original = await begin('AUTHORIZE')
      await manage(original, 'CAPTURE', 1)
      await gateway.advance(8 * DAY_MS)
      expect(await operationsOf(original)).toMatchObject({ captured_amount: 1, voided_amount: 0 })
    })
  })

  it('allows one of many concurrent voids and captures', async () => {
    const original = await begin('AUTHORIZE')
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => send(original, 'VOID', 10_000, named(original))),
      ...Array.from({ length: 4 }, () => send(original, 'CAPTURE', 10_000)),
      ...Array.from({ length: 4 }, () => send(original, 'CAPTURE', 9_999)),
    ])
    expect(answers.filter(({ body }) => body.approved)).toHaveLength(1)
  })
})
