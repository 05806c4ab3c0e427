import { expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'
import { systemTimers } from '@sluice/platform/system'

import { EVERY_CAPABILITY } from '../../../test/make-provider.ts'
import type { ProviderHealth } from '../../provider-health/index.ts'
import { CONNECTIONS_MAX } from '../../providers/http/send-over-https.ts'
import { QUERIES_AT_ONCE, QUERIES_WAITING } from './query-queue.ts'
import { boundProvider, type KeyedOperation, type ProviderMemory } from './bound-provider.ts'
import { type CallOutside, createCallOutside } from './call-outside.ts'
import { mapCalls } from './declarations.ts'
import {
  notExecuted,
  type OrderRequest,
  type Provider,
  type ProviderAuthorization,
  UNREACHABLE,
} from './provider.ts'

/** Makes the call without recording anything. */
const UNWATCHED: ProviderHealth['watch'] = (_account, _subject, call) => call()
const APPROVED = { processingCode: '0000' }
const ATTEMPT = { merchantId: 'merchant-1', id: 'attempt-1', transactionId: 'transaction-1' }
const PAN = '4242424242424242'
const NEEDED = { merchantId: 'merchant-1', transactionId: 'transaction-1', card: { pan: new Secret(PAN) } }

const STATE = new Secret('state')

const ASKED = { accountId: 'acme-eur', amountMinor: 100, currency: 'EUR', mayBePartial: true }

/** The provider answers only the first attempt. */
const MEMORY: ProviderMemory = {
  recall: ({ merchantId, id }) =>
    Promise.resolve(
      id === 'attempt-1'
        ? { ...ASKED, key: id, state: STATE, providerReference: `pi_${merchantId}` }
        : { ...ASKED, key: id, state: null, providerReference: null },
    ),
  cancellationKeyOf: ({ id }) => Promise.resolve(`cancel-${id}`),
  isOfAnotherOrder: () => Promise.resolve(false),
}
const RECALLED = { ...ASKED, key: 'attempt-1', state: STATE, providerReference: 'pi_merchant-1' }

/** A provider that answers as the test sets, and the calls as they are measured. */
function prepare(said: unknown) {
  const calls: string[] = []
  const callOutside: CallOutside = async ({ party, operation, transactionId, limitMs, ask, describe }) => {
    const value = await ask()
    calls.push(`${party} ${operation} ${transactionId} ${limitMs} ${describe(value)}`)
    return { kind: 'answered', value }
  }
  const asked: unknown[] = []
  const answer = (given: unknown) => {
    asked.push(given)
    return Promise.resolve(said)
  }
  const provider = {
    id: 'sim-a',
    capabilities: EVERY_CAPABILITY,
    ...Object.fromEntries(
      ['authorize', 'operate', 'order', 'cancelOrder', 'findOutcome', 'fence'].map((name) => [name, answer]),
    ),
  } as unknown as Provider
  return { calls, asked, provider, bound: boundProvider(provider, callOutside, 7_000, MEMORY, UNWATCHED) }
}

it('a provider has its name and what it can do', () => {
  const { provider, bound } = prepare(APPROVED)
  expect(bound.id).toBe('sim-a')
  expect(bound.capabilities).toBe(provider.capabilities)
})

it.each<[string, unknown, (bound: ReturnType<typeof boundProvider>) => Promise<unknown>]>([
  [
    'authorize transaction-1 7000 approved',
    APPROVED,
    (bound) => bound.authorize(NEEDED as unknown as ProviderAuthorization),
  ],
  [
    'capture transaction-1 7000 declined',
    { processingCode: '1000' },
    (bound) =>
      bound.operate({
        ...NEEDED,
        operation: 'CAPTURE',
        originalKey: 'attempt-1',
        parentKey: 'attempt-1',
      } as unknown as KeyedOperation),
  ],
  [
    'order transaction-1 7000 person',
    { kind: 'person' },
    (bound) => bound.order(NEEDED as unknown as OrderRequest),
  ],
  [
    'order transaction-1 7000 approved',
    { kind: 'outcome', outcome: APPROVED },
    (bound) => bound.order(NEEDED as unknown as OrderRequest),
  ],
  ['cancel transaction-1 7000 approved', APPROVED, (bound) => bound.cancelOrder(ATTEMPT)],
  ['find transaction-1 7000 approved', APPROVED, (bound) => bound.findOutcome(ATTEMPT)],
  ['find transaction-1 7000 never seen', null, (bound) => bound.findOutcome(ATTEMPT)],
  ['fence transaction-1 7000 fenced', { kind: 'fenced' }, (bound) => bound.fence(ATTEMPT)],
])('a call is measured as "%s"', async (measured, said, call) => {
  const { calls, bound } = prepare(said)
  expect(await call(bound)).toEqual({ kind: 'answered', value: said })
  expect(calls).toEqual([`sim-a ${measured}`])
})

it('an attempt is queried with its provider’s reference, and canceled with a separate key', async () => {
  const { asked, bound } = prepare(APPROVED)
  await bound.cancelOrder(ATTEMPT)
  await bound.findOutcome(ATTEMPT)
  await bound.fence(ATTEMPT)
  expect(asked).toEqual([{ idempotencyKey: 'cancel-attempt-1', order: RECALLED }, RECALLED, RECALLED])
})

it('an operation contains the provider’s references of the original and the parent', async () => {
  const { asked, bound } = prepare(APPROVED)
  const operation = { ...NEEDED, operation: 'REFUND', originalKey: 'attempt-1', parentKey: 'attempt-2' }
  await bound.operate(operation as unknown as KeyedOperation)
  const parent = { ...ASKED, key: 'attempt-2', state: null, providerReference: null }
  expect(asked).toEqual([{ ...NEEDED, operation: 'REFUND', original: RECALLED, parent }])
})

it('status queries, however many and slow, leave three of four connections to payments', async () => {
  const waiting: (() => void)[] = []
  const provider = {
    findOutcome: () => new Promise((resolve) => waiting.push(() => resolve(null))),
    authorize: () => Promise.resolve(APPROVED),
  } as unknown as Provider
  const callOutside: CallOutside = ({ ask }) =>
    ask().then(
      (value) => ({ kind: 'answered', value }),
      () => ({ kind: 'unanswered' }),
    )
  const bound = boundProvider(provider, callOutside, 7_000, MEMORY, UNWATCHED)
  const result = Array.from({ length: QUERIES_AT_ONCE + QUERIES_WAITING + 10 }, () =>
    bound.findOutcome(ATTEMPT),
  )
  expect(QUERIES_AT_ONCE).toBeLessThanOrEqual(CONNECTIONS_MAX / 4)
  await expect.poll(() => waiting.length).toBe(QUERIES_AT_ONCE)
  expect(await bound.authorize(NEEDED as unknown as ProviderAuthorization)).toMatchObject({
    kind: 'answered',
  })
  // Calls beyond the limit are rejected at once.
  expect(await Promise.all(result.slice(-10))).toEqual(Array(10).fill({ kind: 'unanswered' }))
  for (const answer of waiting) answer()
  await result[0]
  await expect.poll(() => waiting.length).toBeGreaterThan(QUERIES_AT_ONCE)
})

it('a query whose deadline passes while it waits is not sent', async () => {
  const waiting: (() => void)[] = []
  const provider = {
    findOutcome: () => new Promise((resolve) => waiting.push(() => resolve(null))),
  } as unknown as Provider
  const callOutside = (({ ask }) => {
    void ask().catch(() => undefined)
    return Promise.resolve({ kind: 'unanswered' })
  }) as CallOutside
  const bound = boundProvider(provider, callOutside, 7_000, MEMORY, UNWATCHED)
  await Promise.all(Array.from({ length: QUERIES_AT_ONCE + 5 }, () => bound.findOutcome(ATTEMPT)))
  for (const answer of waiting) answer()
  await new Promise((resolve) => setImmediate(resolve))
  expect(waiting).toHaveLength(QUERIES_AT_ONCE)
})

it.each<[string, unknown, string]>([
  ['an outcome', APPROVED, 'answered'],
  ['a decline', { processingCode: '1000' }, 'answered'],
  ['no connection', notExecuted(UNREACHABLE), 'refused'],
])('calls that move money are watched: %s', async (_, said, end) => {
  const { provider } = prepare(said)
  const watched: unknown[] = []
  const watch: ProviderHealth['watch'] = async (account, subject, call, endOf) => {
    const result = await call()
    watched.push([account, subject, endOf(result)])
    return result
  }
  const callOutside: CallOutside = async ({ ask }) => ({ kind: 'answered', value: await ask() })
  const bound = boundProvider(provider, callOutside, 7_000, MEMORY, watch)
  const pan = new Secret('4111111111111111')
  const keys = { originalKey: 'attempt-1', parentKey: 'attempt-1' }
  const request = { transactionId: 'transaction-1', merchantId: 'm', accountId: 'eur' }
  await bound.authorize({ ...request, card: { pan } } as unknown as ProviderAuthorization)
  await bound.operate({ ...request, ...keys, operation: 'CAPTURE' } as unknown as KeyedOperation)
  await bound.findOutcome(ATTEMPT)
  await bound.fence(ATTEMPT)
  await bound.cancelOrder(ATTEMPT)
  const account = { providerId: 'sim-a', accountId: 'eur' }
  expect(watched).toEqual([
    [account, { merchantId: 'm', card: pan }, end],
    [account, { merchantId: 'm', card: null }, end],
  ])
})

it('a call without an answer is recorded as a timeout', async () => {
  const ends: string[] = []
  const bound = boundProvider(
    prepare(APPROVED).provider,
    () => Promise.resolve({ kind: 'unanswered' }),
    7_000,
    MEMORY,
    async (_account, _subject, call, endOf) => {
      const result = await call()
      ends.push(endOf(result))
      return result
    },
  )
  await bound.authorize(NEEDED as unknown as ProviderAuthorization)
  expect(ends).toEqual(['timeout'])
})

it('"later" is no answer to a call that is declared to be decided at once', async () => {
  const names = { state: STATE, refs: ['pi_1'] }
  const { provider } = prepare({ processingCode: '1002', names })
  const calls = mapCalls((kind) => ({ ...EVERY_CAPABILITY.calls[kind], asynchronous: kind !== 'capture' }))
  const declared = { ...provider, capabilities: { ...EVERY_CAPABILITY, calls } }
  const callOutside = createCallOutside({
    timers: systemTimers,
    measure: (_, work) => work(),
    onFailedCall: () => undefined,
  })
  const ends: string[] = []
  const bound = boundProvider(
    declared,
    callOutside,
    7_000,
    MEMORY,
    async (_account, _subject, call, endOf) => {
      const result = await call()
      ends.push(endOf(result))
      return result
    },
  )
  const ask = (operation: 'CAPTURE' | 'REFUND') =>
    bound.operate({
      ...{ ...NEEDED, operation, originalKey: 'attempt-1', parentKey: 'attempt-1' },
    } as unknown as KeyedOperation)
  expect(await ask('CAPTURE')).toEqual({
    kind: 'unanswered',
    contradiction: { kind: 'UNDECLARED_PENDING', detail: { call: 'capture' }, names },
  })
  expect((await ask('REFUND')).kind).toBe('answered')
  expect(ends).toEqual(['answered', 'answered'])
})

it.each([
  ['attempt-1', true],
  ['attempt-2', false],
])('returns without a call whether %s was named: %s', async (id, expected) => {
  const { asked, bound } = prepare(APPROVED)
  expect(await bound.isNamed({ ...ATTEMPT, id })).toBe(expected)
  expect(asked).toEqual([])
})
