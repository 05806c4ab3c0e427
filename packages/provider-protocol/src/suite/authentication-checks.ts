import { type Bench, type Check, expectAnswer, expectFound, expectThat, namesIn } from './check.ts'
import { earlierCall, type Names } from './earlier-call.ts'
import { authorizationOf, cardOf } from './messages.ts'

type Answer = Readonly<Record<string, unknown>>

/** The address to which the shopper's browser would return; it is never visited. */
const SHOPPER = {
  authentication: null,
  authentication_required: true,
  challenge_preference: 'NO_PREFERENCE',
  return_url: 'https://pay.example/three-ds/handle/return',
  notification_url: 'https://pay.example/three-ds/handle/challenge-notification-url',
  method_notification_url: 'https://pay.example/three-ds/id/provider-method-notification-url',
  challenge_window_size: '05',
}

/** Sends an authorization whose cardholder is not authenticated, and returns the provider's names for the payment. */
async function begin(bench: Bench, key: string): Promise<{ readonly kind: string; readonly names: Names }> {
  const card = cardOf(bench.authenticationCard ?? '')
  const answer = expectAnswer(
    await bench.ask.post('/authorizations', authorizationOf(bench, key, { ...SHOPPER, card })),
  )
  expectThat(answer['result'] === 'AUTHENTICATE', 'result AUTHENTICATE', answer)
  expectThat(answer['idempotency_key'] === key, `idempotency_key ${key}`, answer)
  const { kind } = (answer['step'] ?? {}) as { readonly kind?: string }
  expectThat(kind !== undefined, 'a step', answer)
  return { kind, names: namesIn(answer) }
}

/** Returns a forged answer to a step of this kind. */
function forgedFor(kind: string): Answer {
  return kind === 'REDIRECT' || kind === 'FORM'
    ? { kind: 'RETURN', query: 'forged=1', body: '' }
    : { kind: 'CHALLENGE', cres: 'forged', trans_status: 'Y' }
}

async function forge(bench: Bench, key: string, kind: string, names: Names): Promise<Answer> {
  return expectAnswer(
    await bench.ask.post('/continuations', {
      idempotency_key: bench.newKey(),
      ...earlierCall(key, names),
      account_id: bench.accountId,
      amount: 10_000,
      currency: 'EUR',
      brought: forgedFor(kind),
    }),
  )
}

const isApproved = (answer: Answer): boolean => answer['processing_code'] === '0000'

const ALL: readonly Check[] = [
  {
    name: 'authentication: asks for the shopper, and holds the payment meanwhile',
    clause: 'provider-protocol/authentication.md#authentication-by-the-provider',
    async run(bench) {
      const key = bench.newKey()
      const { names } = await begin(bench, key)
      const held = await expectFound(bench, key, names)
      expectThat(held['processing_code'] === '1002', '1002 while the shopper is waited for', held)
    },
  },
  {
    name: 'authentication: approves nothing for a result that no shopper brought',
    clause: 'provider-protocol/authentication.md#post-continuations',
    async run(bench) {
      const key = bench.newKey()
      const { kind, names } = await begin(bench, key)
      const answer = await forge(bench, key, kind, names)
      expectThat(answer['idempotency_key'] === key, `idempotency_key ${key}`, answer)
      expectThat(!isApproved(answer), 'no approval', answer)
      const held = await expectFound(bench, key, names)
      expectThat(!isApproved(held), 'no approval when asked', held)
    },
  },
  {
    name: 'authentication: gives a payment up for good',
    clause: 'provider-protocol/orders.md#post-cancellations',
    async run(bench) {
      const [key, cancellation] = [bench.newKey(), bench.newKey()]
      const { kind, names } = await begin(bench, key)
      const cancel = async () =>
        expectAnswer(
          await bench.ask.post('/cancellations', {
            idempotency_key: cancellation,
            ...earlierCall(key, names),
          }),
        )
      for (const given of [await cancel(), await cancel(), await expectFound(bench, key, names)]) {
        expectThat(given['processing_code'] === '1003', '1003', given)
        expectThat(given['idempotency_key'] === key, `idempotency_key ${key}`, given)
      }
      const late = await forge(bench, key, kind, names)
      expectThat(!isApproved(late), 'no approval after the payment was given up', late)
    },
  },
]

export const AUTHENTICATION_CHECKS: readonly Check[] = ALL.map((check) => ({
  ...check,
  applies: ({ authenticationCard, servesCards }) => servesCards && authenticationCard !== null,
}))
