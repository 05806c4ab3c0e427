import { isFinalStatus, type ProcessingCode } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { ShareWork } from '@sluice/platform/kernel/share-work'
import type { Timers } from '@sluice/platform/kernel/timers'

import type { BoundProvider, KeyedOperation } from './bound-provider.ts'
import { alertOf } from './contradiction.ts'
import type { CallDeclaration } from './declarations.ts'
import {
  ASKED_STEPS,
  type Cause,
  type Execution,
  PERSON_STEPS,
  QUESTION_PAUSE_MS,
  type TransactionStore,
} from './execution-records.ts'
import { queryLaterOrEscalate, FIRST_QUESTION_MS } from './query-later.ts'
import { rulesOfFlow } from './flow.ts'
import {
  isOrphanedHold,
  type LearnedResult,
  repeatContinuation,
  type RepeatPorts,
  withNothingPayable,
} from './learn-confirmed.ts'
import { mayRepeat } from './may-repeat.ts'
import { move, type MovePorts, type Step } from './move.ts'
import { callLeaseMs } from './open.ts'
import {
  queryByKey,
  declaredCall,
  type RepeatCall,
  undoesLostAnswers,
  type Unknown,
  withdraw,
  type Withdrawal,
} from './status-query.ts'
import {
  holdDecline,
  LAST_QUERY_MS,
  applyOutcome,
  endUncorrected,
  endUndecided,
  undoLostCall,
  WAITING,
  wasShopperSent,
  withoutSentResult,
} from './apply-result.ts'
import { named, applyWithdrawal, withdrawFirst } from './apply-withdrawal.ts'
import type { Transaction } from './transaction.ts'

/** The dependencies of ending a waiting execution. */
export interface EndPorts extends MovePorts {
  readonly providers: ReadonlyMap<string, BoundProvider>
  readonly clock: Clock
}

/** The dependencies of recovering executions. */
export interface RecoverPorts extends EndPorts, RepeatPorts {
  readonly store: Pick<
    TransactionStore,
    'commit' | 'findOpen' | 'listAbandoned' | 'listOverdue' | 'claimDueQueries' | 'claimQuestion'
  >
  /** No other process asks a provider the same within this time. */
  readonly providerTimeoutMs: number
  readonly timers: Timers
  /** Callers in this process that query the same transaction share one query. */
  readonly shareQuestion: ShareWork
  /** Describes the request of a stored capture, refund or void. */
  readonly describeOperation?: DescribeOperation
}

/** Describes the request of a stored operation as it was sent; null if the execution is not an operation. */
export type DescribeOperation = (execution: Execution) => Promise<KeyedOperation | null>

/** The number of executions in one round. The rest is due in the next. */
const BATCH = 50

/** Expires payments whose shoppers ran out of time. Returns the number of payments that it ended. */
export async function expireOverdue(ports: RecoverPorts): Promise<number> {
  const overdue = await ports.store.listOverdue(ports.clock.now(), BATCH)
  const ended = await Promise.all(overdue.map((execution) => expire(ports, execution)))
  return ended.filter((transaction) => transaction !== null).length
}

/**
 * Takes over executions whose worker died. Before the provider was called the step is given back to the browser, or, at
 * the very beginning, the attempt ends as failed: the card is gone with the worker. After the call the provider is asked
 * by key, from the next {@link runDueQueries} on.
 *
 * @param leasedUntilMs - leases that end by then count as run out.
 */
export async function recoverAbandoned(
  ports: RecoverPorts,
  leasedUntilMs = ports.clock.now(),
): Promise<number> {
  const abandoned = await ports.store.listAbandoned(leasedUntilMs, BATCH)
  await Promise.all(abandoned.map((execution) => move(ports, execution, takeOver(ports, execution))))
  return abandoned.length
}

/**
 * Runs the status queries that are due.
 *
 * @param providerId - limits the run to one provider. By default, all are queried, and one that hangs delays the
 *   others.
 */
