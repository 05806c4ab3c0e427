import {
  type Bench,
  type Check,
  expectAnswer,
  expectFound,
  expectNames,
  expectNotApproved,
  expectOutcome,
  expectOutcomeMembers,
  expectRefused,
  expectSame,
  expectThat,
  namesIn,
} from './check.ts'
import { earlierCall } from './earlier-call.ts'
import { orderOf } from './messages.ts'

type Answer = Readonly<Record<string, unknown>>

async function placeOrder(bench: Bench, key: string, type: string, changes = {}): Promise<Answer> {
  const answer = expectAnswer(await bench.ask.post('/orders', orderOf(bench, key, type, changes)))
  const { result } = answer
  if (result === 'OUTCOME') {
    expectOutcomeMembers(answer['outcome'], key)
    return answer
  }
  expectThat(
    result === 'REDIRECT' || result === 'BANK_TRANSFER',
    'OUTCOME, REDIRECT or BANK_TRANSFER',
    answer,
  )
  expectThat(answer['idempotency_key'] === key, `idempotency_key ${key}`, answer)
  expectNames(answer, 8_192)
  expectThat(/^https?:\/\//.test(String(answer['redirect_url'])), 'an address in redirect_url', answer)
  if (result === 'BANK_TRANSFER') {
    const account = answer['bank_transfer'] as Answer | undefined
    const isWhole = ['account_name', 'iban', 'bic', 'reference'].every(
      (name) => typeof account?.[name] === 'string',
    )
    expectThat(isWhole, 'account_name, iban, bic and reference', answer)
  }
  return answer
}

/** Each check, for each type of order that the provider serves. */
function forEachType(check: {
  readonly name: string
  readonly clause: string
  readonly run: (bench: Bench, type: string) => Promise<void>
}): Check {
  return {
    name: `orders: ${check.name}`,
    clause: check.clause,
    applies: ({ orderTypes }) => orderTypes.length > 0,
    async run(bench) {
      for (const type of bench.orderTypes) await check.run(bench, type)
    },
  }
}

export const ORDER_CHECKS: readonly Check[] = [
  forEachType({
    name: 'takes one, and knows it by its key',
    clause: 'post-orders',
    async run(bench, type) {
      const key = bench.newKey()
      const answer = await placeOrder(bench, key, type)
      await expectFound(bench, key)
      const named = answer['result'] === 'OUTCOME' ? (answer['outcome'] as Answer) : answer
      await expectFound(bench, key, namesIn(named))
    },
  }),
  forEachType({
    name: 'gives a key its first answer, with another amount too, and to all who come together',
    clause: 'idempotency',
    async run(bench, type) {
      const key = bench.newKey()
      const first = await placeOrder(bench, key, type)
      const again = await Promise.all([
        placeOrder(bench, key, type, { amount: 1 }),
        placeOrder(bench, key, type),
      ])
      for (const { result } of again) expectSame(first['result'], result, 'the same kind of answer')
      for (const { redirect_url } of again) expectSame(first['redirect_url'], redirect_url, 'the same page')
    },
  }),
  forEachType({
    name: 'cancelled, it has an end, and keeps it',
    clause: 'post-cancellations',
    async run(bench, type) {
      const key = bench.newKey()
      await placeOrder(bench, key, type)
      const cancellation = { idempotency_key: bench.newKey(), ...earlierCall(key) }
      const outcome = expectOutcome(await bench.ask.post('/cancellations', cancellation), key)
      if (outcome['processing_code'] === '1002') return
      const again = expectOutcome(await bench.ask.post('/cancellations', cancellation), key)
      expectSame(outcome['processing_code'], again['processing_code'], 'the same outcome')
      const known = await expectFound(bench, key)
      expectSame(outcome['processing_code'], known['processing_code'], 'the outcome of the cancellation')
    },
  }),
  {
    name: 'orders: refuses a type that it does not serve',
    clause: 'what-a-provider-must-refuse',
    applies: ({ orderTypes }) => orderTypes.length > 0,
    async run(bench) {
      const key = bench.newKey()
      const told = await bench.ask.post('/orders', orderOf(bench, key, 'payment_by_pigeon'))
      if (told.status !== 200) return expectRefused(told)
      expectNotApproved({ status: 200, body: (told.body?.['outcome'] ?? null) as Answer | null }, key)
    },
  },
]
