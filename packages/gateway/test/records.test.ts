/** Tests records after the final state: money, events and sums agree, and no record is rejected. */
import type { Transaction, TransactionList, TransactionRecordList } from '@sluice/types'
import { afterEach, describe, expect, it } from 'vitest'

import { type MigrationsFor, openDatabase } from '@sluice/platform/database/open-database'

import { simulatorMigrations } from '@sluice/simulators'
import { gatewayMigrations } from '../src/composition/gateway-migrations.ts'
import { AGREEMENT, EVENTS } from '../src/invariants/events.store.ts'
import type { InvariantPorts } from '../src/invariants/invariant.ts'
import { MONEY } from '../src/invariants/money.store.ts'
import { describeAtBothGateways } from './both-gateways.ts'
import { openWaitingDatabase } from './embedded-database.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { type Arrived, eventOf, postEvents, WebhookOnlyProvider } from './webhook-only-provider.ts'

const provider = new WebhookOnlyProvider('sim-a')

/** The number of the card that pays here. */
const CARD_NUMBER = '4242424242424242'

const migrations: MigrationsFor = (dialect) => ({ ...gatewayMigrations(dialect), ...simulatorMigrations() })

describeAtBothGateways(
  'records after the final state',
  (current) => {
    afterEach(async () => {
      const { gateway, databaseUrl } = current()
      await expectMoneyToAddUp((query) => gateway.books.query(query))
      const opened = databaseUrl === null ? null : await openDatabase({ databaseUrl }, migrations)
      const ports = {
        db: (opened?.db ?? openWaitingDatabase(gateway.dataDir)) as InvariantPorts['db'],
        dialect: opened === null ? 'sqlite' : 'postgres',
      } as InvariantPorts
      const found = await Promise.all([MONEY, EVENTS, AGREEMENT].map(({ find }) => find(ports)))
      await opened?.close()
      expect(found.flat()).toEqual([])
    })

    const callOf = (id: string): Arrived => provider.callOf(id)
    const post = async (events: Parameters<typeof postEvents>[2]) => {
      const answer = await postEvents(current().gateway, 'sim-a', events)
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'OK' }])
    }
    const pay = async (transaction_type: 'PURCHASE' | 'AUTHORIZE' = 'PURCHASE', amount = 10_000) => {
      const { gateway } = current()
      const { result, redirect } = await gateway.authorize({
        flow: 'NO_3DS',
        body: { transaction_type, amount },
      })
      const id = result?.id ?? redirect?.transaction_id ?? ''
      await post([eventOf(callOf(id))])
      return gateway.status(id)
    }
    const manage = async (parent: Transaction, type: 'CAPTURE' | 'REFUND', amount: number, code = '0000') => {
      const { gateway } = current()
      const { terminal_id, currency, reference } = parent
      const request = {
        terminal_id,
        currency,
        reference,
        amount,
        transaction_type: type,
        parent_transaction_id: parent.id,
      }
      const { id, status } = await gateway.post<Transaction>('/api/transactions/manage', request)
      if (status === 'PENDING') await post([eventOf(callOf(id), code)])
      return gateway.status(id)
    }
    const expectNoRefund = async ({
      id: parent_transaction_id,
      terminal_id,
      currency,
      reference,
    }: Transaction) => {
      const request = { terminal_id, currency, reference, amount: 1, transaction_type: 'REFUND' }
      const answer = await current().gateway.send('POST', '/api/transactions/manage', {
        ...request,
        parent_transaction_id,
      })
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { errors: [{ property: 'amount', message: 'must not exceed 0' }] },
      ])
    }
    let facts = 0
    const record = (
      of: Transaction,
      kind: string,
      amount: number,
      more: {
        readonly fact?: string
        readonly id?: string
        readonly dispute?: string
        readonly funds?: string
        readonly occurredAt?: string
      } = {},
    ) => {
      const fact = more.fact ?? `fact-${(facts += 1)}`
      const { key, accountId, currency } = callOf(of.id)
      return {
        id: more.id ?? `evt-${fact}`,
        fact,
        kind: 'RECORD',
        live: false,
        occurred_at: more.occurredAt ?? '2026-11-29T10:00:00Z',
        account_id: accountId,
        idempotency_key: key,
        refs: [`obj-${fact}`],
        record: {
          kind,
          amount,
          currency,
          reason_code: '10.4',
          reason: 'Other fraud',
          ...(more.dispute && { dispute_reference: more.dispute }),
          ...(more.funds && { funds: more.funds }),
        },
      }
    }
    const sums = async ({ id, reference }: Transaction) => {
      const { gateway } = current()
      const { status, data } = await gateway.status(id)
      const money = data?.operations
      // The list for the portal has the same content.
      const listed = await gateway.get<TransactionList>(`/api/transactions?reference=${reference}`)
      const row = listed.data.find((one) => one.id === id)
      expect([row?.status, row?.data?.operations]).toEqual([status, money])
      return [
        status,
        money?.captured_amount,
        money?.refunded_amount,
        money?.capture_failed_amount,
        money?.refund_failed_amount,
        money?.returned_amount,
        money?.disputed_amount,
      ]
    }
    const list = async ({ id }: Transaction) =>
      (await current().gateway.get<TransactionRecordList>(`/api/transactions/${id}/records`)).data
    const eventRows = (id: string) =>
      current().gateway.books.query(`select * from events where transaction_id = '${id}' order by position`)
    const eventsOf = async ({ id }: Transaction) =>
      (await eventRows(id)).map(({ type }) => String(type).split(':').slice(1).join(':'))
    const alertsOf = async ({ id }: Transaction) =>
      (await current().gateway.books.of('alerts', id)).map(({ kind }) => kind)

    it('a failed capture of 100 after a refund of 60 leaves nothing, and a negative balance', async () => {
      const authorization = await pay('AUTHORIZE')
      const capture = await manage(authorization, 'CAPTURE', 10_000)
      const refund = await manage(capture, 'REFUND', 6_000)
      expect(refund.status).toBe('APPROVED')
      await post([record(capture, 'CAPTURE_FAILED', 10_000)])
      for (const holder of [capture, authorization])
        expect(await sums(holder)).toEqual(['APPROVED', 10_000, 6_000, 10_000, 0, 0, 0])
      const alerts = [...(await alertsOf(capture)), ...(await alertsOf(authorization))]
      expect(alerts).toEqual(['OVERDRAWN'])
      expect(await list(authorization)).toEqual(await list(capture))
      expect(await list(capture)).toMatchObject([
        { transaction_id: capture.id, kind: 'CAPTURE_FAILED', amount: 10_000, reason_code: '10.4' },
      ])
      await expectNoRefund(capture)
    })

    it('a chargeback after a refund', async () => {
      const purchase = await pay()
      await manage(purchase, 'REFUND', 6_000)
      await post([record(purchase, 'DISPUTE_OPENED', 4_000, { dispute: 'dp_1', funds: 'WITHDRAWN' })])
      expect(await sums(purchase)).toEqual(['APPROVED', 10_000, 6_000, 0, 0, 0, 4_000])
      expect(await alertsOf(purchase)).toEqual([])
      await expectNoRefund(purchase)
    })

    it('a failed refund, reported twice under two ids, counts once and can be made again', async () => {
      const purchase = await pay()
      const refund = await manage(purchase, 'REFUND', 10_000)
      const fact = `refund-failed-${refund.id}`
      const told = ['evt-a', 'evt-b'].map((id) =>
        record(refund, 'REFUND_FAILED', 10_000, { fact, id: `${id}-${refund.id}` }),
      )
      for (const event of told) await post([event])
      expect(await sums(purchase)).toEqual(['APPROVED', 10_000, 10_000, 0, 10_000, 0, 0])
      expect(await list(purchase)).toHaveLength(1)
      expect(await eventsOf(refund)).toEqual(['transaction:refund:approved', 'record:refund-failed'])
      expect((await manage(purchase, 'REFUND', 10_000)).status).toBe('APPROVED')
      expect(await sums(purchase)).toEqual(['APPROVED', 10_000, 20_000, 0, 10_000, 0, 0])
      await expectNoRefund(purchase)
    })

    it('a return', async () => {
      const purchase = await pay()
      await post([record(purchase, 'RETURNED', 10_000)])
      expect(await sums(purchase)).toEqual(['APPROVED', 10_000, 0, 0, 0, 10_000, 0])
      expect(await eventsOf(purchase)).toEqual(['transaction:purchase:approved', 'record:returned'])
    })

    it('a dispute that is won, reopened and lost, with an event for each step', async () => {
      const purchase = await pay()
      const step = (what: string, funds = 'NONE') =>
        post([record(purchase, `DISPUTE_${what}`, 10_000, { dispute: `dp_${purchase.id}`, funds })])
      await step('OPENED', 'WITHDRAWN')
      await step('UPDATED')
      await step('WON', 'REINSTATED')
      expect(await sums(purchase)).toEqual(['APPROVED', 10_000, 0, 0, 0, 0, 0])
      await step('REOPENED', 'WITHDRAWN')
      await step('LOST')
      await step('CLOSED')
      expect(await sums(purchase)).toEqual(['APPROVED', 10_000, 0, 0, 0, 0, 10_000])
      expect(await eventsOf(purchase)).toEqual([
        'transaction:purchase:approved',
        'dispute:opened',
        'dispute:updated',
        'dispute:won',
        'dispute:reopened',
        'dispute:lost',
        'dispute:closed',
      ])
      const records = await list(purchase)
      expect(new Set(records.map(({ dispute_id }) => dispute_id))).toEqual(new Set([records[0]?.id]))
      const payloads = (await eventRows(purchase.id)).map(
        ({ payload }) => JSON.parse(String(payload)) as { data?: { status: string; id: string } },
      )
      expect(payloads.flatMap(({ data }) => (data ? [data.status] : []))).toEqual([
        'OPENED',
        'OPENED',
        'WON',
        'OPENED',
        'LOST',
        'CLOSED',
      ])
    })

    it('a merchant is reminded of evidence 72 and 24 hours before it is due, unless the dispute ends', async () => {
      const { gateway } = current()
      const hours = (number: number) => number * 3_600_000
      const reminders = async (of: Transaction) =>
        (await eventsOf(of)).filter((type) => type === 'dispute:evidence-due').length
      const respond_by = new Date(gateway.clock.now() + hours(100)).toISOString()
      const disputed = await Promise.all(
        ['dp_due', 'dp_ends'].map(async (dispute) => {
          const purchase = await pay()
          const opened = record(purchase, 'DISPUTE_OPENED', 10_000, { dispute, funds: 'WITHDRAWN' })
          await post([{ ...opened, record: { ...opened.record, respond_by } }])
          return purchase
        }),
      )
      const [open, ends] = disputed as [Transaction, Transaction]
      const told = () => Promise.all(disputed.map(reminders))
      await gateway.advanceRealTime(hours(27))
      expect(await told()).toEqual([0, 0])
      await gateway.advanceRealTime(hours(1))
      await gateway.advanceRealTime(hours(1))
      expect(await told()).toEqual([1, 1])
      await post([record(ends, 'DISPUTE_LOST', 10_000, { dispute: 'dp_ends' })])
      await gateway.advanceRealTime(hours(48))
      await gateway.advanceRealTime(hours(1))
      expect(await told()).toEqual([2, 1])
      await gateway.advanceRealTime(hours(48))
      expect(await told()).toEqual([2, 1])
      const payload = (await eventRows(open.id)).map(({ payload: text }) => JSON.parse(String(text)))
      expect(payload.at(-1)).toMatchObject({
        event: 'transaction-svc:dispute:evidence-due',
        data: { transaction_id: open.id, status: 'OPENED', respond_by },
      })
    })

    it('a late report of a dispute’s step neither restores a reminder nor ends one of a later step', async () => {
      const { gateway } = current()
      const hours = (number: number) => number * 3_600_000
      const respond_by = new Date(gateway.clock.now() + hours(71)).toISOString()
      const step = (of: Transaction, kind: string, dispute: string, day: string) => {
        const made = record(of, kind, 10_000, { dispute, occurredAt: `2026-11-${day}T10:00:00Z` })
        return kind === 'DISPUTE_OPENED' ? { ...made, record: { ...made.record, respond_by } } : made
      }
      const [ended, open] = [await pay(), await pay()]
      await post([step(ended, 'DISPUTE_LOST', 'dp_ended', '20')])
      await post([step(ended, 'DISPUTE_OPENED', 'dp_ended', '10')])
      // Won in an earlier round, which is reported after the next has begun.
      await post([step(open, 'DISPUTE_OPENED', 'dp_open', '20')])
      await post([step(open, 'DISPUTE_WON', 'dp_open', '10')])
      for (const ms of [hours(1), hours(1), hours(48), hours(1)]) await gateway.advanceRealTime(ms)
      const told = await Promise.all(
        [ended, open].map(async (of) => (await eventsOf(of)).includes('dispute:evidence-due')),
      )
      expect(told).toEqual([false, true])
    })

    describe('a record', () => {
      it('a record of a pending payment waits for its end', async () => {
        const { gateway } = current()
        const { result, redirect } = await gateway.authorize({ flow: 'NO_3DS', body: { amount: 10_000 } })
        const id = result?.id ?? redirect?.transaction_id ?? ''
        const pending = await gateway.status(id)
        await post([record(pending, 'RETURNED', 10_000)])
        expect(await list(pending)).toEqual([])
        await post([eventOf(callOf(id))])
        await gateway.advanceRealTime(5_000)
        expect(await list(pending)).toMatchObject([{ kind: 'RETURNED' }])
      })

      it('a record of a declined payment is left for manual resolution', async () => {
        const { gateway } = current()
        const { result, redirect } = await gateway.authorize({ flow: 'NO_3DS', body: { amount: 10_000 } })
        const id = result?.id ?? redirect?.transaction_id ?? ''
        await post([eventOf(callOf(id), '1000')])
        const declined = await gateway.status(id)
        await post([record(declined, 'DISPUTE_OPENED', 10_000, { funds: 'WITHDRAWN' })])
        expect([await list(declined), await alertsOf(declined)]).toEqual([[], ['CONTRADICTION']])
      })

      it('is stored whatever its amount', async () => {
        const purchase = await pay()
        await post([record(purchase, 'RETURNED', 90_000_000)])
        await post([record(purchase, 'REFUND_FAILED', 90_000_000)])
        expect(await sums(purchase)).toEqual(['APPROVED', 10_000, 0, 0, 90_000_000, 90_000_000, 0])
        expect(await alertsOf(purchase)).toEqual(['OVERDRAWN'])
      })

      it('a record whose reference contains the card number is reported without it', async () => {
        const purchase = await pay()
        const told = record(purchase, 'RETURNED', 1)
        await post([{ ...told, refs: [`acq-${CARD_NUMBER}-1`] }])
        expect(await list(purchase)).toMatchObject([{ kind: 'RETURNED', provider_reference: null }])
        expect(JSON.stringify(await eventRows(purchase.id))).not.toContain(CARD_NUMBER)
      })

      it('a record of another merchant is not found', async () => {
        const answer = await current().gateway.send('GET', '/api/transactions/nothing/records')
        expect([answer.status, answer.body]).toEqual([404, { error: 'Not Found' }])
      })
    })
  },
  { adapters: { providers: new Map([[provider.id, provider]]) } },
)
