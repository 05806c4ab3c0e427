import type { ProviderAccount } from '../../merchants/index.ts'
import { type Attempt, beginAttempt } from '../execution/attempt.ts'
import type { Movement } from '../execution/execution-records.ts'
import type { Flow, Retry } from '../execution/flow.ts'
import type { Step } from '../execution/move.ts'
import { LEASE_MS } from '../execution/open.ts'
import { newKey } from '../execution/question.ts'
import { listTried, noteRetry } from '../execution/retry-options.ts'
import type { ProviderOutcome } from '../execution/provider.ts'
import { endByOutcome, withProviderOutcome } from '../execution/settle.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { RetryOptions } from '../execution/transaction.ts'
import { isAuthenticatedByProvider } from './authenticates-itself.ts'
import type { CardInMemory, CardPorts, ConfirmedInMemory } from './card-in-memory.ts'
import type { RequestedAuthentication } from '../../three-ds/index.ts'
import { takesPayment } from './card-needs.ts'
import { beginCourse } from './course.ts'
import { chooseAccount } from './fallback.ts'
import { followCourse } from './follow-course.ts'
import { followShopper } from './follow-shopper.ts'

/** Cards and what is charged like them: authenticate → ask the provider → ask again after a decline that allows it. */
export function createCardFlow(ports: CardPorts): Flow<CardInMemory> {
  return {
    next: (movement, held) =>
      followCourse(
        ports,
        beginCourse({ ...held, ...movement }, isAuthenticatedByProvider(ports, movement.attempt)),
      ),

    followShopper: (movement, answer, held) =>
      followShopper(ports, movement, answer, held, (isChallenged) =>
        mayBeFollowed(ports, movement, held, isChallenged),
      ),

    retry: (movement, outcome, held) =>
      mayDemandChallenge(ports, movement, outcome, held)
        ? retryWithChallenge(ports, movement, outcome, held)
        : retryElsewhere(ports, movement, outcome, held),
  }
}

/** The same for a payment whose provider held it while the shopper took a step. */
export function createConfirmedFlow(ports: CardPorts): Flow<ConfirmedInMemory> {
  const flow = createCardFlow(ports)
  const withCard = ({ card, ...held }: ConfirmedInMemory): CardInMemory | null => card && { ...held, card }
  return {
    next(movement, held) {
      const whole = withCard(held)
      if (whole === null) throw new Error(`Attempt ${movement.attempt.id} began without its card`)
      return flow.next(movement, whole)
    },

    followShopper: (movement, answer, held) =>
      followShopper(ports, movement, answer, held, (isChallenged) =>
        mayBeFollowed(ports, movement, held, isChallenged),
      ),

    retry(movement, outcome, held) {
      const whole = withCard(held)
      return whole && flow.retry(movement, outcome, whole)
    },
  }
}

/**
 * Whether an attempt may follow the running one: at another account, or with a challenge while none was shown. Only for that a card is
 * kept while the provider holds the payment.
 */
function mayBeFollowed(
  ports: CardPorts,
  movement: Movement,
  held: Omit<CardInMemory, 'card'>,
  isChallenged: boolean,
): boolean {
  const mayBeChallenged = !isChallenged && held.earlierChallenge === 'NONE'
  return mayBeChallenged || chooseNext(ports, movement, held) !== null
}

/**
 * Whether the same account is asked again with a challenge: the issuer demands one, a shopper can pass it, and none was shown
 * so far. It happens once for what the shopper submitted, whatever the retries of the terminal are.
 *
 * @decision 0007
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
    step: beginNext(ports, movement, outcome, next, movement.transaction.retryOptions, DEMANDED),
  }
}

/** The issuer has refused to do without a challenge, and so the exemption. */
const DEMANDED: RequestedAuthentication = { challengePreference: 'MANDATE', exemption: null }

function retryElsewhere(
  ports: CardPorts,
  movement: Movement,
  outcome: ProviderOutcome,
  held: CardInMemory,
): Retry<CardInMemory> | null {
  const { transaction, attempt, continuation } = movement
  if (!outcome.retryable || transaction.retryOptions === null) return null
  const chosen = chooseNext(ports, movement, held)
  if (chosen === null || ports.clock.now() >= continuation.expiresAtMs) return null
  const { account, skipped } = chosen
  const wasShown = (attempt.authentication?.round ?? 0) > 0 && held.earlierChallenge === 'NONE'
  const retryOptions = noteRetry(transaction.retryOptions, withProviderOutcome(attempt, outcome), account)
  return {
    held: wasShown ? { ...held, earlierChallenge: 'SHOWN' } : held,
    step: beginNext(ports, movement, outcome, { ...account, skipped }, retryOptions),
  }
}

/** The account that a retryable decline is tried at next; null if there is none. */
function chooseNext(
  ports: CardPorts,
  { transaction, attempt }: Movement,
  held: Omit<CardInMemory, 'card'>,
): { readonly account: ProviderAccount; readonly skipped: Attempt['skipped'] } | null {
  // Where no other provider was to be asked when the payment began, none is.
  if (transaction.retryOptions === null) return null
  const tried = [...listTried(transaction.retryOptions), attempt]
  const { accounts, maxRetries } = held.rules.routing
  const payment = { ...transaction, options: held.options }
  const taking = accounts.filter(({ providerId }) => takesPayment(ports.providers.get(providerId), payment))
  const { account, skipped } = chooseAccount({ accounts: taking, maxRetries }, tried, ports.stateOfAccount)
  return account && { account, skipped }
}

/** Ends the attempt that was declined, and begins the next one. */
function beginNext(
  { clock, random, providers }: CardPorts,
  { transaction, attempt }: Movement,
  outcome: ProviderOutcome,
  account: ProviderAccount & Pick<Attempt, 'skipped'>,
  retryOptions: RetryOptions | null,
  requested = attempt.requested,
): Step {
  const nowMs = clock.now()
  const next = beginAttempt({
    merchantId: transaction.merchantId,
    id: newKey(random, providers.get(account.providerId), transaction),
    transactionId: transaction.id,
    number: attempt.number + 1,
    ...account,
    requested,
    nowMs,
  })
  return {
    cause: 'provider',
    to: { attemptId: next.id, takenStep: null, leaseUntilMs: nowMs + LEASE_MS },
    attempt: endByOutcome(attempt, outcome, nowMs),
    next,
    transaction: { ...transaction, retryOptions, updatedAtMs: nowMs },
  }
}
