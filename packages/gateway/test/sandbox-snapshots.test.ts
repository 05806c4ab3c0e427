import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type {
  Customer,
  EmbeddedSession,
  SandboxCredentials,
  SandboxSnapshot,
  Transaction,
  TransactionList,
} from '@sluice/types'
import { beforeAll, describe, expect, it } from 'vitest'

import { checkDatabase } from '../src/installation-checks/check-database.ts'
import { GATEWAY_TABLES, SIMULATOR_TABLE_NAMES } from '../src/composition/tables.ts'
import { readConfig } from '../src/config.ts'
import { COUNTED_TABLES } from './counted-tables.ts'
import type { Row } from './books.ts'
import { describeAtBothGateways, type GatewayUnderTest } from './both-gateways.ts'
import { idOf, paymentRequest } from './elsewhere.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { startTestGateway, TestClock, type TestGateway } from './test-gateway.ts'

let gateway: TestGateway
let current: GatewayUnderTest

async function makeMerchant(input: Readonly<Record<string, unknown>> = {}): Promise<MerchantAtGateway> {
  const { status, body } = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', input)
  expect(status).toBe(201)
  return new MerchantAtGateway(body, gateway.clock)
}

const act = <T = { message: string }>(
  merchant: MerchantAtGateway,
  path: string,
  body?: unknown,
  method: 'GET' | 'POST' | 'DELETE' = 'POST',
) => gateway.send<T>(method, `/simulators/sandboxes/${merchant.ready.sandbox_id}${path}`, body)

const take = (merchant: MerchantAtGateway, name: string) =>
  act<SandboxSnapshot & { message: string }>(merchant, '/snapshots', { name })

const restore = (merchant: MerchantAtGateway, name: string) =>
  act<SandboxSnapshot & { message: string }>(merchant, `/snapshots/${name}/restore`)

const payByCard = async (merchant: MerchantAtGateway) =>
  (await merchant.authorize({ flow: 'NO_3DS', body: { transaction_type: 'PURCHASE' } })).result?.id ?? ''

const listIds = async (merchant: MerchantAtGateway) =>
  (await merchant.get<TransactionList>('/api/transactions')).data.map(({ id }) => id)

const statusOf = async (merchant: MerchantAtGateway, id: string) =>
  (await merchant.get<{ transaction: Transaction }>(`/api/transactions/${id}/status`)).transaction

async function refund(merchant: MerchantAtGateway, id: string, amount: number) {
  const { terminal_id, currency, reference } = await statusOf(merchant, id)
  return merchant.send('POST', '/api/transactions/manage', {
    terminal_id,
    currency,
    amount,
    reference,
    transaction_type: 'REFUND',
  })
}

const readClock = async (merchant: MerchantAtGateway) => {
  const { body } = await gateway.send<{ now: string }>('GET', '/simulators/clock', undefined, {
    'x-sandbox-id': merchant.ready.sandbox_id,
  })
  return Math.round((Date.parse(body.now) - gateway.clock.now()) / 60_000) + 0
}

const advance = (merchant: MerchantAtGateway, seconds: number) =>
  gateway.send(
    'POST',
    '/simulators/clock',
    { advance_seconds: seconds },
    { 'x-sandbox-id': merchant.ready.sandbox_id },
  )

/** Returns the number of the merchant's rows in each table of snapshots, except what a job derives from the others. */
async function countRows({ ready }: MerchantAtGateway): Promise<Record<string, number>> {
  const tables = await gateway.books.everything()
  const going = GATEWAY_TABLES.tenants.filter(({ onReset }) => onReset === undefined)
  const names = [...SIMULATOR_TABLE_NAMES, ...going.map(({ table }) => table)].filter(
    (name) => !COUNTED_TABLES.has(name),
  )
  const isOwn = (row: Row) => row['merchant_id'] === ready.merchant_id
  return Object.fromEntries(names.map((name) => [name, tables[name]?.filter(isOwn).length ?? 0]))
}

