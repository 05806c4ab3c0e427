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
import type { CardContext, CardPorts, ConfirmedContext } from './card-context.ts'
import type { RequestedAuthentication } from '../../three-ds/index.ts'
import { takesPayment } from './card-needs.ts'
import { firstThreeDsStep } from './three-ds-step.ts'
import { chooseAccount } from './fallback.ts'
import { runThreeDs } from './run-three-ds.ts'
import { followShopper } from './follow-shopper.ts'

/** Cards and what is charged like them: authenticate → ask the provider → ask again after a decline that allows it. */
export function createCardFlow(ports: CardPorts): Flow<CardContext> {
  return {
    next: (movement, context) =>
      runThreeDs(
        ports,
        firstThreeDsStep({ ...context, ...movement }, isAuthenticatedByProvider(ports, movement.attempt)),
      ),

    followShopper: (movement, answer, context) =>
      followShopper(ports, movement, answer, context, (isChallenged) =>
        mayBeFollowed(ports, movement, context, isChallenged),
      ),

    retry: (movement, outcome, context) =>
      mayDemandChallenge(ports, movement, outcome, context)
        ? retryWithChallenge(ports, movement, outcome, context)
        : retryElsewhere(ports, movement, outcome, context),
  }
}

/** The same for a payment whose provider held it while the shopper took a step. */
export function createConfirmedFlow(ports: CardPorts): Flow<ConfirmedContext> {
  const flow = createCardFlow(ports)
  const withCard = ({ card, ...context }: ConfirmedContext): CardContext | null =>
    card && { ...context, card }
  return {
    next(movement, context) {
      const whole = withCard(context)
      if (whole === null) throw new Error(`Attempt ${movement.attempt.id} began without its card`)
      return flow.next(movement, whole)
    },

    followShopper: (movement, answer, context) =>
      followShopper(ports, movement, answer, context, (isChallenged) =>
        mayBeFollowed(ports, movement, context, isChallenged),
      ),

    retry(movement, outcome, context) {
      const whole = withCard(context)
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
  context: Omit<CardContext, 'card'>,
  isChallenged: boolean,
): boolean {
  const mayBeChallenged = !isChallenged && context.earlierChallenge === 'NONE'
  return mayBeChallenged || chooseNext(ports, movement, context) !== null
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
  { earlierChallenge, proof, storedCredential }: CardContext,
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
  context: CardContext,
): Retry<CardContext> {
  const { providerId, accountId } = movement.attempt
  const next = { providerId, accountId, skipped: [] }
  return {
    context: { ...context, earlierChallenge: 'DEMANDED' },
    step: beginNext(ports, movement, outcome, next, movement.transaction.retryOptions, DEMANDED),
  }
}

/** The issuer has refused to do without a challenge, and so the exemption. */
const DEMANDED: RequestedAuthentication = { challengePreference: 'MANDATE', exemption: null }

function retryElsewhere(
  ports: CardPorts,
  movement: Movement,
  outcome: ProviderOutcome,
  context: CardContext,
): Retry<CardContext> | null {
  const { transaction, attempt, continuation } = movement
  if (!outcome.retryable || transaction.retryOptions === null) return null
  const chosen = chooseNext(ports, movement, context)
  if (chosen === null || ports.clock.now() >= continuation.expiresAtMs) return null
  const { account, skipped } = chosen
  const wasShown = (attempt.authentication?.round ?? 0) > 0 && context.earlierChallenge === 'NONE'
  const retryOptions = noteRetry(transaction.retryOptions, withProviderOutcome(attempt, outcome), account)
  return {
    context: wasShown ? { ...context, earlierChallenge: 'SHOWN' } : context,
    step: beginNext(ports, movement, outcome, { ...account, skipped }, retryOptions),
  }
}

/** The account that a retryable decline is tried at next; null if there is none. */
function chooseNext(
  ports: CardPorts,
  { transaction, attempt }: Movement,
  context: Omit<CardContext, 'card'>,
): { readonly account: ProviderAccount; readonly skipped: Attempt['skipped'] } | null {
  // Where no other provider was to be asked when the payment began, none is.
  if (transaction.retryOptions === null) return null
  const tried = [...listTried(transaction.retryOptions), attempt]
  const { accounts, maxRetries } = context.rules.routing
  const payment = { ...transaction, options: context.options }
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
