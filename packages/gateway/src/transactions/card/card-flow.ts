import type { ProviderAccount } from '../../merchants/index.ts'
import { type Attempt, beginAttempt } from '../execution/attempt.ts'
import type { Movement } from '../execution/execution-records.ts'
import type { Flow, Retry } from '../execution/flow.ts'
import type { Step } from '../execution/move.ts'
import { LEASE_MS } from '../execution/open.ts'
import { newKey } from '../execution/question.ts'
import { listTried, noteRetry } from '../execution/retry-options.ts'
import type { ProviderOutcome } from '../execution/provider.ts'
import { withProviderOutcome } from '../execution/settle.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { RetryOptions } from '../execution/transaction.ts'
import type { CardInMemory, CardPorts } from './card-in-memory.ts'
import { takesPayment } from './card-needs.ts'
import { beginCourse } from './course.ts'
import { chooseAccount } from './fallback.ts'
import { followCourse } from './follow-course.ts'

/** Cards and what is charged like them: authenticate → ask the provider → ask again after a decline that allows it. */
export function createCardFlow(ports: CardPorts): Flow<CardInMemory> {
  return {
    next: (movement, held) => followCourse(ports, beginCourse({ ...held, ...movement })),

    retry: (movement, outcome, held) =>
      mayDemandChallenge(ports, movement, outcome, held)
        ? retryWithChallenge(ports, movement, outcome, held)
        : retryElsewhere(ports, movement, outcome, held),
  }
}

/**
 * Whether the same account is asked again with a challenge: the issuer demands one, a shopper can pass it, and none was shown
 * so far. It happens once for what the shopper submitted, whatever the retries of the terminal are.
 *
 * @decision 0455
 */
function mayDemandChallenge(
  { clock, stateOfAccount }: CardPorts,
  { attempt, continuation }: Movement,
  { processingCode, report }: ProviderOutcome,
  { earlierChallenge, proof, storedCredential }: CardInMemory,
): boolean {
  const isDemanded = report?.isSoftDecline === true && statusForCode(processingCode) === 'DECLINED'
  const hasShopper = proof === null && storedCredential?.initiator !== 'MERCHANT'
  const isFirst = earlierChallenge === 'NONE' && (attempt.authentication?.round ?? 0) === 0
  const isInTime = clock.now() < continuation.expiresAtMs
  return isDemanded && hasShopper && isFirst && isInTime && stateOfAccount(attempt) !== 'PAUSED'
}

function retryWithChallenge(
  ports: CardPorts,
  movement: Movement,
  outcome: ProviderOutcome,
  held: CardInMemory,
): Retry<CardInMemory> {
  const { providerId, accountId } = movement.attempt
  const next = { providerId, accountId, skipped: [] }
  return {
    held: { ...held, earlierChallenge: 'DEMANDED' },
    step: beginNext(ports, movement, outcome, next, movement.transaction.retryOptions),
  }
}

function retryElsewhere(
  ports: CardPorts,
  movement: Movement,
  outcome: ProviderOutcome,
  held: CardInMemory,
): Retry<CardInMemory> | null {
  const { transaction, attempt, continuation } = movement
  // Where no other provider was to be asked when the payment began, none is.
  if (!outcome.retryable || transaction.retryOptions === null) return null
  const tried = [...listTried(transaction.retryOptions), attempt]
  const { accounts, maxRetries } = held.rules.routing
  const payment = { ...transaction, options: held.options }
  const taking = accounts.filter(({ providerId }) => takesPayment(ports.providers.get(providerId), payment))
  const { account, skipped } = chooseAccount({ accounts: taking, maxRetries }, tried, ports.stateOfAccount)
  if (account === null || ports.clock.now() >= continuation.expiresAtMs) return null
  const wasShown = (attempt.authentication?.round ?? 0) > 0 && held.earlierChallenge === 'NONE'
  const retryOptions = noteRetry(transaction.retryOptions, withProviderOutcome(attempt, outcome), account)
  return {
    held: wasShown ? { ...held, earlierChallenge: 'SHOWN' } : held,
    step: beginNext(ports, movement, outcome, { ...account, skipped }, retryOptions),
  }
}

/** Ends the attempt that was declined, and begins the next one. */
function beginNext(
  { clock, random, providers }: CardPorts,
  { transaction, attempt }: Movement,
  outcome: ProviderOutcome,
  account: ProviderAccount & Pick<Attempt, 'skipped'>,
  retryOptions: RetryOptions | null,
): Step {
  const nowMs = clock.now()
  const next = beginAttempt({
    merchantId: transaction.merchantId,
    id: newKey(random, providers.get(account.providerId), transaction),
    transactionId: transaction.id,
    number: attempt.number + 1,
    ...account,
    nowMs,
  })
  return {
    cause: 'provider',
    to: { attemptId: next.id, takenStep: null, leaseUntilMs: nowMs + LEASE_MS },
    attempt: withProviderOutcome(attempt, outcome),
    next,
    transaction: { ...transaction, retryOptions, updatedAtMs: nowMs },
  }
}
