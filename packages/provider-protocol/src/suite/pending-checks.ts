import {
  type Bench,
  type Check,
  expectAnswer,
  expectFound,
  expectNotApproved,
  expectOutcome,
  expectSame,
  expectThat,
} from './check.ts'
import { isOf } from './event-receiver.ts'
import { authorizationOf, cardOf, operationOf, undoOf } from './messages.ts'

type Outcome = Readonly<Record<string, unknown>>

const LOOK_AGAIN_MS = 50

/** Sends an authorization that the provider decides later. */
async function authorize(bench: Bench, key: string): Promise<Outcome> {
  const card = cardOf(bench.pending?.card ?? '')
  return expectOutcome(await bench.ask.post('/authorizations', authorizationOf(bench, key, { card })), key)
}

/** Polls until the provider has decided. */
async function waitForEnd(bench: Bench, key: string): Promise<Outcome> {
  const deadline = Date.now() + (bench.pending?.withinMs ?? 0)
  for (;;) {
    const outcome = await expectFound(bench, key)
    if (!isPending(outcome)) return outcome
    expectThat(Date.now() < deadline, 'another code than 1002 in the end', outcome)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

const isPending = (outcome: Outcome): boolean => outcome['processing_code'] === '1002'

const ALL: readonly Check[] = [
  {
    name: 'pending: answers 1002, and tells the outcome by its key later, once and for all',
    clause: 'provider-protocol/authorizations.md#outcome',
    async run(bench) {
      const key = bench.newKey()
      const told = await authorize(bench, key)
      expectThat(isPending(told), '1002', told)
      const end = await waitForEnd(bench, key)
      expectSame(end, await expectFound(bench, key), 'the same outcome')
      expectSame(end, await authorize(bench, key), 'the same outcome of a repeated key')
      expectSame(end, await expectFound(bench, key), 'the same outcome')
    },
  },
  {
    name: 'pending: does not stand if it is undone before it is decided',
    clause: 'provider-protocol/operations.md#post-undos',
    async run(bench) {
      const [key, undo, refund] = [bench.newKey(), bench.newKey(), bench.newKey()]
      await authorize(bench, key)
      const undone = expectOutcome(await bench.ask.post('/undos', undoOf(bench, undo, key)), undo)
      const isTaken = undone['processing_code'] === '0000' || isPending(undone)
      expectThat(isTaken, 'an undo that is done (0000) or under way (1002)', undone)
      for (const one of [key, undo]) await waitForEnd(bench, one)
      expectNotApproved(await bench.ask.post('/operations', operationOf(bench, refund, key)), refund)
    },
  },
]

/** Runs after the other checks of events, because it reads all messages. */
export const PENDING_EVENT_CHECK: Check = {
  name: 'events: report the outcome of what was pending, as a question is answered',
  clause: 'provider-protocol/events.md#events',
  applies: ({ events, pending, servesCards }) => events !== null && pending !== null && servesCards,
  async run(bench) {
    const key = bench.newKey()
    await authorize(bench, key)
    const end = await waitForEnd(bench, key)
    const messages = (await bench.events?.waitFor(key, 1, (event) => !isPending(outcomeIn(event)))) ?? []
    const reported = messages.flatMap(({ events }) => events.filter((event) => isOf(event, key)))
    expectThat(reported.length > 0, 'an event with another code than 1002', null)
    for (const outcome of reported.map(outcomeIn).filter((one) => !isPending(one))) {
      for (const member of ['processing_code', 'approved_amount'])
        expectSame(end[member], outcome[member], `${member} of the answer to a question`)
    }
  },
}

function outcomeIn(event: Outcome): Outcome {
  return expectAnswer({ status: 200, body: (event['outcome'] ?? null) as Outcome | null })
}

export const PENDING_CHECKS: readonly Check[] = ALL.map((check) => ({
  ...check,
  applies: ({ pending, servesCards }) => servesCards && pending !== null,
}))
