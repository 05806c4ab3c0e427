import type { Transaction } from '@sluice/types'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { leaveUndecided } from '../../../test/successful-calls.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const decide = (transactionId: string, outcome: string, headers = {}) =>
  gateway.send<Transaction>(
    'POST',
    '/api/operator/decisions',
    { merchant_id: gateway.ready.merchant_id, transaction_id: transactionId, outcome, reason: 'Asked there' },
    headers,
  )

it.each([
  ['APPROVED', '0000'],
  ['DECLINED', '1001'],
])('a person resolves a payment as %s, once', async (outcome, code) => {
  const id = await leaveUndecided(gateway)
  const { status, body, text } = await decide(id, outcome)
  expect(status, text).toBe(200)
  expect(body).toMatchObject({ id, status: outcome, processing_code: code })
  expect(await gateway.status(id)).toMatchObject({ status: outcome, processing_code: code })
  expect(await gateway.books.of('events', id)).toHaveLength(1)
  const [entry, ...more] = (await gateway.books.all('audit')).filter((row) => row['subject'] === id)
  expect(more).toEqual([])
  expect(entry).toMatchObject({ actor: 'operator', action: 'operation.decide' })
  expect(JSON.parse(String(entry?.['detail']))).toMatchObject({ outcome, reason: 'Asked there' })
  expect((await decide(id, outcome)).status).toBe(404)
})

it('accepts the merchant as an operator writes it: its id in upper or lower case, or its name in the file', async () => {
  const id = await leaveUndecided(gateway)
  const merchant = { merchant_id: gateway.ready.merchant_id.toUpperCase(), transaction_id: id }
  const decision = { ...merchant, outcome: 'DECLINED', reason: 'Asked there' }
  expect((await gateway.send('POST', '/api/operator/decisions', decision)).status).toBe(200)
})

it('a refund that was not executed releases its reserved amount', async () => {
  const paid = await gateway.authorize({ flow: 'NO_3DS' })
  const { reference, amount, currency } = paid.result ?? {}
  const refund = (metadata: object) =>
    gateway.send<Transaction>('POST', '/api/transactions/manage', {
      terminal_id: gateway.ready.terminal_id,
      transaction_type: 'REFUND',
      reference,
      amount,
      currency,
      metadata,
    })
  const lost = await gateway.hold(async () => {
    const { body } = await refund({ simulated_fault: 'RESET_BEFORE_EXECUTION' })
    await gateway.books.leaveToPeople(body.id)
    return body
  })
  expect((await refund({})).status).toBe(422)
  expect((await decide(lost.id, 'DECLINED')).status).toBe(200)
  expect((await refund({})).body).toMatchObject({ status: 'APPROVED' })
})

const ask = (transactionId: string, headers = {}) =>
  gateway.send<Transaction>(
    'POST',
    '/api/operator/questions',
    { merchant_id: gateway.ready.merchant_id, transaction_id: transactionId },
    headers,
  )

it('a new status query returns the provider’s current result, which ends the payment', async () => {
  const id = await gateway.hold(async () => {
    const { result } = await gateway.authorize({
      flow: 'NO_3DS',
      metadata: { simulated_fault: 'RESET_AFTER_EXECUTION' },
    })
    await gateway.books.leaveToPeople(result?.id ?? '')
    return result?.id ?? ''
  })
  const { status, body } = await ask(id)
  expect([status, body]).toMatchObject([200, { id, status: 'PENDING' }])
  await gateway.advance(0)
  expect(await gateway.status(id)).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
  const entries = (await gateway.books.all('audit')).filter((row) => row['subject'] === id)
  expect(entries).toMatchObject([{ actor: 'operator', action: 'operation.ask' }])
  expect((await ask(id)).status).toBe(409)
})

it('a provider that never received the call promises not to execute it, and nothing is left to resolve', async () => {
  const id = await leaveUndecided(gateway)
  expect((await ask(id)).status).toBe(200)
  await gateway.advance(0)
  expect(await gateway.status(id)).toMatchObject({ status: 'DECLINED' })
  expect((await decide(id, 'DECLINED')).status).toBe(404)
})

it('a payment that needs no manual resolution is not queried', async () => {
  const { result } = await gateway.authorize({ flow: 'NO_3DS' })
  expect([(await ask(result?.id ?? '')).status, (await ask('x')).status]).toEqual([409, 404])
  expect((await ask('x', { origin: 'https://evil.example' })).status).toBe(403)
})

it('a payment that the gateway still queries cannot be resolved by a person', async () => {
  const { status, body } = await gateway.hold(async () => {
    const { result } = await gateway.authorize({
      flow: 'NO_3DS',
      metadata: { simulated_fault: 'RESET_AFTER_EXECUTION' },
    })
    return decide(result?.id ?? '', 'DECLINED')
  })
  expect([status, body]).toEqual([409, { error: 'Conflict' }])
})

it('unknown outcomes are rejected, and so are requests from pages of other origins', async () => {
  expect((await decide('x', 'MAYBE')).status).toBe(422)
  expect((await decide('x', 'APPROVED', { origin: 'https://evil.example' })).status).toBe(403)
})
