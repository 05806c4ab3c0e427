import { expect, it } from 'vitest'

import { boundProvider } from './bound-provider.ts'
import type { CallOutside } from './call-outside.ts'
import type { OperationRequest, OrderRequest, Provider, ProviderAuthorization } from './provider.ts'

const APPROVED = { processingCode: '0000' }
const ATTEMPT = { id: 'attempt-1', transactionId: 'transaction-1' }
const NEEDED = { transactionId: 'transaction-1' }

/** A provider that says what the test wants, and the calls as they are measured. */
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
    capabilities: {},
    ...Object.fromEntries(
      ['authorize', 'operate', 'order', 'cancelOrder', 'findOutcome', 'fence'].map((name) => [name, answer]),
    ),
  } as unknown as Provider
  return { calls, asked, provider, bound: boundProvider(provider, callOutside, 7_000) }
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
    (bound) => bound.authorize(NEEDED as ProviderAuthorization),
  ],
  [
    'capture transaction-1 7000 declined',
    { processingCode: '1000' },
    (bound) => bound.operate({ ...NEEDED, operation: 'CAPTURE' } as OperationRequest),
  ],
  ['order transaction-1 7000 person', { kind: 'person' }, (bound) => bound.order(NEEDED as OrderRequest)],
  [
    'order transaction-1 7000 approved',
    { kind: 'outcome', outcome: APPROVED },
    (bound) => bound.order(NEEDED as OrderRequest),
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

it('an attempt is asked about by its id', async () => {
  const { asked, bound } = prepare(APPROVED)
  await bound.cancelOrder(ATTEMPT)
  await bound.findOutcome(ATTEMPT)
  await bound.fence(ATTEMPT)
  expect(asked).toEqual(['attempt-1', 'attempt-1', 'attempt-1'])
})
