import type { ProviderResponse } from './call-provider.ts'
import { type Bench, type Check, expectAnswer, expectNotApproved, expectSame, expectThat } from './check.ts'
import { earlierCall } from './earlier-call.ts'
import { authorizationOf, cardOf, operationOf } from './messages.ts'

type Answer = Readonly<Record<string, unknown>>

async function verify(bench: Bench, card: string) {
  const key = bench.newKey()
  const changes = { transaction_type: 'VERIFY', amount: 0, card: cardOf(card) }
  return { key, told: await bench.ask.post('/authorizations', authorizationOf(bench, key, changes)) }
}

/** An approval of nothing, which no other call may have. */
function expectVerified(outcome: Answer, key: string): Answer {
  expectThat(outcome['idempotency_key'] === key, `idempotency_key ${key}`, outcome)
  expectThat(outcome['processing_code'] === '0000', 'an approval (0000)', outcome)
  expectThat(outcome['approved_amount'] === 0, 'the approved_amount 0', outcome)
  return outcome
}

const outcomeIn = (told: ProviderResponse, key: string): Answer => expectVerified(expectAnswer(told), key)

const ALL: readonly Check[] = [
  {
    name: 'verifications: approves a card for nothing, and tells the same outcome by its key',
    clause: 'provider-protocol/authorizations.md#verifications',
    async run(bench) {
      const { key, told } = await verify(bench, bench.approvedCard)
      const outcome = outcomeIn(told, key)
      const found = expectAnswer(await bench.ask.post('/questions', earlierCall(key, {})))
      expectSame(outcome, expectVerified((found['outcome'] ?? {}) as Answer, key), 'the same outcome')
    },
  },
  {
    name: 'verifications: declines the card that it declines',
    clause: 'provider-protocol/authorizations.md#verifications',
    async run(bench) {
      const { key, told } = await verify(bench, bench.declinedCard)
      expectNotApproved(told, key)
    },
  },
  {
    name: 'verifications: leave nothing to capture or refund',
    clause: 'provider-protocol/authorizations.md#verifications',
    async run(bench) {
      const { key, told } = await verify(bench, bench.approvedCard)
      outcomeIn(told, key)
      for (const operation of ['CAPTURE', 'REFUND']) {
        const follow = bench.newKey()
        const message = operationOf(bench, follow, key, { operation, amount: 1 })
        expectNotApproved(await bench.ask.post('/operations', message), follow)
      }
    },
  },
]

export const VERIFICATION_CHECKS: readonly Check[] = ALL.map((check) => ({
  ...check,
  applies: ({ servesCards, verifies }) => servesCards && verifies,
}))
