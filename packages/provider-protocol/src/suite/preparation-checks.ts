import type { ProviderResponse } from './call-provider.ts'
import {
  type Bench,
  type Check,
  expectAnswer,
  expectFound,
  expectNeverSeen,
  expectOutcome,
  expectRefused,
  expectSame,
  expectThat,
} from './check.ts'
import { earlierCall } from './earlier-call.ts'
import { authorizationOf, orderOf } from './messages.ts'

/** Each call that can be prepared: its path and its request. */
function listCalls(bench: Bench): readonly ((key: string) => readonly [path: string, body: Members])[] {
  return [
    ...(bench.servesCards
      ? [(key: string) => ['/authorizations', authorizationOf(bench, key)] as const]
      : []),
    ...bench.orderTypes.map((type) => (key: string) => ['/orders', orderOf(bench, key, type)] as const),
  ]
}

type Members = Readonly<Record<string, unknown>>

/** Members of a call that a preparation has, too. */
const SHARED = [
  'merchant_id',
  'terminal_id',
  'transaction_id',
  'account_id',
  'amount',
  'currency',
  'reference',
  'description',
  'customer',
  'browser_info',
  'options',
] as const

/** Prepares a call, and returns the member that the call then carries. */
async function prepare(bench: Bench, call: Members): Promise<Members> {
  const key = bench.newKey()
  const body = {
    ...Object.fromEntries(SHARED.map((member) => [member, call[member]])),
    idempotency_key: key,
    call_key: call['idempotency_key'],
    call: call['card'] === undefined ? 'ORDER' : 'AUTHORIZATION',
    transaction_type: call['transaction_type'] ?? null,
    type: call['type'] ?? null,
  }
  const answer = expectAnswer(await bench.ask.post('/preparations', body))
  expectSame('PREPARED', answer['result'], 'PREPARED')
  expectThat(answer['idempotency_key'] === key, `key ${key}`, answer)
  const [reference = null] = Array.isArray(answer['refs']) ? (answer['refs'] as readonly unknown[]) : []
  return { state: answer['state'] ?? null, provider_reference: reference }
}

/** Expects one execution of a call, whichever it is. */
function keptOutcome(told: ProviderResponse, key: string): unknown {
  return told.body?.['result'] === undefined ? expectOutcome(told, key) : expectAnswer(told)
}

const ALL: readonly Check[] = [
  {
    name: 'preparations: execute nothing, however often',
    clause: 'provider-protocol/keys.md#post-preparations',
    async run(bench) {
      for (const callOf of listCalls(bench)) {
        const key = bench.newKey()
        const [, call] = callOf(key)
        await prepare(bench, call)
        await prepare(bench, call)
        await expectNeverSeen(bench, key)
      }
    },
  },
  {
    name: 'preparations: the call that follows is executed, and its key is known then',
    clause: 'provider-protocol/keys.md#post-preparations',
    async run(bench) {
      for (const callOf of listCalls(bench)) {
        const key = bench.newKey()
        const [path, call] = callOf(key)
        const prepared = await prepare(bench, call)
        const first = keptOutcome(await bench.ask.post(path, { ...call, prepared }), key)
        await expectFound(bench, key)
        expectSame(
          first,
          keptOutcome(await bench.ask.post(path, { ...call, prepared }), key),
          'the first answer',
        )
      }
    },
  },
  {
    name: 'preparations: a fence holds for what was prepared, and for the call that comes late',
    clause: 'provider-protocol/keys.md#post-preparations',
    applies: ({ keepsFences }) => keepsFences,
    async run(bench) {
      for (const callOf of listCalls(bench)) {
        const key = bench.newKey()
        const [path, call] = callOf(key)
        const prepared = await prepare(bench, call)
        const fenced = expectAnswer(await bench.ask.post('/fences', { ...earlierCall(key), ...prepared }))
        expectSame('FENCED', fenced['result'], 'FENCED')
        expectRefused(await bench.ask.post(path, { ...call, prepared }), 409)
        await expectNeverSeen(bench, key)
      }
    },
  },
]

export const PREPARATION_CHECKS: readonly Check[] = ALL.map(({ applies, ...check }) => ({
  ...check,
  applies: (bench) => bench.prepares && (applies?.(bench) ?? true),
}))
