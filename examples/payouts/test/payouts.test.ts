/** The list at a gateway in this process. */
import { readFileSync } from 'node:fs'
import { createTestGateway, type TestGateway } from '@sluice/server-sdk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payList, readLines } from '../src/pay-list.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

it('pays each line once, also when the list is run again, and names the line that cannot be paid', async () => {
  const lines = readLines(readFileSync(new URL('../payouts.csv', import.meta.url), 'utf8'))
  const { terminal_id: terminalId } = gateway.credentials
  const client = gateway.client()
  const first = await payList(client, terminalId, lines)
  expect(first.map(({ status }) => status)).toEqual(['PENDING', 'APPROVED', 'NOT SENT'])
  expect(first[2]?.note).toContain('account_number')
  await gateway.advance(4)
  const again = await payList(client, terminalId, lines)
  expect(again.map(({ status }) => status)).toEqual(['APPROVED', 'APPROVED', 'NOT SENT'])
  const { data } = await client.transactions.list({ transaction_type: 'PAYOUT' })
  expect(data).toHaveLength(2)
})

it('refuses another amount under a reference that was paid', async () => {
  const line = {
    reference: 'share-1',
    name: 'Ada',
    account: '123456789004',
    amount: '5.00',
    currency: 'EUR',
  } as const
  const { terminal_id: terminalId } = gateway.credentials
  const pay = (amount: string) => payList(gateway.client(), terminalId, [{ ...line, amount }])
  expect((await pay('5.00'))[0]?.status).toBe('APPROVED')
  expect(await pay('6.00')).toMatchObject([
    { status: 'NOT SENT', note: expect.stringContaining('reference') },
  ])
})

it('reports every line when an answer is lost and an amount is invalid, and pays the lost line once', async () => {
  const { terminal_id: terminalId } = gateway.credentials
  let isLost = true
  const client = gateway.client({
    tries: 1,
    async fetch(request) {
      const answer = await gateway.fetch(request.clone())
      if (!isLost || !(await request.text()).includes('lost-1')) return answer
      isLost = false
      throw new TypeError('the answer is lost')
    },
  })
  const line = { name: 'Ada', account: '123456789004', amount: '5.00', currency: 'EUR' } as const
  const lines = [
    { ...line, reference: 'lost-1' },
    { ...line, reference: 'odd-1', amount: '1.005' },
    { ...line, reference: 'last-1' },
  ]
  const statuses = async () => (await payList(client, terminalId, lines)).map(({ status }) => status)
  expect(await statuses()).toEqual(['UNKNOWN', 'NOT SENT', 'APPROVED'])
  expect(await statuses()).toEqual(['APPROVED', 'NOT SENT', 'APPROVED'])
  const { data } = await client.transactions.list({ transaction_type: 'PAYOUT', reference: 'lost-1' })
  expect(data).toHaveLength(1)
})

it.each([
  ['head\na,b,c', 'Line 2 needs'],
  ['head\nr,Ada,DE1,1.00,EUR\nr,Ada,DE1,1.00,XXQ', 'Line 3: XXQ'],
])('refuses an incomplete list: %j', (csv, message) => {
  expect(() => readLines(csv)).toThrow(message)
})
