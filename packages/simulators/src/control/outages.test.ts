import { expect, it, vi } from 'vitest'

import { notExecuted, type Provider, type ProviderAuthorization } from '../provider.ts'
import type { BookEntry } from './control.ts'
import { ProviderAwayError, withOutages } from './outages.ts'

const PROVIDER: Provider = {
  id: 'sim-a',
  capabilities: { methods: new Set(), operations: new Set(), fences: true, reports: 'NONE' },
  authorize: () => Promise.resolve(notExecuted('answered')),
  operate: () => Promise.resolve(notExecuted('answered')),
  order: () => Promise.resolve({ kind: 'outcome', outcome: notExecuted('answered') }),
  cancelOrder: () => Promise.resolve(notExecuted('answered')),
  findOutcome: () => Promise.resolve(null),
  fence: () => Promise.resolve({ kind: 'fenced' }),
}

const ENTRY = { providerId: 'sim-a', idempotencyKey: 'known', merchantId: 'merchant-1' } as BookEntry

const isAway = (merchantId: string, providerId: string) =>
  Promise.resolve(merchantId === 'merchant-1' && providerId === 'sim-a')

function arrange(entries: readonly BookEntry[] = []) {
  const readBooks = vi.fn(() => Promise.resolve(entries))
  return withOutages(PROVIDER, { isAway, readBooks })
}

it('fails the calls of a merchant during its outage, and answers those of another', async () => {
  const provider = arrange()
  const of = (merchantId: string) => ({ merchantId }) as ProviderAuthorization
  await expect(provider.authorize(of('merchant-1'))).rejects.toThrow(ProviderAwayError)
  expect(await provider.authorize(of('merchant-2'))).toMatchObject({ providerResponseMessage: 'answered' })
})

it('fails queries about a call that the ledger has for the merchant', async () => {
  const provider = arrange([ENTRY])
  for (const ask of [provider.findOutcome, provider.fence, provider.cancelOrder])
    await expect(ask('known')).rejects.toThrow(ProviderAwayError)
})

it('answers queries about a call that its books do not have', async () => {
  const provider = arrange([{ ...ENTRY, providerId: 'sim-b' }])
  expect(await provider.findOutcome('unknown')).toBeNull()
  expect(await provider.fence('unknown')).toEqual({ kind: 'fenced' })
})
