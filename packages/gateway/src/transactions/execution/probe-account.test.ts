import { Secret } from '@sluice/platform/kernel/secret'
import { expect, it } from 'vitest'

import { createManualClock } from '../../../../platform/test/manual-clock.ts'
import { EVERY_CAPABILITY } from '../../../test/make-provider.ts'
import { createExchange } from '../../providers/http/exchange.ts'
import { ExchangeError } from '../../providers/http/exchange-error.ts'
import { createHttpThreeDsServer } from '../../providers/http/http-three-ds-server.ts'
import type { Send } from '../../providers/http/send.ts'
import type { CallOutside } from './call-outside.ts'
import { mapCalls } from './declarations.ts'
import { createProbeAccount } from './probe-account.ts'
import type { Provider } from './provider.ts'

const callOutside: CallOutside = async ({ ask }) =>
  ask().then(
    (value) => ({ kind: 'answered', value }),
    () => ({ kind: 'unanswered' }),
  )
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
      recall: ({ id }) =>
        Promise.resolve({
          ...{ key: id, state: new Secret('s'), providerReference: null },
          ...{ accountId: 'eur', amountMinor: 100, currency: 'EUR', mayBePartial: true },
        }),
    },
    callOutside,
    random: { uuid: () => '0199d0f0-7d34-7c1e-9a53-6f1d2b3c4d5e' },
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

it.each(['acquirer', '3ds-server'])('a probe finds that a party is gone: %s', async (providerId) => {
  const probe = createProbeAccount({
    providers: new Map(),
    threeDsServers: new Map(),
    findOldestUnknown: () => Promise.resolve(null),
    memory: { recall: () => Promise.reject(new Error('nothing is unknown')) },
    callOutside,
    random: { uuid: () => '0199d0f0-7d34-7c1e-9a53-6f1d2b3c4d5e' },
  })
  expect(await probe({ providerId, accountId: 'removed' })).toBe('gone')
})

const JSON_TYPE = 'application/json'
const answer =
  (status: number, contentType: string, body: unknown): Send =>
  () =>
    Promise.resolve({ status, contentType, body: JSON.stringify(body) })
const fail =
  (code: 'NEVER_SENT' | 'TIMEOUT'): Send =>
  () =>
    Promise.reject(new ExchangeError('3DS server', code))

it.each([
  ['no result', answer(200, JSON_TYPE, { result: 'NONE' }), true],
  ['an error about no round', answer(200, JSON_TYPE, { result: 'ERROR' }), true],
  [
    'an error about another round',
    answer(200, JSON_TYPE, { result: 'ERROR', three_ds_server_trans_id: 'x', round: 1 }),
    true,
  ],
  ['a 404', answer(404, JSON_TYPE, { error: 'Not Found' }), true],
  ['a 404 in plain text', answer(404, 'text/plain', 'not found'), true],
  ['a 500', answer(500, JSON_TYPE, {}), true],
  ['a 502 of a proxy', answer(502, 'text/html', 'bad gateway'), false],
  ['a 503 of a load balancer', answer(503, JSON_TYPE, {}), false],
  ['a 504 of a load balancer', answer(504, JSON_TYPE, {}), false],
  ['silence', fail('TIMEOUT'), false],
  ['a refused connection', fail('NEVER_SENT'), false],
] as const)('a 3DS server that gives a probe %s', async (_, send, isBack) => {
  const exchange = createExchange({
    party: '3DS server',
    send,
    secret: new Secret('a shared secret of forty characters, more'),
    timeoutMs: 1_000,
    clock: createManualClock(),
  })
  const probe = createProbeAccount({
    providers: new Map(),
    threeDsServers: new Map([['main', createHttpThreeDsServer(exchange)]]),
    findOldestUnknown: () => Promise.resolve(null),
    memory: { recall: () => Promise.reject(new Error('nothing is asked of a 3DS server')) },
    callOutside,
    random: { uuid: () => '00000000-0000-4000-8000-000000000000' },
  })
  expect(await probe({ providerId: '3ds-server', accountId: 'main' })).toBe(isBack)
})
