import { uuidOf } from './key-for.ts'
import { isCorrectable } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'

import type { Attempt } from './attempt.ts'
import type { CallResult } from './call-outside.ts'
import { currentAnswer } from './current-answer.ts'
import type { Correction, Envelope } from './envelope.ts'
import type { Execution, TransactionStore } from './execution-records.ts'
import type { Flow, PaymentStep } from './flow.ts'
import { LeaseLostError, moveHeld, type MovePorts } from './move.ts'
import { callLeaseMs, callsOf } from './open.ts'
import { notExecuted, type Preparation } from './provider.ts'
import {
  type ProviderCallResult,
  isOpen,
  leaveToCorrect,
  applyResult,
  endUndecided,
  withNames,
} from './apply-result.ts'
import { endWithTakenId, TakenThreeDsIdError } from './taken-three-ds-id.ts'

export interface ExecutePorts extends MovePorts {
  readonly store: Pick<TransactionStore, 'commit' | 'find' | 'correctableUntil'>
  readonly clock: Clock
  /** The time limit of a provider. The worker holds the execution longer than this. */
  readonly providerTimeoutMs: number
}

/**
 * Advances an execution that this worker holds: until the provider has decided, a person is needed, or the provider has
 * to be queried again. The attempt is STARTED, durably, before the provider is called, and no database connection is
 * held during the call.
 */
export async function execute<Context>(
  ports: ExecutePorts,
  flow: Flow<Context>,
  { transaction, attempt }: Execution,
  { first, sessionId, onConcurrentUpdate, endsAtDecline = false }: ExecuteOptions<Context>,
): Promise<Envelope> {
  try {
    return await run(ports, flow, await first(), { sessionId, endsAtDecline })
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error
    // The lease expired and another worker took over: return the current state to the caller.
    if (onConcurrentUpdate) return onConcurrentUpdate()
    const stands = await ports.store.find(transaction.merchantId, transaction.id)
    return currentAnswer(stands ?? transaction, sessionId ?? uuidOf(attempt.id))
  }
}

/** The way in which an execution starts. */
export interface ExecuteOptions<Context> {
  readonly first: () => Promise<PaymentStep<Context>>
  /** Shown in steps: the session's id, or null for the attempt's. */
  readonly sessionId: string | null
  /** Builds the answer if another worker took over. By default, the current state of the transaction is returned. */
  readonly onConcurrentUpdate?: () => Promise<Envelope>
  /** The form that could correct a decline is gone. */
  readonly endsAtDecline?: boolean
}

async function run<Context>(
  ports: ExecutePorts,
  flow: Flow<Context>,
  first: PaymentStep<Context>,
  { sessionId, endsAtDecline }: { readonly sessionId: string | null; readonly endsAtDecline: boolean },
): Promise<Envelope> {
  for (let next = first; ;) {
    try {
      switch (next.kind) {
        case 'wait':
          await moveHeld(ports, next.execution, next.step)
          return next.show
        case 'settle': {
          const { transaction, attempt } = await moveHeld(ports, next.execution, next.step)
          return currentAnswer(transaction, sessionId ?? uuidOf(attempt.id))
        }
        case 'end': {
          const { execution, processingCode, cause, alert } = next
          const end = endUndecided(execution, processingCode, { cause, nowMs: ports.clock.now() })
          const { transaction } = await moveHeld(ports, execution, { ...end, ...(alert && { alert }) })
          return { kind: 'result', transaction }
        }
        case 'ask': {
          if (next.ask === null) {
            next = { kind: 'end', execution: next.execution, processingCode: '2024', cause: 'provider' }
            continue
          }
          const { execution, result } = await call(ports, next, next.ask)
          const shopper = await followShopper(flow, execution, result, next.context)
          if (shopper !== null) {
            next = shopper
            continue
          }
          const retried = await retry(ports, flow, execution, result, next.context)
          if (retried === null) {
            const correction = endsAtDecline ? null : await leaveToShopper(ports, execution, result)
            if (correction !== null) return correction
            const settled = await moveHeld(
              ports,
              execution,
              applyResult(execution, result, ports.clock.now(), next.undoesLost),
            )
            return currentAnswer(settled.transaction, sessionId ?? uuidOf(settled.attempt.id))
          }
          next = await flow.next(retried.execution, retried.context)
        }
      }
    } catch (error) {
      if (!(error instanceof TakenThreeDsIdError)) throw error
      next = endWithTakenId(next.execution)
    }
  }
}