export async function runDueQueries(ports: RecoverPorts, providerId?: string): Promise<number> {
  const nowMs = ports.clock.now()
  const untilMs = nowMs + callLeaseMs(ports.providerTimeoutMs)
  const unsettled = await ports.store.claimDueQueries({ nowMs, untilMs, limit: BATCH }, providerId)
  await Promise.all(unsettled.map((execution) => question(ports, execution)))
  return unsettled.length
}

/**
 * A caller that finds another query under way waits this often for {@link QUESTION_PAUSE_MS}. The second wait is for a
 * scheduled query that began during the first: its answer may arrive only after the caller has looked again.
 */
const EARLY_QUERY_WAITS = 2

/**
 * Queries the provider of a pending transaction ahead of schedule. All processes together query it at most once per
 * {@link QUESTION_PAUSE_MS}; an earlier caller waits until then.
 */
export function queryEarly(ports: RecoverPorts, merchantId: string, transactionId: string): Promise<void> {
  return ports.shareQuestion(`${merchantId}/${transactionId}`, async () => {
    for (let waits = 0; ; waits += 1) {
      // The caller who queried it may have ended it.
      const execution = await findToQuery(ports, merchantId, transactionId)
      if (execution === null) return
      if (await claim(ports, execution)) return question(ports, execution)
      if (waits === EARLY_QUERY_WAITS) return
      await ports.timers.sleep(QUESTION_PAUSE_MS)
    }
  })
}

function claim({ store, clock }: RecoverPorts, { attempt }: Execution): Promise<boolean> {
  return store.claimQuestion(attempt, clock.now())
}

/** Returns null if no provider needs to be queried. */
async function findToQuery(
  { store }: RecoverPorts,
  merchantId: string,
  transactionId: string,
): Promise<Execution | null> {
  const execution = await store.findOpen(merchantId, transactionId)
  const isAsked = ASKED_STEPS.some((step) => step === execution?.pendingAuthentication.step)
  return isAsked && execution?.attempt.status !== 'NEEDS_DECISION' ? execution : null
}

/**
 * Ends an execution that waits for a person: canceled, or expired, which leaves an uncorrected decline as it is. Null
 * when it was not waiting, or was moved first: an attempt at a provider is never interrupted. A payment that its
 * provider holds ends only once the provider has given it up; null while that is not known.
 */
export async function endWaiting(
  ports: EndPorts,
  execution: Execution,
  code: Extract<ProcessingCode, '1003' | '1005'>,
  cause: Cause,
): Promise<Transaction | null> {
  const { step } = execution.pendingAuthentication
  if (!PERSON_STEPS.some((waits) => waits === step)) return null
  const nowMs = ports.clock.now()
  if (step === 'CORRECTION') {
    const end = endUncorrected(execution, { instead: code === '1003' ? code : null, cause, nowMs })
    return (await move(ports, execution, end))?.transaction ?? null
  }
  if (execution.attempt.status === 'CONFIRMING') {
    const { clock } = ports
    const end = await withdrawFirst(providerOf(ports, execution), execution, { code, cause, clock })
    const moved = await move(ports, execution, end)
    return moved && isFinalStatus(moved.transaction.status) ? moved.transaction : null
  }
  const end =
    step === 'REDIRECT'
      ? applyWithdrawal(execution, await withdraw(providerOf(ports, execution), execution.attempt), {
          code,
          cause,
          nowMs: ports.clock.now(),
        })
      : endUndecided(execution, code, { cause, nowMs })
  return end && ((await move(ports, execution, end))?.transaction ?? null)
}

/**
 * Ends executions that a person did not confirm in time. If the provider does not cancel an order, the order waits for
 * that provider from then on, even while a shopper is still on its page.
 */
async function expire(ports: RecoverPorts, execution: Execution): Promise<Transaction | null> {
  const ended = await endWaiting(ports, execution, '1005', 'expiry')
  if (ended === null && execution.pendingAuthentication.step === 'REDIRECT') {
    await move(ports, execution, waitForProvider(execution, ports.clock.now()))
  }
  return ended
}

