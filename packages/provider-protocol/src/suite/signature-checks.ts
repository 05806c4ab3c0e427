import type { Twist } from './call-provider.ts'
import { type Check, expectNeverSeen, expectRefused, expectThat } from './check.ts'
import { authorizationOf } from './messages.ts'

const TWISTS: readonly (readonly [what: string, twist: Twist])[] = [
  ['without a signature', { unsigned: true }],
  ['signed with another secret', { secret: 'another secret of the right length, no less' }],
  ['signed ten minutes ago', { secondsOff: -600 }],
  ['signed ten minutes ahead', { secondsOff: 600 }],
  ['signed for another path', { signedPath: '/operations' }],
  ['whose body was changed', { signedBody: '{}' }],
]

export const SIGNATURE_CHECKS: readonly Check[] = [
  ...TWISTS.map(([what, twist]): Check => ({
    name: `refuses a request ${what}, and does not execute it`,
    clause: 'provider-protocol.md#signature',
    async run(bench) {
      const key = bench.newKey()
      expectRefused(await bench.ask.post('/authorizations', authorizationOf(bench, key), twist), 401)
      await expectNeverSeen(bench, key)
    },
  })),
  {
    name: 'says what it can do',
    clause: 'provider-protocol.md#capabilities',
    async run({ ask }) {
      const { status, body } = await ask.get('/capabilities')
      const isRight =
        status === 200 &&
        Array.isArray(body?.['methods']) &&
        Array.isArray(body['operations']) &&
        typeof body['fences'] === 'boolean' &&
        typeof body['reports'] === 'boolean'
      expectThat(isRight, 'methods, operations, fences and reports', body)
    },
  },
  {
    name: 'refuses what is no JSON',
    clause: 'provider-protocol.md#answers',
    run: async ({ ask }) => expectRefused(await ask.postText('/authorizations', '{"idempotency_key":')),
  },
  ...(
    [
      ['no key', { idempotency_key: undefined }],
      ['an amount in decimals', { amount: 10.5 }],
      ['an amount as text', { amount: '10000' }],
      ['a negative amount', { amount: -1 }],
      ['a currency that is none', { currency: 'euro' }],
      ['no card', { card: undefined }],
    ] as const
  ).map(([what, changes]): Check => ({
    name: `refuses an authorization with ${what}`,
    clause: 'provider-protocol.md#answers',
    applies: ({ servesCards }) => servesCards,
    run: async (bench) =>
      expectRefused(await bench.ask.post('/authorizations', authorizationOf(bench, bench.newKey(), changes))),
  })),
]
