/** The example at a real gateway, whose clock is moved from month to month. */
import type { Transaction } from '@sluice/server-sdk'
import { createTestGateway, TEST_CARDS, type TestGateway } from '@sluice/server-sdk/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createBilling, RETRY_AFTER_DAYS, signUp, type Subscription } from '../src/billing.ts'

const DAY_SECONDS = 86_400

let testGateway: TestGateway
beforeAll(async () => {
  testGateway = await createTestGateway()
})
afterAll(() => testGateway.close())

/** Metadata by reference: what the simulated bank does with a charge. */
let wishes: Record<string, { readonly response_code: string }> = {}
let charges: { readonly subscription: Subscription; readonly transaction: Transaction }[] = []
let failures: { readonly id: string; readonly reason: unknown }[] = []
const onFailure = ({ id }: Subscription, reason: unknown) => void failures.push({ id, reason })
let movedSeconds = 0
beforeEach(() => {
  wishes = {}
  charges = []
  failures = []
})

async function subscribe(id: string) {
  const gateway = testGateway.client()
  const { terminal_id: terminalId } = testGateway.credentials
  const billing = createBilling({
    gateway: {
      transactions: {
        ...gateway.transactions,
        authorize: (request, options) => {
          const metadata = wishes[request.reference]
          return gateway.transactions.authorize(metadata ? { ...request, metadata } : request, options)
        },
      },
    },
    terminalId,
    now: () => Promise.resolve(new Date(Date.now() + movedSeconds * 1_000)),
    onCharge: (subscription, transaction) => charges.push({ subscription, transaction }),
    onFailure,
  })
  const paymentMethodId = await signUp(
    { gateway, terminalId, reference: `${id}-1-1`, amountMinor: 1_200 },
    { email: 'ada@example.com', card: TEST_CARDS.approved },
  )
  await billing.add(id, { paymentMethodId, amountMinor: 1_200 })
  return billing
}

async function passDays(days: number): Promise<void> {
  await testGateway.advance(days * DAY_SECONDS)
  movedSeconds += days * DAY_SECONDS
}

const statuses = () => charges.map(({ transaction }) => [transaction.reference, transaction.status])

it('charges the saved card each month, once', async () => {
  const billing = await subscribe('sub-a')
  await billing.run()
  expect(charges).toEqual([])
  for (const month of [2, 3]) {
    await passDays(31)
    await billing.run()
    await billing.run()
    expect(billing.find('sub-a')).toMatchObject({ state: 'ACTIVE', period: month + 1 })
  }
  expect(statuses()).toEqual([
    ['sub-a-2-1', 'APPROVED'],
    ['sub-a-3-1', 'APPROVED'],
  ])
})

it('survives a decline: the next scheduled try is paid, and billing continues', async () => {
  const billing = await subscribe('sub-b')
  wishes = { 'sub-b-2-1': { response_code: '1004' } }
  await passDays(31)
  await billing.run()
  expect(billing.find('sub-b')).toMatchObject({ state: 'PAST_DUE', period: 2, declines: 1 })
  await passDays(RETRY_AFTER_DAYS[0] - 1)
  await billing.run()
  expect(charges).toHaveLength(1)
  await passDays(1)
  await billing.run()
  expect(billing.find('sub-b')).toMatchObject({ state: 'ACTIVE', period: 3, declines: 0 })
  expect(statuses()).toEqual([
    ['sub-b-2-1', 'DECLINED'],
    ['sub-b-2-2', 'APPROVED'],
  ])
})

it('ends after the last scheduled try', async () => {
  const billing = await subscribe('sub-c')
  wishes = Object.fromEntries([1, 2, 3, 4].map((n) => [`sub-c-2-${n}`, { response_code: '1004' }]))
  await passDays(31)
  await billing.run()
  for (const days of RETRY_AFTER_DAYS) {
    await passDays(days)
    await billing.run()
  }
  expect(statuses()).toHaveLength(4)
  expect(billing.find('sub-c')).toMatchObject({ state: 'CANCELED', dueAt: null })
})

it('sends a charge again whose answer was lost, and charges once', async () => {
  const gateway = testGateway.client()
  const { terminal_id: terminalId } = testGateway.credentials
  let isLost = true
  const billing = createBilling({
    gateway: {
      transactions: {
        ...gateway.transactions,
        authorize: (async (request, options) => {
          const answer = await gateway.transactions.authorize(request, options)
          if (!isLost) return answer
          isLost = false
          throw new Error('the answer is lost')
        }) as typeof gateway.transactions.authorize,
      },
    },
    terminalId,
    now: () => Promise.resolve(new Date(Date.now() + movedSeconds * 1_000)),
    onCharge: (subscription, transaction) => charges.push({ subscription, transaction }),
    onFailure,
  })
  const paymentMethodId = await signUp(
    { gateway, terminalId, reference: 'sub-d-1-1', amountMinor: 1_200 },
    { email: 'ada@example.com', card: TEST_CARDS.approved },
  )
  await billing.add('sub-d', { paymentMethodId, amountMinor: 1_200 })
  await passDays(31)
  await billing.run()
  expect(failures).toMatchObject([{ id: 'sub-d', reason: { message: 'the answer is lost' } }])
  await billing.run()
  expect(statuses()).toEqual([['sub-d-2-1', 'APPROVED']])
})

it('charges the others when the card of one was deleted', async () => {
  const billing = await subscribe('sub-e')
  const { paymentMethodId = '' } = billing.find('sub-e') ?? {}
  await testGateway.client().paymentMethods.delete(paymentMethodId)
  const kept = await signUp(
    {
      gateway: testGateway.client(),
      terminalId: testGateway.credentials.terminal_id,
      reference: 'sub-f-1-1',
      amountMinor: 1_200,
    },
    { email: 'bob@example.com', card: TEST_CARDS.approved },
  )
  await billing.add('sub-f', { paymentMethodId: kept, amountMinor: 1_200 })
  await passDays(31)
  await billing.run()
  expect(failures).toMatchObject([{ id: 'sub-e', reason: { code: 'validation_failed' } }])
  expect(statuses()).toEqual([['sub-f-2-1', 'APPROVED']])
  expect(billing.find('sub-e')).toMatchObject({ state: 'ACTIVE', period: 2 })
})