/** Creates rows in most tables, without pending work. */
async function trade(
  merchant: MerchantAtGateway,
): Promise<{ readonly paid: string; readonly pending: string }> {
  const customer = await merchant.send<Customer>('POST', '/api/customers', { email: 'ada@example.com' })
  const { result } = await merchant.authorize({
    flow: 'NO_3DS',
    body: {
      transaction_type: 'PURCHASE',
      customer: { id: customer.body.id },
      tokenization: { save_card_for_future_payments: true },
    },
  })
  const pending = await merchant.send<Parameters<typeof idOf>[0]>(
    'POST',
    '/api/transactions/payment',
    paymentRequest(merchant),
  )
  return { paid: result?.id ?? '', pending: idOf(pending.body) }
}

/** Pays with a card that is saved for a new customer. */
async function saveCard(merchant: MerchantAtGateway): Promise<{ customer: string; card: string }> {
  const { body } = await merchant.send<Customer>('POST', '/api/customers', { email: 'ada@example.com' })
  await merchant.authorize({
    flow: 'NO_3DS',
    body: { customer: { id: body.id }, tokenization: { save_card_for_future_payments: true } },
  })
  const cards = await merchant.get<{ data: { payment_method_id: string }[] }>(
    `/api/customers/${body.id}/payment-methods`,
  )
  return { customer: body.id, card: cards.data[0]?.payment_method_id ?? '' }
}

const time = new TestClock()

describeAtBothGateways('snapshots of a sandbox', describeSnapshots, {
  adapters: { clock: time, realTime: time },
})

