import type { ProviderResponse } from './call-provider.ts'
import {
  type Bench,
  type Check,
  expectAnswer,
  expectApproved,
  expectFound,
  expectNeverSeen,
  expectNotApproved,
  expectOutcome,
  expectOutcomeMembers,
  expectRefused,
  expectSame,
  expectThat,
} from './check.ts'
import { earlierCall } from './earlier-call.ts'
import { authorizationOf, operationOf, orderOf } from './messages.ts'

const RACES = 10

/** Returns a late request for every kind of key that the provider supports. */
function listLateRequests(bench: Bench, key: string): readonly (readonly [path: string, body: unknown])[] {
  return [
    ...(bench.servesCards
      ? ([
          ['/authorizations', authorizationOf(bench, key)],
          ['/operations', operationOf(bench, key, bench.newKey())],
        ] as const)
      : []),
    ...bench.orderTypes.map((type) => ['/orders', orderOf(bench, key, type)] as const),
  ]
}

/** Some request that moves money, under a key. */
function moneyOf(bench: Bench, key: string): Promise<ProviderResponse> {
  const [type] = bench.orderTypes
  return bench.servesCards || type === undefined
    ? bench.ask.post('/authorizations', authorizationOf(bench, key))
    : bench.ask.post('/orders', orderOf(bench, key, type))
}

async function fence(bench: Bench, key: string) {
  const answer = expectAnswer(await bench.ask.post('/fences', earlierCall(key)))
  const { result, outcome } = answer
  if (result === 'OUTCOME') expectOutcomeMembers(outcome, key)
  else expectThat(answer['key'] === key, `key ${key}`, answer)
  return { result, outcome }
}

const ALL: readonly Check[] = [
  {
    name: 'fences: promises for a key that it has not seen, again and again',
    clause: 'provider-protocol/keys.md#post-fences',
    async run(bench) {
      const key = bench.newKey()
      expectSame({ result: 'FENCED' }, await fence(bench, key), 'FENCED')
      expectSame({ result: 'FENCED' }, await fence(bench, key), 'FENCED')
    },
  },
  {
    name: 'fences: refuses with 409 what comes late, however often, and executes none of it',
    clause: 'provider-protocol/keys.md#post-fences',
    async run(bench) {
      const key = bench.newKey()
      await fence(bench, key)
      for (const [path, body] of listLateRequests(bench, key)) {
        for (const told of [await bench.ask.post(path, body), await bench.ask.post(path, body)]) {
          expectRefused(told, 409)
          expectSame('FENCED', told.body?.['reason'], 'the reason FENCED')
        }
      }
      await expectNeverSeen(bench, key)
    },
  },
  {
    name: 'fences: tells the outcome of what it has executed, which stands',
    clause: 'provider-protocol/keys.md#post-fences',
    applies: ({ servesCards }) => servesCards,
    async run(bench) {
      const key = bench.newKey()
      const outcome = expectOutcome(await moneyOf(bench, key), key)
      expectSame({ result: 'OUTCOME', outcome }, await fence(bench, key), 'the outcome')
      expectSame(outcome, expectOutcome(await moneyOf(bench, key), key), 'the outcome')
    },
  },
  {
    name: 'fences: one of a fence and a request wins that come together',
    clause: 'provider-protocol/keys.md#post-fences',
    applies: ({ servesCards }) => servesCards,
    async run(bench) {
      for (let race = 0; race < RACES; race += 1) {
        const key = bench.newKey()
        const [told, fenced] = await Promise.all([moneyOf(bench, key), fence(bench, key)])
        const { result } = fenced.result === 'IN_PROGRESS' ? await fence(bench, key) : fenced
        if (result === 'FENCED') expectRefused(told, 409)
        else expectOutcome(told, key)
      }
    },
  },
]

/** Moments after the request was sent, in milliseconds: before, during and after the execution of a usual machine. */
const KILLED_AFTER_MS = [0, 1, 2, 3, 5, 8, 13, 20, 30, 50] as const

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const WITH_KILLS: readonly Check[] = [
  {
    name: 'restarts: knows all that it has answered, killed as soon as the answer was there',
    clause: 'provider-protocol/keys.md#idempotency',
    async run(bench) {
      const key = bench.newKey()
      const told = await moneyOf(bench, key)
      await restart(bench)
      // The query comes before the repetition: a provider that has lost the key would just execute it again.
      await expectFound(bench, key)
      expectSame(told.body, (await moneyOf(bench, key)).body, 'the answer of before')
    },
  },
  {
    name: 'restarts: killed between execution and answer, it has executed once or not at all, and says which',
    clause: 'provider-protocol/keys.md#idempotency',
    applies: ({ servesCards }) => servesCards,
    async run(bench) {
      for (const afterMs of KILLED_AFTER_MS) {
        const key = bench.newKey()
        const lost = moneyOf(bench, key).catch(() => null)
        await sleep(afterMs)
        await restart(bench)
        await lost
        const found = await bench.ask.post('/questions', earlierCall(key))
        const known = found.body?.['found'] === true ? expectOutcomeMembers(found.body['outcome'], key) : null
        if (known === null && bench.keepsFences) {
          expectSame('FENCED', (await fence(bench, key)).result, 'FENCED')
          expectRefused(await moneyOf(bench, key), 409)
          continue
        }
        const outcome = expectOutcome(await moneyOf(bench, key), key)
        if (known !== null) expectSame(known, outcome, 'the outcome that was found')
        if (outcome['processing_code'] === '0000') await expectChargedOnce(bench, key)
      }
    },
  },
  {
    name: 'restarts: keeps its fences',
    clause: 'provider-protocol/keys.md#post-fences',
    applies: ({ keepsFences }) => keepsFences,
    async run(bench) {
      const key = bench.newKey()
      await fence(bench, key)
      await restart(bench)
      expectRefused(await moneyOf(bench, key), 409)
      expectSame('FENCED', (await fence(bench, key)).result, 'FENCED')
    },
  },
]

/** A purchase of 10,000 that was executed twice could be refunded twice. */
async function expectChargedOnce(bench: Bench, key: string): Promise<void> {
  const [refund, second] = [bench.newKey(), bench.newKey()]
  expectApproved(await bench.ask.post('/operations', operationOf(bench, refund, key)), refund)
  expectNotApproved(
    await bench.ask.post('/operations', operationOf(bench, second, key, { amount: 1 })),
    second,
  )
}

async function restart({ process }: Bench): Promise<void> {
  await process?.kill()
  await process?.start()
}

export const FENCE_CHECKS: readonly Check[] = ALL.map(({ applies, ...check }) => ({
  ...check,
  applies: (bench) => bench.keepsFences && (applies?.(bench) ?? true),
}))

export const RESTART_CHECKS: readonly Check[] = WITH_KILLS.map(({ applies, ...check }) => ({
  ...check,
  applies: (bench) => bench.process !== null && (applies?.(bench) ?? true),
}))
