import type { ProviderAccount } from '../../merchants/index.ts'
import { type Attempt, beginAttempt } from '../execution/attempt.ts'
import type { Execution } from '../execution/execution-records.ts'
import type { Flow, Retry } from '../execution/flow.ts'
import type { Step } from '../execution/move.ts'
import { LEASE_MS } from '../execution/open.ts'
import { newKey } from '../execution/status-query.ts'
import { listTried, recordRetry } from '../execution/retry-options.ts'
import type { ProviderOutcome } from '../execution/provider.ts'
import { endByOutcome, withProviderOutcome } from '../execution/apply-result.ts'
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
    next: (execution, context) =>
      runThreeDs(
        ports,
        firstThreeDsStep({ ...context, ...execution }, isAuthenticatedByProvider(ports, execution.attempt)),
      ),

    followShopper: (execution, answer, context) =>
      followShopper(ports, execution, answer, context, (isChallenged) =>
        mayBeFollowed(ports, execution, context, isChallenged),
      ),

    retry: (execution, outcome, context) =>
      mayDemandChallenge(ports, execution, outcome, context)
        ? retryWithChallenge(ports, execution, outcome, context)
        : retryElsewhere(ports, execution, outcome, context),
  }
}

/** Creates the same flow for a payment whose provider held it during a step of the shopper. */
export function createConfirmedFlow(ports: CardPorts): Flow<ConfirmedContext> {
  const flow = createCardFlow(ports)
  const withCard = ({ card, ...context }: ConfirmedContext): CardContext | null =>
    card && { ...context, card }
  return {
    next(execution, context) {
      const whole = withCard(context)
      if (whole === null) throw new Error(`Attempt ${execution.attempt.id} began without its card`)
      return flow.next(execution, whole)
    },

    followShopper: (execution, answer, context) =>
      followShopper(ports, execution, answer, context, (isChallenged) =>
        mayBeFollowed(ports, execution, context, isChallenged),
      ),

    retry(execution, outcome, context) {
      const whole = withCard(context)
      return whole && flow.retry(execution, outcome, whole)
    },
  }
}

/**
 * Returns whether an attempt may follow the running one: at another account, or with a challenge while none was shown.
 * Only for such an attempt is a card stored while the provider holds the payment.
 */
function mayBeFollowed(
  ports: CardPorts,
  execution: Execution,
  context: Omit<CardContext, 'card'>,
  isChallenged: boolean,
): boolean {
  const mayBeChallenged = !isChallenged && context.earlierChallenge === 'NONE'
  return mayBeChallenged || chooseNext(ports, execution, context) !== null
}

/**
 * Returns whether the same account is called again with a challenge: the issuer demands one, a shopper can pass it,
 * and none was shown so far. It happens at most once per submission, regardless of the retry limit of the terminal.
 *
 * @decision 0007
 */
function mayDemandChallenge(
  { clock, stateOfAccount }: CardPorts,
  { attempt, pendingAuthentication }: Execution,
  { processingCode, report }: ProviderOutcome,
  { earlierChallenge, proof, storedCredential }: CardContext,
): boolean {
  const isDemanded = report?.isSoftDecline === true && statusForCode(processingCode) === 'DECLINED'
  const hasShopper = proof === null && storedCredential?.initiator !== 'MERCHANT'
  const isFirst = earlierChallenge === 'NONE' && (attempt.authentication?.round ?? 0) === 0
  const isInTime = clock.now() < pendingAuthentication.expiresAtMs
  return isDemanded && hasShopper && isFirst && isInTime && stateOfAccount(attempt) !== 'PAUSED'
}

function retryWithChallenge(
  ports: CardPorts,
  execution: Execution,
  outcome: ProviderOutcome,
  context: CardContext,
): Retry<CardContext> {
  const { providerId, accountId } = execution.attempt
  const next = { providerId, accountId, skipped: [] }
  return {
    context: { ...context, earlierChallenge: 'DEMANDED' },
    step: beginNext(ports, execution, outcome, next, execution.transaction.retryOptions, DEMANDED),
  }
}

/** The issuer has refused to do without a challenge, and so the exemption. */
const DEMANDED: RequestedAuthentication = { challengePreference: 'MANDATE', exemption: null }

function retryElsewhere(
  ports: CardPorts,
  execution: Execution,
  outcome: ProviderOutcome,
  context: CardContext,
): Retry<CardContext> | null {
  const { transaction, attempt, pendingAuthentication } = execution
  if (!outcome.retryable || transaction.retryOptions === null) return null
  const chosen = chooseNext(ports, execution, context)
  if (chosen === null || ports.clock.now() >= pendingAuthentication.expiresAtMs) return null
  const { account, skipped } = chosen
  const wasShown = (attempt.authentication?.round ?? 0) > 0 && context.earlierChallenge === 'NONE'
  const retryOptions = recordRetry(transaction.retryOptions, withProviderOutcome(attempt, outcome), account)
  return {
    context: wasShown ? { ...context, earlierChallenge: 'SHOWN' } : context,
    step: beginNext(ports, execution, outcome, { ...account, skipped }, retryOptions),
  }
}

/** Returns the account that a retryable decline is tried at next; null if there is none. */
function chooseNext(
  ports: CardPorts,
  { transaction, attempt }: Execution,
  context: Omit<CardContext, 'card'>,
): { readonly account: ProviderAccount; readonly skipped: Attempt['skipped'] } | null {
  // If fallback routing was disabled when the payment began, no other provider is tried.
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
  { transaction, attempt }: Execution,
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
