import {
  type Bench,
  type Check,
  expectApproved,
  expectAnswer,
  expectOutcome,
  expectOutcomeMembers,
  expectSame,
  expectThat,
  isTime,
} from './check.ts'
import { earlierCall } from './earlier-call.ts'
import { type EventReceiver, isOf } from './event-receiver.ts'
import { authorizationOf, cardOf, operationOf } from './messages.ts'

type Members = Readonly<Record<string, unknown>>

/** A call whose outcome the provider reports. */
interface Reported {
  readonly key: string
  readonly call: 'authorization' | 'capture' | 'refund' | 'void'
  readonly amount: number
}

function receiverOf({ events }: Bench): EventReceiver {
  if (events === null) throw new Error('no events are received')
  return events
}

async function authorize(bench: Bench, changes: Members = {}): Promise<Reported> {
  const key = bench.newKey()
  expectOutcome(await bench.ask.post('/authorizations', authorizationOf(bench, key, changes)), key)
  return { key, call: 'authorization', amount: 10_000 }
}

/** Captures, refunds or voids part or all of an approval. */
async function operate(
  bench: Bench,
  original: Reported,
  operation: 'CAPTURE' | 'REFUND' | 'VOID',
  amount: number,
): Promise<Reported> {
  const key = bench.newKey()
  const message = operationOf(bench, key, original.key, { operation, amount })
  expectApproved(await bench.ask.post('/operations', message), key)
  return { key, call: CALLS[operation], amount }
}

const CALLS = { CAPTURE: 'capture', REFUND: 'refund', VOID: 'void' } as const

/** Waits for the event of a call, and compares it with the call and with the answer to a question. */
async function expectReported(bench: Bench, { key, call, amount }: Reported): Promise<void> {
  const [message] = await receiverOf(bench).waitFor(key, 1)
  expectThat(message !== undefined, `an event about the ${call}`, null)
  const event = message.events.find((one) => isOf(one, key)) ?? {}
  expectThat(event['kind'] === 'OUTCOME' && event['call'] === call, `kind OUTCOME and call ${call}`, event)
  expectThat(event['amount'] === amount, `the amount of the call, ${amount}`, event)
  expectThat(event['live'] === false, 'live: false', event)
  expectThat(isTime(event['occurred_at']), 'occurred_at as a time', event)
  const reported = expectOutcomeMembers(event['outcome'], key)
  const { outcome } = expectAnswer(await bench.ask.post('/questions', earlierCall(key)))
  expectSame(factsOf(outcome as Members), factsOf(reported), 'what a question is answered')
}

function factsOf({ processing_code, approved_amount, currency, account_id, refs }: Members): Members {
  return { processing_code, approved_amount, currency, account_id, refs: refs ?? null }
}

const check = (name: string, run: Check['run']): Check => ({
  name: `events: ${name}`,
  clause: 'provider-protocol/events.md#events',
  applies: ({ events, servesCards }) => events !== null && servesCards,
  run,
})

/** The provider posts these to the suite. They run last, because some inspect every message so far. */
export const EVENT_CHECKS: readonly Check[] = [
  check('report an approval and a decline, as a question is answered', async (bench) => {
    for (const changes of [{}, { card: cardOf(bench.declinedCard) }])
      await expectReported(bench, await authorize(bench, changes))
  }),
  check('report captures, refunds and voids, each with its own amount', async (bench) => {
    const held = await authorize(bench, { transaction_type: 'AUTHORIZE' })
    await expectReported(bench, await operate(bench, held, 'CAPTURE', 6_000))
    const paid = await authorize(bench)
    await expectReported(bench, await operate(bench, paid, 'REFUND', 4_000))
    const voided = await authorize(bench, { transaction_type: 'AUTHORIZE' })
    await expectReported(bench, await operate(bench, voided, 'VOID', 10_000))
  }),
  check('that were not acknowledged are repeated, byte for byte and under the same id', async (bench) => {
    const receiver = receiverOf(bench)
    const { key } = await refuseFirst(bench)
    const [first, again] = await receiver.waitFor(key, 2)
    expectThat(first !== undefined && again !== undefined, 'the event a second time', first ?? null)
    expectSame(first.webhookId, again.webhookId, 'the same webhook-id')
    expectSame(first.body, again.body, 'the same body')
  }),
  check('that are repeated hold up no other', async (bench) => {
    const waiting = await refuseFirst(bench)
    await expectReported(bench, await authorize(bench))
    const repeated = await receiverOf(bench).waitFor(waiting.key, 2)
    expectThat(repeated.length > 1, 'the event a second time', repeated.length)
  }),
  check('have an id for each, which no other event has', async (bench) => {
    await expectReported(bench, await authorize(bench))
    const texts = new Map<unknown, string>()
    for (const event of receiverOf(bench)
      .messages()
      .flatMap(({ events }) => events)) {
      const { id } = event
      expectThat(typeof id === 'string' && id !== '' && id.length <= 128, 'an id', event)
      const text = JSON.stringify(event)
      expectSame(texts.get(id) ?? text, text, `the only event with the id ${id}`)
      texts.set(id, text)
    }
  }),
  check('report one outcome for each call, in any order', async (bench) => {
    await expectReported(bench, await authorize(bench))
    const codes = new Map<unknown, unknown>()
    for (const { outcome } of receiverOf(bench)
      .messages()
      .flatMap(({ events }) => events)) {
      const { idempotency_key: key, processing_code: code } = (outcome ?? {}) as Members
      if (code === '1002' || key === undefined) continue
      expectSame(codes.get(key) ?? code, code, `the only outcome of ${String(key)}`)
      codes.set(key, code)
    }
  }),
  check('are signed over the bytes that are sent', async (bench) => {
    await expectReported(bench, await authorize(bench))
    const unsigned = receiverOf(bench)
      .messages()
      .filter(({ isSigned }) => !isSigned)
    expectThat(unsigned.length === 0, 'a signature of every message', unsigned[0])
  }),
]

/** Pays, and does not acknowledge the first message about it. */
async function refuseFirst(bench: Bench): Promise<Reported> {
  const key = bench.newKey()
  receiverOf(bench).refuseOnce(key)
  expectApproved(await bench.ask.post('/authorizations', authorizationOf(bench, key)), key)
  return { key, call: 'authorization', amount: 10_000 }
}