/** Starts the status queries, and repeats the withdrawal of the order. */
function waitForProvider({ transaction, attempt }: Execution, nowMs: number): Step {
  return {
    cause: 'janitor',
    to: WAITING,
    attempt: { ...attempt, status: 'UNKNOWN', dueAtMs: nowMs + FIRST_QUESTION_MS },
    transaction: { ...transaction, updatedAtMs: nowMs },
  }
}

function takeOver(ports: EndPorts, execution: Execution): Step {
  const nowMs = ports.clock.now()
  const { transaction, attempt, pendingAuthentication } = execution
  if (attempt.status === 'STARTED') {
    return {
      cause: 'janitor',
      to: WAITING,
      attempt: { ...attempt, status: 'UNKNOWN', dueAtMs: nowMs },
      transaction: { ...transaction, updatedAtMs: nowMs },
      ...(undoesLostAnswers(providerOf(ports, execution), transaction) && {
        alert: undoLostCall(attempt, nowMs),
      }),
    }
  }
  // Only before STARTED is it certain that no provider was called to move money.
  if (attempt.status !== 'AUTHENTICATING' && attempt.status !== 'PREPARING') {
    throw new Error(`Attempt ${attempt.id} is ${attempt.status}: no worker held it`)
  }
  const { takenStep, sealedCard } = pendingAuthentication
  if (takenStep !== null && sealedCard !== null) {
    return { cause: 'janitor', to: { step: takenStep, takenStep: null, leaseUntilMs: null } }
  }
  return endUndecided(execution, '1001', { cause: 'janitor', nowMs })
}

/** Returns the provider of the attempt; undefined if it is no longer configured. */
function providerOf({ providers }: EndPorts, { attempt }: Execution): BoundProvider | undefined {
  return providers.get(attempt.providerId)
}

/** Queries the provider of one execution, and settles it or postpones the query. */
async function question(ports: RecoverPorts, execution: Execution): Promise<void> {
  const provider = providerOf(ports, execution)
  const found = await learn(ports, provider, execution)
  const isGivenUp =
    (found.kind === 'open' && isOverdueOrder(execution, ports.clock.now())) ||
    isOrphanedHold(provider, execution, found)
  const nowMs = ports.clock.now()
  const step = isGivenUp
    ? giveUp(execution, await withdraw(provider, execution.attempt), {
        nowMs,
        ...declaredCall(provider, execution.transaction).deadlines,
      })
    : decide(execution, found, { nowMs, ...declaredCall(provider, execution.transaction).deadlines })
  await move(ports, execution, step)
}

/** Queries the provider for the outcome of an execution, and repeats a continuation whose answer was lost. */
async function learn(
  ports: RecoverPorts,
  provider: BoundProvider | undefined,
  execution: Execution,
): Promise<LearnedResult> {
  const asked = await queryByKey(provider, execution, repeatOf(ports, provider, execution))
  const isUndecided = asked.kind === 'open' || asked.kind === 'unknown'
  const repeated = isUndecided ? await repeatContinuation(ports, provider, execution) : null
  if (repeated === null && asked.kind === 'decided' && asked.outcome.processingCode === '1003') {
    const { names } = asked.outcome
    // The payment was withdrawn in order to end it, but the answer to the withdrawal was lost.
    return isToEnd(execution) ? { kind: 'withdrawn', ...(names && { names }) } : asked
  }
  return withNothingPayable(provider, execution.attempt, repeated ?? asked)
}

function isToEnd({ attempt: { confirmation } }: Execution): boolean {
  return (confirmation?.endsAs ?? null) !== null
}

/** The time of a status query's response, and the provider's deadlines. */
type Wait = CallDeclaration['deadlines'] & { readonly nowMs: number }