/** Returns the next step if the provider requests the shopper, else null. */
async function followShopper<Context>(
  flow: Flow<Context>,
  execution: Execution,
  result: CallResult<ProviderCallResult>,
  context: Context,
): Promise<PaymentStep<Context> | null> {
  if (result.kind === 'unanswered') return null
  const { value } = result
  if (value.kind !== 'authenticate' && value.kind !== 'not_valid') return null
  if (flow.followShopper === undefined)
    throw new Error(`Attempt ${execution.attempt.id} cannot be followed by its shopper`)
  return flow.followShopper(execution, value, context)
}

/**
 * Calls the provider, after a preparation if one is declared. A call whose preparation failed is not made, and counts
 * as not executed.
 */
async function call<Context>(
  ports: ExecutePorts,
  next: Asking<Context>,
  ask: NonNullable<Asking<Context>['ask']>,
): Promise<{ readonly execution: Execution; readonly result: CallResult<ProviderCallResult> }> {
  const prepared = await next.prepare?.()
  const { attempt } = next.execution
  if (prepared === undefined) return { execution: await start(ports, next, attempt), result: await ask(null) }
  const preparation: Preparation =
    prepared.kind === 'unanswered' ? { kind: 'refused', reason: NOT_PREPARED } : prepared.value
  if (preparation.kind === 'refused') {
    const outcome = notExecuted(preparation.reason)
    return { execution: next.execution, result: { kind: 'answered', value: { kind: 'outcome', outcome } } }
  }
  const execution = await start(ports, next, withNames(attempt, preparation))
  // The names as they were stored: a name that holds the card number is removed by the commit and must not be sent, either.
  const { names, providerReference } = execution.attempt
  return { execution, result: await ask({ state: names?.state ?? null, providerReference }) }
}

type Asking<Context> = Extract<PaymentStep<Context>, { kind: 'ask' }>

/** The reason of `notExecuted` if the provider did not answer the preparation. */
const NOT_PREPARED = 'not prepared'

/** Makes the attempt STARTED, unless the first commit of the execution did. */
async function start<Context>(
  ports: ExecutePorts,
  { execution, pendingCard }: Pick<Asking<Context>, 'execution' | 'pendingCard'>,
  attempt: Attempt,
): Promise<Execution> {
  if (attempt.status === 'STARTED') return execution
  return moveHeld(ports, execution, {
    cause: 'provider',
    to: { leaseUntilMs: ports.clock.now() + callLeaseMs(ports.providerTimeoutMs, callsOf(attempt)) },
    attempt: { ...attempt, status: 'STARTED' },
    ...(pendingCard && { pendingCard }),
  })
}

/** Leaves a decline to the shopper who may correct it; null where that cannot be. */
async function leaveToShopper(
  ports: ExecutePorts,
  started: Execution,
  result: CallResult<ProviderCallResult>,
): Promise<Correction | null> {
  if (result.kind === 'unanswered' || result.value.kind !== 'outcome') return null
  const { processingCode } = result.value.outcome
  if (!isCorrectable(processingCode)) return null
  const untilMs = await ports.store.correctableUntil(started.transaction)
  const nowMs = ports.clock.now()
  if (untilMs === null || untilMs <= nowMs) return null
  const step = leaveToCorrect(started, { ...result.value.outcome, processingCode }, { nowMs, untilMs })
  const { transaction } = await moveHeld(ports, started, step)
  return { kind: 'correction', transaction, processingCode }
}

/** Begins the next attempt where the outcome allows one; null when this one decides. */
async function retry<Context>(
  ports: ExecutePorts,
  flow: Flow<Context>,
  started: Execution,
  result: CallResult<ProviderCallResult>,
  context: Context,
): Promise<{ readonly execution: Execution; readonly context: Context } | null> {
  if (result.kind === 'unanswered' || result.value.kind !== 'outcome') return null
  const { outcome } = result.value
  if (isOpen(outcome)) return null
  const retried = flow.retry(started, outcome, context)
  return retried && { execution: await moveHeld(ports, started, retried.step), context: retried.context }
}
