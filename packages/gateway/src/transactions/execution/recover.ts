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
  type Movement,
  PERSON_STEPS,
  QUESTION_PAUSE_MS,
  type TransactionStore,
} from './execution-records.ts'
import { askLaterOrPeople, FIRST_QUESTION_MS } from './ask-later.ts'
import { rulesOfFlow } from './flow.ts'
import {
  isHeldForNobody,
  type LearnedEnd,
  repeatContinuation,
  type RepeatPorts,
  withNothingPayable,
} from './learn-confirmed.ts'
import { mayRepeat } from './may-repeat.ts'
import { move, type MovePorts, type Step } from './move.ts'
import { callLeaseMs } from './open.ts'
import {
  askByKey,
  declaredCall,
  type RepeatCall,
  undoesLostAnswers,
  type Unknown,
  withdraw,
  type Withdrawal,
} from './question.ts'
import {
  keepDecline,
  LAST_LOOK_MS,
  settleOutcome,
  settleUncorrected,
  settleWithout,
  undoLostCall,
  WAITING,
  wasShopperSent,
  withoutSentResult,
} from './settle.ts'
import { named, settleWithdrawal, withdrawFirst } from './settle-withdrawal.ts'
import type { Transaction } from './transaction.ts'

/** What ending a movement that waits needs from outside. */
export interface EndPorts extends MovePorts {
  readonly providers: ReadonlyMap<string, BoundProvider>
  readonly clock: Clock
}

/** What recovering movements needs from outside. */
export interface RecoverPorts extends EndPorts, RepeatPorts {
  readonly store: Pick<
    TransactionStore,
    'commit' | 'findOpen' | 'listAbandoned' | 'listOverdue' | 'claimUnsettled' | 'claimQuestion'
  >
  /** No other process asks a provider the same within this time. */
  readonly providerTimeoutMs: number
  readonly timers: Timers
  /** Callers in this process that query the same transaction share one query. */
  readonly shareQuestion: ShareWork
  /** Describes the request of a stored capture, refund or void. */
  readonly describeOperation?: DescribeOperation
}

/** Describes the request of a stored operation as it was sent; null if the movement is not an operation. */
export type DescribeOperation = (movement: Movement) => Promise<KeyedOperation | null>

/** How many movements one round takes on; the rest is due in the next. */
const BATCH = 50

/** Ends what waits for a person whose time is over. Gives how many it ended. */
export async function expireOverdue(ports: RecoverPorts): Promise<number> {
  const overdue = await ports.store.listOverdue(ports.clock.now(), BATCH)
  const ended = await Promise.all(overdue.map((movement) => expire(ports, movement)))
  return ended.filter((transaction) => transaction !== null).length
}

/**
 * Takes over movements whose worker died. Before the provider was called the step is given back to the browser, or, at
 * the very beginning, the attempt ends as failed: the card is gone with the worker. After the call the provider is asked
 * by key, from the next {@link settleUnsettled} on.
 *
 * @param leasedUntilMs - leases that end by then count as run out.
 */
export async function recoverAbandoned(
  ports: RecoverPorts,
  leasedUntilMs = ports.clock.now(),
): Promise<number> {
  const abandoned = await ports.store.listAbandoned(leasedUntilMs, BATCH)
  await Promise.all(abandoned.map((movement) => move(ports, movement, takeOver(ports, movement))))
  return abandoned.length
}

/**
 * Asks the providers of movements that wait for them.
 *
 * @param providerId - which; without it all, and one that hangs holds up what is asked together with it.
 */
export async function settleUnsettled(ports: RecoverPorts, providerId?: string): Promise<number> {
  const nowMs = ports.clock.now()
  const untilMs = nowMs + callLeaseMs(ports.providerTimeoutMs)
  const unsettled = await ports.store.claimUnsettled({ nowMs, untilMs, limit: BATCH }, providerId)
  await Promise.all(unsettled.map((movement) => question(ports, movement)))
  return unsettled.length
}

/**
 * Queries the provider of a pending transaction ahead of schedule. All processes together query it at most once per
 * {@link QUESTION_PAUSE_MS}; an earlier caller waits until then.
 */
export function settleOne(ports: RecoverPorts, merchantId: string, transactionId: string): Promise<void> {
  return ports.shareQuestion(`${merchantId}/${transactionId}`, async () => {
    const movement = await findAsked(ports, merchantId, transactionId)
    if (movement === null) return
    if (await claim(ports, movement)) return question(ports, movement)
    await ports.timers.sleep(QUESTION_PAUSE_MS)
    // The caller who asked it may have ended it.
    const later = await findAsked(ports, merchantId, transactionId)
    if (later !== null && (await claim(ports, later))) await question(ports, later)
  })
}

function claim({ store, clock }: RecoverPorts, { attempt }: Movement): Promise<boolean> {
  return store.claimQuestion(attempt, clock.now())
}