/** Returns the repetition of an operation whose provider answers a repeated key with the first outcome. */
function repeatOf(
  ports: RecoverPorts,
  provider: BoundProvider | undefined,
  execution: Execution,
): RepeatCall {
  const { transaction } = execution
  const { lookup, idempotency } = declaredCall(provider, transaction)
  if (lookup !== 'by-repeat' || !mayRepeat(ports, idempotency, transaction.createdAtMs) || !provider)
    return undefined
  return async () => {
    const request = await ports.describeOperation?.(execution)
    return request ? provider.operate(request) : { kind: 'unanswered' }
  }
}

/** Handles the answer to a status query, in the same way for every execution. */
function decide(execution: Execution, found: LearnedResult, wait: Wait): Step {
  const { nowMs, pendingMs, unknownMs } = wait
  switch (found.kind) {
    case 'decided':
      return applyOutcome(execution, found.outcome, { cause: 'janitor', nowMs })
    case 'fenced':
      return endFenced(execution, nowMs)
    case 'withdrawn':
      return giveUp(execution, found, wait)
    case 'declining':
      return { ...holdDecline(execution, found, nowMs), cause: 'janitor' }
    case 'open':
      return queryLaterOrEscalate(
        named(found.isAccepted ? accepted(execution) : execution, found),
        nowMs,
        pendingMs,
      )
    case 'unknown': {
      const { contradiction } = found
      // Data that led to an answer about another payment is never sent again.
      const told = contradiction ? forgotten(execution) : execution
      return withAlert(
        queryLaterOrEscalate(named(told, contradiction ?? {}), nowMs, unknownMs),
        execution,
        found,
      )
    }
  }
}

/** The call was not executed and never will be. */
function endFenced(execution: Execution, nowMs: number): Step {
  const { attempt } = execution
  const code = attempt.confirmation?.endsAs ?? '1001'
  // A broken promise costs no money here.
  const dueAtMs = wasShopperSent(attempt) ? nowMs + LAST_QUERY_MS : null
  return endUndecided(execution, code, { cause: 'janitor', nowMs, dueAtMs })
}

/** The provider has all that it needs of the shopper, and will know later. */
function accepted(execution: Execution): Execution {
  const { attempt } = forgotten(execution)
  return { ...execution, attempt: { ...attempt, status: 'PENDING' } }
}

function forgotten(execution: Execution): Execution {
  return { ...execution, attempt: withoutSentResult(execution.attempt) }
}

/** Adds the alert for an answer that contradicts its call, unless manual resolution is requested anyway. */
function withAlert(step: Step, { attempt }: Execution, { contradiction }: Unknown): Step {
  return contradiction && step.alert === undefined
    ? { ...step, alert: alertOf(attempt, contradiction) }
    : step
}

/** The cause that ends a withdrawn payment, by its processing code; a decline is the provider's. */
const CAUSES: Readonly<Partial<Record<ProcessingCode, Cause>>> = { '1003': 'cancel', '1005': 'expiry' }

/** The same for a payment that is being ended, such as an expired order: its provider has received the withdrawal. */
function giveUp(execution: Execution, withdrawal: Withdrawal, { nowMs, unknownMs }: Wait): Step {
  const code = execution.attempt.confirmation?.endsAs ?? '1005'
  const cause = CAUSES[code] ?? 'provider'
  const end = applyWithdrawal(execution, withdrawal, { code, cause, nowMs })
  if (end !== null) return end
  return withdrawal.kind === 'unknown'
    ? withAlert(queryLaterOrEscalate(execution, nowMs, unknownMs), execution, withdrawal)
    : queryLaterOrEscalate(
        withdrawal.kind === 'open' ? named(execution, withdrawal) : execution,
        nowMs,
        unknownMs,
      )
}

/**
 * Returns whether the provider is waiting for a customer whose time has expired, either because its answer was lost
 * and the customer was never redirected, or because the customer did not confirm.
 */
function isOverdueOrder({ transaction, attempt, pendingAuthentication }: Execution, nowMs: number): boolean {
  const isUnknown = attempt.status === 'UNKNOWN'
  return rulesOfFlow(transaction).isGivenUp && isUnknown && nowMs >= pendingAuthentication.expiresAtMs
}