function describeSnapshots(get: () => GatewayUnderTest): void {
  beforeAll(() => {
    current = get()
    ;({ gateway } = current)
  })

  const execute = (statement: string) => current.execute(statement)

  describe('resetting a sandbox', () => {
    it('deletes its payments, resets its clock, and keeps its credentials and other sandboxes', async () => {
      const other = await makeMerchant()
      await trade(other)
      const merchant = await makeMerchant({ webhook_url: 'https://shop.example/hook' })
      const before = await countRows(merchant)
      await trade(merchant)
      await merchant.post<EmbeddedSession>('/api/sessions', merchant.sessionRequest())
      await advance(merchant, 3_600)
      expect(await readClock(merchant)).toBe(60)

      expect(await act(merchant, '/reset')).toMatchObject({ status: 204 })
      expect(await countRows(merchant)).toEqual(before)
      expect(await readClock(merchant)).toBe(0)
      expect(await listIds(merchant)).toEqual([])
      expect(await statusOf(merchant, await payByCard(merchant))).toMatchObject({ status: 'APPROVED' })
      expect(await listIds(other)).toHaveLength(2)
    })

    it('is refused during a payment’s execution, and drops one that waits for its shopper', async () => {
      const merchant = await makeMerchant()
      await merchant.authorize({ flow: 'NO_METHOD_CHALLENGE' })
      const id = await payByCard(merchant)
      const [attempt] = await gateway.books.of('attempts', id)
      await execute(`update attempts set status = 'STARTED', due_at = 1 where transaction_id = '${id}'`)
      const refused = await act(merchant, '/reset')
      expect(refused).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('in progress') as string },
      })
      expect(await listIds(merchant)).toHaveLength(2)
      await execute(
        `update attempts set status = '${String(attempt?.['status'])}', due_at = null where transaction_id = '${id}'`,
      )
      expect((await act(merchant, '/reset')).status).toBe(204)
      expect(await listIds(merchant)).toEqual([])
    })
  })

  describe('a snapshot', () => {
    it('restores everything: payments, cards, the simulators’ books, remaining deadlines, the clock', async () => {
      const merchant = await makeMerchant()
      const { paid, pending } = await trade(merchant)
      const session = await merchant.post<EmbeddedSession>('/api/sessions', merchant.sessionRequest())
      await advance(merchant, 60)
      const ids = await listIds(merchant)
      const before = await countRows(merchant)
      const taken = await take(merchant, 'base')
      expect(taken).toMatchObject({
        status: 201,
        body: { name: 'base', transactions: 2, clock_ahead_seconds: 60 },
      })

      await payByCard(merchant)
      expect((await refund(merchant, paid, 500)).status).toBe(200)
      await advance(merchant, 86_400)
      expect(await listIds(merchant)).toHaveLength(4)
      time.advance(7_200_000)
      gateway.forgetToken()
      merchant.forgetToken()

      expect(await restore(merchant, 'base')).toMatchObject({ status: 200, body: taken.body })
      expect(await countRows(merchant)).toEqual(before)
      expect(await listIds(merchant)).toEqual(ids)
      expect(await readClock(merchant)).toBe(1)
      expect(await statusOf(merchant, pending)).toMatchObject({ status: 'PENDING' })
      const sessionStatus = async () =>
        (await merchant.get<{ status: string }>(`/api/sessions/${session.id}`)).status
      expect(await sessionStatus()).toBe('CREATED')

      // The whole purchase can be refunded again, also in the provider's books; the session has the rest of its hour.
      const { amount } = await statusOf(merchant, paid)
      expect((await refund(merchant, paid, amount)).status).toBe(200)
      // A minute has passed, plus the seconds of the test itself on a busy machine.
      await advance(merchant, 3_000)
      expect(await sessionStatus()).toBe('CREATED')
      await advance(merchant, 600)
      expect(await sessionStatus()).toBe('SESSION_EXPIRED')
    })

    it('can be restored repeatedly, replaced by name, listed and deleted', async () => {
      const merchant = await makeMerchant()
      await take(merchant, 'empty')
      const first = await payByCard(merchant)
      await take(merchant, 'one')
      await payByCard(merchant)
      for (const name of ['one', 'empty', 'one']) await restore(merchant, name)
      expect(await listIds(merchant)).toEqual([first])
      await take(merchant, 'empty')
      const list = await act<{ data: SandboxSnapshot[] }>(merchant, '/snapshots', undefined, 'GET')
      expect(list.body.data.map(({ name, transactions }) => [name, transactions]).sort()).toEqual([
        ['empty', 1],
        ['one', 1],
      ])
      expect((await act(merchant, '/snapshots/one', undefined, 'DELETE')).status).toBe(204)
      expect((await act(merchant, '/snapshots/one', undefined, 'DELETE')).status).toBe(404)
      expect((await restore(merchant, 'one')).status).toBe(404)
    })

    it('contains no card of a payment that waits for its shopper', async () => {
      const merchant = await makeMerchant()
      await merchant.authorize({ flow: 'NO_METHOD_CHALLENGE' })
      const refused = await take(merchant, 'base')
      expect(refused).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('is waiting for its shopper') as string },
      })
      await advance(merchant, 1_801)
      expect((await take(merchant, 'base')).status).toBe(201)
    })

    it('belongs to one sandbox only', async () => {
      const [mine, other] = [await makeMerchant(), await makeMerchant()]
      await take(mine, 'base')
      expect((await restore(other, 'base')).status).toBe(404)
    })

    it('is rejected once its tables or the keys of its cards differ, and nothing changes', async () => {
      const merchant = await makeMerchant()
      await trade(merchant)
      await take(merchant, 'base')
      const id = await payByCard(merchant)
      const { merchant_id: merchantId } = merchant.ready
      await execute(`update vault_deks set id = 'gone' where merchant_id = '${merchantId}'`)
      expect(await restore(merchant, 'base')).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('encrypted under a key') as string },
      })
      await execute(`update sandbox_snapshots set schema = '0000' where merchant_id = '${merchantId}'`)
      expect(await restore(merchant, 'base')).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('with other tables') as string },
      })
      expect(await listIds(merchant)).toContain(id)
    })

    it('contains no card that was deleted since', async () => {
      const merchant = await makeMerchant()
      const { card } = await saveCard(merchant)
      await take(merchant, 'base')
      expect((await merchant.send('DELETE', `/api/payment-methods/${card}`)).status).toBe(204)
      expect((await restore(merchant, 'base')).status).toBe(200)
      expect(await listIds(merchant)).toHaveLength(1)
      expect((await merchant.send('GET', `/api/payment-methods/${card}`)).status).toBe(404)
    })

    it('loses its data when one of its customers is erased, until it is taken again', async () => {
      const merchant = await makeMerchant()
      await take(merchant, 'before')
      const { customer } = await saveCard(merchant)
      await take(merchant, 'base')
      expect((await merchant.send('DELETE', `/api/customers/${customer}`)).status).toBe(204)
      await take(merchant, 'after')
      expect(await restore(merchant, 'base')).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('was erased') as string },
      })
      for (const name of ['after', 'before']) {
        expect((await restore(merchant, name)).status).toBe(200)
        expect((await merchant.send('GET', `/api/customers/${customer}`)).status).toBe(404)
      }
      const list = await act<{ data: SandboxSnapshot[] }>(merchant, '/snapshots', undefined, 'GET')
      expect(list.body.data.find(({ name }) => name === 'base')).toMatchObject({ rows: 0, transactions: 0 })
      await take(merchant, 'base')
      expect((await restore(merchant, 'base')).status).toBe(200)
    })

    it('a snapshot of another sandbox keeps its data', async () => {
      const [mine, other] = [await makeMerchant(), await makeMerchant()]
      const { customer } = await saveCard(mine)
      await saveCard(other)
      await take(other, 'base')
      await mine.send('DELETE', `/api/customers/${customer}`)
      expect((await restore(other, 'base')).status).toBe(200)
    })

    it.each(['', 'a b', '-x', 'x'.repeat(65)])('cannot be called %j', async (name) => {
      expect((await take(gateway, name)).status).toBe(422)
    })

    it('keeps every payment consistent while shops at two processes continue to pay', async () => {
      const { databaseUrl } = current
      const merchant = await makeMerchant()
      const kept = await payByCard(merchant)
      await take(merchant, 'base')
      const second = databaseUrl === null ? null : await startSecond(databaseUrl)
      const shop = new MerchantAtGateway(
        {
          ...merchant.ready,
          ...(second && { base_url: second.ready.base_url, auth_url: second.ready.auth_url }),
        },
        gateway.clock,
      )
      let isOver = false
      const paying = (async () => {
        const answers: number[] = []
        while (!isOver) {
          const request = await shop.cardRequest({ flow: 'NO_3DS' })
          answers.push((await shop.send('POST', '/api/transactions/authorize', request)).status)
        }
        return answers
      })()
      const statuses: number[] = []
      for (let round = 0; round < 8; round += 1) statuses.push((await restore(merchant, 'base')).status)
      isOver = true
      const answers = await paying
      expect(answers.length).toBeGreaterThan(0)
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
      await findProblems()
      expect((await restore(merchant, 'base')).status).toBe(200)
      expect(await listIds(merchant)).toEqual([kept])
      await findProblems()
      await second?.close()
    })
  })

  async function findProblems(): Promise<void> {
    const { databaseUrl } = current
    const reading = readConfig(
      { data: gateway.dataDir, ...(databaseUrl === null ? {} : { 'database-url': databaseUrl }) },
      {},
    )
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    const results = await checkDatabase(reading.config, null)
    const mine = results.filter(({ id }) => ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I8', 'I11'].includes(id))
    expect(mine.flatMap(({ id, violations }) => violations.map((one) => `${id} ${one}`))).toEqual([])
  }

  async function startSecond(databaseUrl: string): Promise<TestGateway> {
    const dataDir = mkdtempSync(join(tmpdir(), 'sluice-second-'))
    cpSync(gateway.dataDir, dataDir, { recursive: true })
    return startTestGateway({ databaseUrl, dataDir, adapters: { clock: time, realTime: time } })
  }
}
