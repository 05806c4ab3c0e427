import type { ErrorItem, Operations, Transaction, TransactionEvent } from '@sluice/types'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { startPostgres, type TestPostgres } from '../../../../platform/test/postgres.ts'
import { createGatewayDatabase, GATEWAY_DATABASES } from '../../../test/gateway-databases.ts'
import { expectMoneyToAddUp } from '../../../test/money-invariant.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'

type Operation = 'CAPTURE' | 'REFUND' | 'VOID' | 'INCREMENT' | 'EXTEND'
type Extra = Readonly<Record<string, unknown>>

const DAY_MS = 86_400_000

/** Increments and extensions of authorizations move no money, and count from their approval on. */
describe.each(GATEWAY_DATABASES)('changes of an authorization, on %s', (database) => {
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

  const begin = async (body: Extra = {}): Promise<Transaction> => {
    const { result } = await gateway.authorize({
      flow: 'NO_3DS',
      body: { transaction_type: 'AUTHORIZE', ...body },
    })
    if (result === null) throw new Error('no result')
    return result
  }
  const send = (
    original: Transaction,
    operation: Operation,
    amount: number,
    extra: Extra = {},
    key?: string,
  ) =>
    gateway.send<Transaction & { errors: ErrorItem[] }>(
      'POST',
      '/api/transactions/manage',
      {
        terminal_id: original.terminal_id,
        currency: original.currency,
        amount,
        reference: original.reference,
        transaction_type: operation,
        ...extra,
      },
      key === undefined ? {} : { 'idempotency-key': key },
    )
  /** Sends the operation and expects a transaction in return. */
  const manage = async (original: Transaction, operation: Operation, amount: number, extra: Extra = {}) => {
    const { status, text, body } = await send(original, operation, amount, extra)
    expect(status, text).toBe(200)
    return body
  }
  const keepOpen = { options: { final_capture: false } }
  const answerWith = (response_code: string): Extra => ({ metadata: { response_code } })
  const operationsOf = async ({ id }: Transaction): Promise<Operations | undefined> =>
    (await gateway.status(id)).data?.operations
  const expiryOf = async (original: Transaction) =>
    Date.parse((await operationsOf(original))?.capture_before ?? '')
  const eventsOf = async ({ id }: Transaction): Promise<TransactionEvent[]> => {
    const rows = await gateway.books.of('events', id)
    return rows.map(({ payload }) => JSON.parse(String(payload)) as TransactionEvent)
  }
  const approved = { status: 'APPROVED', approved: true, pending: false, processing_code: '0000', errors: [] }
  const invalid = (message: string, code = '2010') => ({
    status: 'INVALID',
    processing_code: code,
    errors: [{ property: 'transaction_type', message, params: ['transaction_type'] }],
  })

  describe('an increment', () => {
    it('raises the authorized and open amounts, and keeps the amount of the payment', async () => {
      const original = await begin()
      const increment = await manage(original, 'INCREMENT', 5_000)
      expect(increment).toMatchObject({
        ...approved,
        transaction_type: 'INCREMENT',
        amount: 5_000,
        order_id: original.order_id,
        data: { parent_id: original.id },
      })
      expect((await gateway.status(original.id)).amount).toBe(10_000)
      expect(await operationsOf(original)).toMatchObject({
        authorized_amount: 15_000,
        approved_amount: 10_000,
        open_amount: 15_000,
        captured_amount: 0,
      })
      const [event] = await eventsOf(increment)
      expect(event).toMatchObject({
        event: 'transaction-svc:transaction:increment:approved',
        payload: { parent_id: original.id, amount: 5_000, transaction_initiated_by: 'MERCHANT' },
      })
    })

    it('may be repeated, and the sum can be captured, refunded and voided', async () => {
      const original = await begin()
      await manage(original, 'INCREMENT', 10_000)
      await manage(original, 'INCREMENT', 10_000)
      const capture = await manage(original, 'CAPTURE', 24_000, keepOpen)
      expect(capture).toMatchObject(approved)
      expect((await send(original, 'CAPTURE', 6_001)).body.errors).toMatchObject([
        { property: 'amount', message: 'must not exceed 6000' },
      ])
      const named = { parent_transaction_id: capture.id }
      expect(await manage(original, 'REFUND', 24_000, named)).toMatchObject(approved)
      expect(await manage(original, 'VOID', 6_000, { parent_transaction_id: original.id })).toMatchObject(
        approved,
      )
      expect(await operationsOf(original)).toMatchObject({
        authorized_amount: 30_000,
        captured_amount: 24_000,
        refunded_amount: 24_000,
        voided_amount: 6_000,
        open_amount: 0,
      })
    })

    it('is at most the original amount', async () => {
      const original = await begin()
      const { status, body } = await send(original, 'INCREMENT', 10_001)
      expect(status).toBe(422)
      expect(body.errors).toEqual([
        { property: 'amount', message: 'must not exceed 10000', params: ['amount', '10000', '10001'] },
      ])
    })

    it.each(['1000', '1004'])('an increment that is declined with %s raises nothing', async (code) => {
      const original = await begin()
      const refused = await manage(original, 'INCREMENT', 5_000, answerWith(code))
      expect(refused).toMatchObject({ status: 'DECLINED', processing_code: code })
      expect(await operationsOf(original)).toMatchObject({ authorized_amount: 10_000, open_amount: 10_000 })
      expect((await send(original, 'CAPTURE', 10_001)).status).toBe(422)
      expect(await manage(original, 'CAPTURE', 10_000)).toMatchObject(approved)
    })

    it('a pending increment raises nothing, and blocks only voids and other changes', async () => {
      const original = await begin()
      const pending = await gateway.hold(async () => {
        const begun = await manage(original, 'INCREMENT', 5_000, answerWith('1002'))
        expect(begun).toMatchObject({ status: 'PENDING', processing_code: '1002' })
        expect(await operationsOf(original)).toMatchObject({ authorized_amount: 10_000, open_amount: 10_000 })
        const waits = invalid('an INCREMENT of the original is not decided yet')
        expect(await manage(original, 'INCREMENT', 1)).toMatchObject(waits)
        expect(await manage(original, 'EXTEND', 10_000)).toMatchObject(waits)
        const untilMs = Date.parse(String(begun.created_at)) + 15 * 60_000
        const until = `it can be voided from ${new Date(untilMs).toISOString()}`
        expect(await manage(original, 'VOID', 10_000)).toMatchObject(
          invalid(`an INCREMENT of the original is not decided yet: ${until}`),
        )
        expect(await manage(original, 'CAPTURE', 4_000, keepOpen)).toMatchObject(approved)
        return begun
      })
      await gateway.advance(4_000)
      expect(await gateway.status(pending.id)).toMatchObject(approved)
      expect(await eventsOf(pending)).toHaveLength(1)
      expect(await operationsOf(original)).toMatchObject({ authorized_amount: 15_000, open_amount: 11_000 })
      const rest = { parent_transaction_id: original.id }
      expect(await manage(original, 'VOID', 11_000, rest)).toMatchObject(approved)
    })

    it('an increment whose answer was lost is queried, and counts once', async () => {
      const original = await begin()
      const lost = { metadata: { simulated_fault: 'TIMEOUT_AFTER_EXECUTION' } }
      const unknown = await manage(original, 'INCREMENT', 5_000, lost)
      expect(unknown).toMatchObject({ status: 'PENDING' })
      await gateway.advance(2_000)
      expect(await gateway.status(unknown.id)).toMatchObject(approved)
      expect(await operationsOf(original)).toMatchObject({ authorized_amount: 15_000 })
    })

    it('an increment that the provider never received is DECLINED 1001, and raises nothing', async () => {
      const original = await begin()
      const lost = { metadata: { simulated_fault: 'RESET_BEFORE_EXECUTION' } }
      const unknown = await manage(original, 'INCREMENT', 5_000, lost)
      expect(unknown).toMatchObject({ status: 'PENDING' })
      await gateway.advance(2_000)
      expect(await gateway.status(unknown.id)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
      expect(await operationsOf(original)).toMatchObject({ authorized_amount: 10_000 })
    })

    it('an increment that is repeated with its key is made once', async () => {
      const original = await begin()
      const key = `increment of ${original.id}`
      const answers = await Promise.all([1, 2, 3].map(() => send(original, 'INCREMENT', 5_000, {}, key)))
      const made = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id))
      expect(made.size).toBe(1)
      expect((await send(original, 'INCREMENT', 5_000, {}, key)).body.id).toBe([...made][0])
      expect(await operationsOf(original)).toMatchObject({ authorized_amount: 15_000 })
    })

    it('among many at once is made one after the other', async () => {
      const original = await begin()
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(original, 'INCREMENT', 1_000)))
      const count = answers.filter(({ body }) => body.approved).length
      expect(count).toBeGreaterThan(0)
      expect(await operationsOf(original)).toMatchObject({ authorized_amount: 10_000 + count * 1_000 })
    })
  })

  describe('an extension', () => {
    it('restarts the seven days, and changes no amount', async () => {
      const original = await begin()
      await gateway.advance(6 * DAY_MS)
      const before = await expiryOf(original)
      const extension = await manage(original, 'EXTEND', 10_000)
      expect(extension).toMatchObject({ ...approved, transaction_type: 'EXTEND', amount: 10_000 })
      const after = await expiryOf(original)
      expect(after - before).toBeGreaterThanOrEqual(6 * DAY_MS)
      expect(after - before).toBeLessThan(6 * DAY_MS + 3_600_000)
      expect(await operationsOf(original)).toMatchObject({ authorized_amount: 10_000, open_amount: 10_000 })
      expect((await eventsOf(extension))[0]?.event).toBe('transaction-svc:transaction:extend:approved')

      // The first seven days are over, so without the extension it would be voided now.
      await gateway.advance(2 * DAY_MS)
      expect(await operationsOf(original)).toMatchObject({ voided_amount: 0, open_amount: 10_000 })
      expect(await manage(original, 'CAPTURE', 1, keepOpen)).toMatchObject(approved)
      await gateway.advance(6 * DAY_MS)
      expect(await operationsOf(original)).toMatchObject({ captured_amount: 1, voided_amount: 9_999 })
    })

    it('applies to the whole open amount', async () => {
      const original = await begin()
      await manage(original, 'CAPTURE', 4_000, keepOpen)
      expect((await send(original, 'EXTEND', 10_000)).body.errors).toMatchObject([
        { property: 'amount', message: 'must equal 6000' },
      ])
      expect(await manage(original, 'EXTEND', 6_000)).toMatchObject(approved)
    })

    it('an extension that is declined changes nothing', async () => {
      const original = await begin()
      await gateway.advance(DAY_MS)
      const before = await expiryOf(original)
      expect(await manage(original, 'EXTEND', 10_000, answerWith('1000'))).toMatchObject({
        status: 'DECLINED',
      })
      expect(await expiryOf(original)).toBe(before)
    })

    it('is possible only before the expiry', async () => {
      const original = await begin()
      await gateway.advance(8 * DAY_MS)
      const expiresAt = (await operationsOf(original))?.capture_before
      const over = invalid(`the authorization could be captured until ${expiresAt}`)
      expect(await manage(original, 'EXTEND', 10_000)).toMatchObject(over)
      expect(await manage(original, 'INCREMENT', 1)).toMatchObject(over)
    })
  })

  it.each(['INCREMENT', 'EXTEND'] as const)(
    '%s requires an authorization with an open amount',
    async (change) => {
      const purchase = await begin({ transaction_type: 'PURCHASE' })
      const nothing = (type: string) => invalid(`the original, ${type} and APPROVED, allows no ${change} now`)
      expect(await manage(purchase, change, 10_000)).toMatchObject(nothing('PURCHASE'))
      const voided = await begin()
      await manage(voided, 'VOID', 10_000)
      const named = { parent_transaction_id: voided.id }
      expect(await manage(voided, change, 10_000, named)).toMatchObject(nothing('AUTHORIZE'))
      const captured = await begin()
      await manage(captured, 'CAPTURE', 1)
      expect(await manage(captured, change, 10_000)).toMatchObject(nothing('AUTHORIZE'))
    },
  )
})
