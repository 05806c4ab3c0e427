import { Secret } from '@sluice/platform/kernel/secret'
import { expect, it } from 'vitest'

import { EVERY_CAPABILITY } from '../../../test/make-provider.ts'
import type { CallOutside } from './call-outside.ts'
import { mapCalls } from './declarations.ts'
import { createProbeAccount } from './probe-account.ts'
import type { Provider } from './provider.ts'

const callOutside: CallOutside = async ({ ask }) => ({ kind: 'answered', value: await ask() })
const UNKNOWN = { merchantId: 'merchant-1', id: 'attempt-1', transactionId: 'transaction-1' }

function prepare(lookup: 'by-our-key' | 'events-only', unknown: typeof UNKNOWN | null) {
  const asked: string[] = []
  const provider = {
    id: 'acme',
    capabilities: {
      ...EVERY_CAPABILITY,
      calls: mapCalls((kind) => ({
        ...EVERY_CAPABILITY.calls[kind],
        ...(kind === 'refund' && { lookup }),
      })),
    },
    findOutcome: async ({ key }: { readonly key: string }) => void asked.push(`question ${key}`),
    ping: async () => void asked.push('ping'),
  } as unknown as Provider
  const probe = createProbeAccount({
    providers: new Map([['acme', provider]]),
    threeDsServers: new Map(),
    findOldestUnknown: () => Promise.resolve(unknown),
    memory: {
      recall: ({ id }) => Promise.resolve({ key: id, state: new Secret('s'), providerReference: null }),
    },
    callOutside,
    random: { uuid: () => 'unused' },
  })
  return { asked, probe: () => probe({ providerId: 'acme', accountId: 'eur' }) }
}

it.each([
  ['asks about its oldest unknown attempt', 'by-our-key', UNKNOWN, 'question attempt-1'],
  ['asks a call that moves nothing where no attempt is unknown', 'by-our-key', null, 'ping'],
  ['asks no question of a provider that only reports some calls', 'events-only', UNKNOWN, 'ping'],
] as const)('a probe %s', async (_, lookup, unknown, expected) => {
  const { asked, probe } = prepare(lookup, unknown)
  expect(await probe()).toBe(true)
  expect(asked).toEqual([expected])
})
