import { createHmac } from 'node:crypto'

import { Secret } from '@sluice/shared/secret'
import { expect, it } from 'vitest'

import type { HttpResult } from '../../src/kit/index.ts'
import { createProviderRuntime, type RevealedRequest, toProviderCall } from '../../src/runtime/index.ts'
import { toy } from './toy.ts'

const AUTHORIZATION = {
  idempotency_key: 'call1',
  account_id: 'main',
  amount: 1_000,
  currency: 'EUR',
  card: { number: '4242424242424242', cvv: null, network_token: null },
}

const PAID = { key: 'call1', account: 'main', amount: 1_000, currency: 'EUR', status: 'paid' }

function prepare(result: HttpResult | object) {
  const sent: RevealedRequest[] = []
  const runtime = createProviderRuntime(toy, {
    accounts: ['main'],
    clock: { now: () => 0 },
    timers: { sleep: () => Promise.resolve() },
    random: { bytes: (length) => new Uint8Array(length), uuid: () => 'uuid' },
    secrets: () => ({ api_key: [new Secret('key')] }),
    timeoutMs: 1_000,
    async send(request) {
      sent.push(request)
      await Promise.resolve()
      return 'kind' in result
        ? result
        : { kind: 'answer', status: 200, headers: {}, body: JSON.stringify(result) }
    },
    onExchange: () => undefined,
  })
  const run = (path: string, message: unknown) =>
    runtime.run(toProviderCall(path, message) ?? expect.fail(path))
  return { sent, run }
}

it('pays, and finds what it paid by the key', async () => {
  const { sent, run } = prepare(PAID)
  expect(await run('/authorizations', AUTHORIZATION)).toMatchObject({
    kind: 'answer',
    answer: { idempotency_key: 'call1', approved_amount: 1_000, processing_code: '0000' },
  })
  expect(await run('/questions', { key: 'call1', state: null, provider_reference: null })).toMatchObject({
    answer: { found: true },
  })
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /pay', 'GET /payments/call1'])
  expect(sent[0]?.body).toContain('4242424242424242')
})

it('sends concurrent copies of a call once', async () => {
  const { sent, run } = prepare(PAID)
  const ends = await Promise.all([
    run('/authorizations', AUTHORIZATION),
    run('/authorizations', AUTHORIZATION),
  ])
  expect(ends[0]).toBe(ends[1])
  expect(sent).toHaveLength(1)
})

it.each([
  ['a status that it does not know', { ...PAID, status: 'maybe' }, 'unknown'],
  ['silence', { kind: 'failure', code: 'TIMEOUT' }, 'unknown'],
  ['a connection that never came about', { kind: 'failure', code: 'NEVER_SENT' }, 'refuse'],
] as const)('ends after %s as it must', async (_, result, kind) => {
  expect((await prepare(result).run('/authorizations', AUTHORIZATION)).kind).toBe(kind)
})

it('sends nothing for an account that is not configured', async () => {
  const { sent, run } = prepare(PAID)
  expect((await run('/authorizations', { ...AUTHORIZATION, account_id: 'other' })).kind).toBe('refuse')
  expect(sent).toHaveLength(0)
})

it('reads only what its provider signed', () => {
  const rawBody = Buffer.from('{}')
  const read = (secret: string) =>
    toy.readEvents(
      {
        headers: { 'x-signature': createHmac('sha256', secret).update(rawBody).digest('hex') },
        rawBody,
        query: {},
        path: { providerId: 'toy', accountId: null },
      },
      { secrets: ['right'], now: 0, accounts: ['main'] },
    ).kind
  expect([read('right'), read('wrong')]).toEqual(['events', 'refused'])
})