/** Returns null if no provider needs to be queried. */
async function findAsked(
  { store }: RecoverPorts,
  merchantId: string,
  transactionId: string,
): Promise<Movement | null> {
  const movement = await store.findOpen(merchantId, transactionId)
  const isAsked = ASKED_STEPS.some((step) => step === movement?.continuation.step)
  return isAsked && movement?.attempt.status !== 'NEEDS_DECISION' ? movement : null
}

/**
 * Ends a movement that waits for a person: canceled, or out of time, which leaves a decline that was to be corrected as
 * it is. Null when it was not waiting, or was moved first: an attempt at a provider is never interrupted. A payment that its provider holds
 * ends only once the provider has given it up; null while that is not known.
 */
export async function endWaiting(
  ports: EndPorts,
  movement: Movement,
  code: Extract<ProcessingCode, '1003' | '1005'>,
  cause: Cause,
): Promise<Transaction | null> {
  const { step } = movement.continuation
  if (!PERSON_STEPS.some((waits) => waits === step)) return null
  const nowMs = ports.clock.now()
  if (step === 'CORRECTION') {
    const end = settleUncorrected(movement, { instead: code === '1003' ? code : null, cause, nowMs })
    return (await move(ports, movement, end))?.transaction ?? null
  }
  if (movement.attempt.status === 'CONFIRMING') {
    const { clock } = ports
    const end = await withdrawFirst(providerOf(ports, movement), movement, { code, cause, clock })
    const moved = await move(ports, movement, end)
    return moved && isFinalStatus(moved.transaction.status) ? moved.transaction : null
  }
  const end =
    step === 'REDIRECT'
      ? settleWithdrawal(movement, await withdraw(providerOf(ports, movement), movement.attempt), {
          code,
          cause,
          nowMs: ports.clock.now(),
        })
      : settleWithout(movement, code, { cause, nowMs })
  return end && ((await move(ports, movement, end))?.transaction ?? null)
}

/**
 * Ends what a person did not confirm in time. An order whose provider does not give it up waits for that provider from
 * then on, also while a shopper is still on its page.
 */
async function expire(ports: RecoverPorts, movement: Movement): Promise<Transaction | null> {
  const ended = await endWaiting(ports, movement, '1005', 'expiry')
  if (ended === null && movement.continuation.step === 'REDIRECT') {
    await move(ports, movement, waitForProvider(movement, ports.clock.now()))
  }
  return ended
}

/** The provider is asked from now on, and told again that the order is given up. */
function waitForProvider({ transaction, attempt }: Movement, nowMs: number): Step {
  return {
    cause: 'janitor',
    to: WAITING,
    attempt: { ...attempt, status: 'UNKNOWN', dueAtMs: nowMs + FIRST_QUESTION_MS },
    transaction: { ...transaction, updatedAtMs: nowMs },
  }
}

function takeOver(ports: EndPorts, movement: Movement): Step {
  const nowMs = ports.clock.now()
  const { transaction, attempt, continuation } = movement
  if (attempt.status === 'STARTED') {
    return {
      cause: 'janitor',
      to: WAITING,
      attempt: { ...attempt, status: 'UNKNOWN', dueAtMs: nowMs },
      transaction: { ...transaction, updatedAtMs: nowMs },
      ...(undoesLostAnswers(providerOf(ports, movement), transaction) && {
        alert: undoLostCall(attempt, nowMs),
      }),
    }
  }
  // Only before STARTED is it certain that no provider was asked to move money.
  if (attempt.status !== 'AUTHENTICATING' && attempt.status !== 'PREPARING') {
    throw new Error(`Attempt ${attempt.id} is ${attempt.status}: no worker held it`)
  }
  const { takenStep, sealedCard } = continuation
  if (takenStep !== null && sealedCard !== null) {
    return { cause: 'janitor', to: { step: takenStep, takenStep: null, leaseUntilMs: null } }
  }
  return settleWithout(movement, '1001', { cause: 'janitor', nowMs })
}

/** Undefined when the configuration names it no more. */
function providerOf({ providers }: EndPorts, { attempt }: Movement): BoundProvider | undefined {
  return providers.get(attempt.providerId)
}

/** Asks the provider of one movement, and settles it or puts the question off. */
async function question(ports: RecoverPorts, movement: Movement): Promise<void> {
  const provider = providerOf(ports, movement)
  const found = await learn(ports, provider, movement)
  const isGivenUp =
    (found.kind === 'open' && isOverdueOrder(movement, ports.clock.now())) ||
    isHeldForNobody(provider, movement, found)
  const nowMs = ports.clock.now()
  const step = isGivenUp
    ? giveUp(movement, await withdraw(provider, movement.attempt), {
        nowMs,
        ...declaredCall(provider, movement.transaction).deadlines,
      })
    : decide(movement, found, { nowMs, ...declaredCall(provider, movement.transaction).deadlines })
  await move(ports, movement, step)
}

