import { beginAttempt } from '../execution/attempt.ts'
import type { Flow } from '../execution/flow.ts'
import { LEASE_MS } from '../execution/open.ts'
import { listTried, noteRetry } from '../execution/retry-options.ts'
import { withProviderOutcome } from '../execution/settle.ts'
import type { CardInMemory, CardPorts } from './card-in-memory.ts'
import { takesPayment } from './card-needs.ts'
import { beginCourse } from './course.ts'
import { chooseAccount } from './fallback.ts'
import { followCourse } from './follow-course.ts'

/** Cards and what is charged like them: authenticate → ask the provider → ask the next one after a decline that allows it. */
export function createCardFlow(ports: CardPorts): Flow<CardInMemory> {
  return {
    next: (movement, held) => followCourse(ports, beginCourse({ ...held, ...movement })),

    retry({ transaction, attempt, continuation }, outcome, held) {
      // Where no other provider was to be asked when the payment began, none is.
      if (transaction.retryOptions === null) return null
      const tried = [...listTried(transaction.retryOptions), attempt]
      const { accounts, maxRetries } = held.rules.routing
      const payment = { ...transaction, options: held.options }
      const taking = accounts.filter(({ providerId }) =>
        takesPayment(ports.providers.get(providerId), payment),
      )
      const { account, skipped } = chooseAccount(
        { accounts: taking, maxRetries },
        tried,
        ports.stateOfAccount,
      )
      const nowMs = ports.clock.now()
      if (account === null || nowMs >= continuation.expiresAtMs) return null
      const declined = withProviderOutcome(attempt, outcome)
      const next = beginAttempt({
        merchantId: transaction.merchantId,
        id: ports.random.uuid(),
        transactionId: transaction.id,
        number: attempt.number + 1,
        ...account,
        skipped,
        nowMs,
      })
      const retryOptions = noteRetry(transaction.retryOptions, declined, account)
      return {
        held,
        step: {
          cause: 'provider',
          to: { attemptId: next.id, takenStep: null, leaseUntilMs: nowMs + LEASE_MS },
          attempt: declined,
          next,
          transaction: { ...transaction, retryOptions, updatedAtMs: nowMs },
        },
      }
    },
  }
}
