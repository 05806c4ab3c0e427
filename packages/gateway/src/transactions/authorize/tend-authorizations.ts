import type { ProviderOutcome } from '../payment-provider.ts'
import { statusForCode } from '../status-for-code.ts'
import type { Attempt } from '../attempt.ts'
import type { OpenAuthorization } from '../transaction-store.ts'
import { withProviderOutcome } from './call-provider.ts'
import { endTransaction, ERASED } from './commit-progress.ts'
import { endWaiting } from './end-waiting.ts'
import type { FlowPorts } from './flow.ts'

/** How many authorizations one round takes on; the rest is due in the next. */
const BATCH = 50

/** When a provider with an unknown outcome is asked again after the n-th question; then hourly. */
const QUERY_DELAYS_MS = [2_000, 5_000, 15_000, 60_000, 300_000, 1_800_000, 7_200_000] as const
const LAST_QUERY_DELAY_MS = 3_600_000
/** A provider may still be executing a call for this long: only then "never seen" means that nothing happened. */
const PROVIDER_MAX_PROCESSING_MS = 60_000

/** Ends authorizations whose shopper ran out of time. Gives how many it ended. */
export async function expireOverdue(ports: FlowPorts): Promise<number> {
  const overdue = await ports.store.listOverdue(ports.clock.now(), BATCH)
  const ended = await Promise.all(overdue.map((open) => endWaiting(ports, open, '1005', 'expiry')))
  return ended.filter((transaction) => transaction !== null).length
}

/**
 * Takes over authorizations whose worker died. Before the provider was called the step is given back to the browser, or,
 * at the very beginning, the attempt ends as failed: the card is gone with the worker. After the call the provider is
 * asked by key.
 *
 * @param leasedUntilMs - leases that end by then count as run out.
 */
export async function recoverAbandoned(ports: FlowPorts, leasedUntilMs = ports.clock.now()): Promise<number> {
  const abandoned = await ports.store.listAbandoned(leasedUntilMs, BATCH)
  await Promise.all(abandoned.map((open) => recover(ports, open)))
  return abandoned.length
}

/** Asks the providers of authorizations that wait for them. */
export async function settleUnsettled(ports: FlowPorts): Promise<number> {
  const unsettled = await ports.store.listUnsettled(ports.clock.now(), BATCH)
  await Promise.all(unsettled.map((open) => askProvider(ports, open)))
  return unsettled.length
}

async function recover(ports: FlowPorts, open: OpenAuthorization): Promise<void> {
  const { attempt, continuation } = open
  if (attempt.status === 'STARTED') {
    const waiting = await handOver(
      ports,
      open,
      { ...attempt, status: 'UNKNOWN', dueAtMs: ports.clock.now() },
      'WAITING',
      { ...open.transaction, updatedAtMs: ports.clock.now() },
    )
    if (waiting) await askProvider(ports, waiting)
    return
  }
  if (continuation.takenStep !== null && continuation.sealedCard !== null) {
    await handOver(ports, open, attempt, continuation.takenStep)
    return
  }
  await end(ports, open, { ...attempt, status: 'ENDED', processingCode: '1001' })
}

async function handOver(
  ports: FlowPorts,
  open: OpenAuthorization,
  attempt: Attempt,
  step: 'WAITING' | 'FINGERPRINT' | 'CHALLENGE',
  transaction = open.transaction,
): Promise<OpenAuthorization | null> {
  const { stepNumber: _, ...current } = open.continuation
  const erased = step === 'WAITING' ? { sealedCard: null, sealedStep: null } : {}
  const continuation = await ports.store.commit({
    from: open.continuation,
    to: { ...current, ...erased, step, takenStep: null, leaseUntilMs: null },
    attempts: [attempt],
    transaction: { before: open.transaction, after: transaction, cause: 'janitor' },
  })
  return continuation && { transaction, attempt, continuation }
}

async function askProvider(ports: FlowPorts, open: OpenAuthorization): Promise<void> {
  const { attempt } = open
  const provider = ports.providers.get(attempt.providerId)
  const nowMs = ports.clock.now()
  // Not the age of the attempt: before the provider was called the shopper may have been at the bank for minutes.
  const waitedMs = nowMs - open.transaction.updatedAtMs
  const outcome = provider ? await provider.find(attempt.id).catch((): 'unknown' => 'unknown') : 'unknown'

  if (outcome === null && waitedMs >= PROVIDER_MAX_PROCESSING_MS) {
    await end(ports, open, { ...attempt, status: 'ENDED', dueAtMs: null, processingCode: '1001' })
  } else if (outcome === null || outcome === 'unknown' || isPending(outcome)) {
    await handOver(ports, open, { ...attempt, dueAtMs: nowMs + queryDelayMs(waitedMs) }, 'WAITING')
  } else {
    await end(ports, open, withProviderOutcome(attempt, outcome))
  }
}

function isPending(outcome: ProviderOutcome): boolean {
  return statusForCode(outcome.processingCode) === 'PENDING'
}

/** The next delay of the schedule for who has waited so long. */
function queryDelayMs(waitedMs: number): number {
  return QUERY_DELAYS_MS.find((delay) => delay >= waitedMs) ?? LAST_QUERY_DELAY_MS
}

async function end(ports: FlowPorts, open: OpenAuthorization, attempt: Attempt): Promise<void> {
  const after = endTransaction(open.transaction, attempt, {
    processingCode: attempt.processingCode ?? '1001',
    retryable: false,
    nowMs: ports.clock.now(),
  })
  const { stepNumber: _, ...current } = open.continuation
  await ports.store.commit({
    from: open.continuation,
    to: { ...current, ...ERASED },
    transaction: { before: open.transaction, after, cause: 'janitor' },
    attempts: [attempt],
    event: ports.describeEvent(after),
  })
}