/** Asks the provider what became of a movement, and repeats a continuation whose answer was lost. */
async function learn(
  ports: RecoverPorts,
  provider: BoundProvider | undefined,
  movement: Movement,
): Promise<LearnedEnd> {
  const asked = await askByKey(provider, movement, repeatOf(ports, provider, movement))
  const isUndecided = asked.kind === 'open' || asked.kind === 'unknown'
  const repeated = isUndecided ? await repeatContinuation(ports, provider, movement) : null
  if (repeated === null && asked.kind === 'decided' && asked.outcome.processingCode === '1003') {
    const { names } = asked.outcome
    // A payment that was to end was given up, though the answer to that was lost.
    return isToEnd(movement) ? { kind: 'withdrawn', ...(names && { names }) } : asked
  }
  return withNothingPayable(provider, movement.attempt, repeated ?? asked)
}

function isToEnd({ attempt: { confirmation } }: Movement): boolean {
  return (confirmation?.endsAs ?? null) !== null
}

/** When a status query was answered, and how long the gateway waits for the provider. */
type Wait = CallDeclaration['deadlines'] & { readonly nowMs: number }

/** Returns the repetition of an operation whose provider answers a repeated key with the first outcome. */
function repeatOf(ports: RecoverPorts, provider: BoundProvider | undefined, movement: Movement): RepeatCall {
  const { transaction } = movement
  const { lookup, idempotency } = declaredCall(provider, transaction)
  if (lookup !== 'by-repeat' || !mayRepeat(ports, idempotency, transaction.createdAtMs) || !provider)
    return undefined
  return async () => {
    const request = await ports.describeOperation?.(movement)
    return request ? provider.operate(request) : { kind: 'silent' }
  }
}

/** What is made of a question's answer: the same for every movement. */
function decide(movement: Movement, found: LearnedEnd, wait: Wait): Step {
  const { nowMs, pendingMs, unknownMs } = wait
  switch (found.kind) {
    case 'decided':
      return settleOutcome(movement, found.outcome, { cause: 'janitor', nowMs })
    case 'fenced':
      return endFenced(movement, nowMs)
    case 'withdrawn':
      return giveUp(movement, found, wait)
    case 'declining':
      return { ...keepDecline(movement, found, nowMs), cause: 'janitor' }
    case 'open':
      return askLaterOrPeople(
        named(found.isAccepted ? accepted(movement) : movement, found),
        nowMs,
        pendingMs,
      )
    case 'unknown': {
      const { contradiction } = found
      // What an answer of another payment followed is never sent again.
      const told = contradiction ? forgotten(movement) : movement
      return withAlert(askLaterOrPeople(named(told, contradiction ?? {}), nowMs, unknownMs), movement, found)
    }
  }
}

/** The call was not executed and never will be. */
function endFenced(movement: Movement, nowMs: number): Step {
  const { attempt } = movement
  const code = attempt.confirmation?.endsAs ?? '1001'
  // A promise that is not kept costs no money.
  const dueAtMs = wasShopperSent(attempt) ? nowMs + LAST_LOOK_MS : null
  return settleWithout(movement, code, { cause: 'janitor', nowMs, dueAtMs })
}

/** The provider has all that it needs of the shopper, and will know later. */
function accepted(movement: Movement): Movement {
  const { attempt } = forgotten(movement)
  return { ...movement, attempt: { ...attempt, status: 'PENDING' } }
}

function forgotten(movement: Movement): Movement {
  return { ...movement, attempt: withoutSentResult(movement.attempt) }
}

/** Adds the alert for an answer that contradicts its call, unless manual resolution is requested anyway. */
function withAlert(step: Step, { attempt }: Movement, { contradiction }: Unknown): Step {
  return contradiction && step.alert === undefined
    ? { ...step, alert: alertOf(attempt, contradiction) }
    : step
}

/** What ends a payment that is given up, by the code that it ends with; a decline is the provider's. */
const CAUSES: Readonly<Partial<Record<ProcessingCode, Cause>>> = { '1003': 'cancel', '1005': 'expiry' }

/** The same of what is to end, an order whose time is over for example: its provider was told that it is given up. */
function giveUp(movement: Movement, withdrawal: Withdrawal, { nowMs, unknownMs }: Wait): Step {
  const code = movement.attempt.confirmation?.endsAs ?? '1005'
  const cause = CAUSES[code] ?? 'provider'
  const end = settleWithdrawal(movement, withdrawal, { code, cause, nowMs })
  if (end !== null) return end
  return withdrawal.kind === 'unknown'
    ? withAlert(askLaterOrPeople(movement, nowMs, unknownMs), movement, withdrawal)
    : askLaterOrPeople(withdrawal.kind === 'open' ? named(movement, withdrawal) : movement, nowMs, unknownMs)
}

/**
 * Whether a provider that did not tell waits for a person whose time is up: who was never sent to it, because its answer
 * was lost, or who did not confirm.
 */
function isOverdueOrder({ transaction, attempt, continuation }: Movement, nowMs: number): boolean {
  const isUnknown = attempt.status === 'UNKNOWN'
  return rulesOfFlow(transaction).isGivenUp && isUnknown && nowMs >= continuation.expiresAtMs
}
