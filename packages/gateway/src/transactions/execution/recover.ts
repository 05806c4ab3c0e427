import { findAlternativeMethod } from '../admission/method-table.ts'
import { callProvider, describeOutcome } from './provider-calls.ts'
import type { ProviderOutcome } from './provider.ts'
import type { ReconciliationAlert } from './alert.ts'
import { statusForCode } from './status-for-code.ts'
import type { Attempt } from './attempt.ts'
import { voidOf } from './void-of.ts'
import type { FlowStep, OpenAuthorization, ProviderChoice } from './execution-records.ts'
import { ANSWER_GRACE_MS, withProviderOutcome } from '../card/call-provider.ts'
import { endTransaction, ERASED } from './settle.ts'
import { endWaiting } from './end-waiting.ts'
import type { FlowPorts } from '../card/flow.ts'

/** How many authorizations one round takes on; the rest is due in the next. */
const BATCH = 50

/** When a provider with an unknown outcome is asked, counted from the call; then hourly. */
const QUERY_TIMES_MS = [2_000, 5_000, 15_000, 60_000, 300_000, 1_800_000, 7_200_000] as const
const LAST_QUERY_DELAY_MS = 3_600_000
/** A provider that has not told by now needs people to talk to it. */
const QUERIES_END_MS = 86_400_000
/** A provider may still be executing a call for this long: only then "never seen" means that nothing happened. */
const PROVIDER_MAX_PROCESSING_MS = 60_000

/** What is done when a person's time is over; gives whether that ended the transaction. */
type EndOfTime = (ports: FlowPorts, open: OpenAuthorization) => Promise<boolean>

const giveUp: EndOfTime = async (ports, open) => (await endWaiting(ports, open, '1005', 'expiry')) !== null

/** Who confirmed elsewhere in the last moment has paid, although nobody told us yet. */
const askOnceMore: EndOfTime = async (ports, open) => {
  const outcome = await findOutcome(ports, open)
  if (outcome === null || outcome === 'unknown' || isPending(outcome)) return giveUp(ports, open)
  return end(ports, open, withProviderOutcome(open.attempt, outcome))
}

const END_OF_TIME: Readonly<Partial<Record<FlowStep, EndOfTime>>> = {
  FINGERPRINT: giveUp,
  CHALLENGE: giveUp,
  REDIRECT: askOnceMore,
}

/** Ends what waits for a person who ran out of time. Gives how many it ended. */
export async function expireOverdue(ports: FlowPorts): Promise<number> {
  const overdue = await ports.store.listOverdue(ports.clock.now(), BATCH)
  const ended = await Promise.all(
    overdue.map(async (open) => END_OF_TIME[open.continuation.step]?.(ports, open)),
  )
  return ended.filter(Boolean).length
}

/**
 * Takes over authorizations whose worker died. Before the provider was called the step is given back to the browser, or,
 * at the very beginning, the attempt ends as failed: the card is gone with the worker. After the call the provider is
 * asked by key, from the next {@link settleUnsettled} on.
 *
 * @param leasedUntilMs - leases that end by then count as run out.
 */
export async function recoverAbandoned(ports: FlowPorts, leasedUntilMs = ports.clock.now()): Promise<number> {
  const abandoned = await ports.store.listAbandoned(leasedUntilMs, BATCH)
  await Promise.all(abandoned.map((open) => recover(ports, open)))
  return abandoned.length
}

/**
 * Asks the providers of authorizations that wait for them.
 *
 * @param at - which; one that hangs holds up what is asked together with it.
 */
export async function settleUnsettled(ports: FlowPorts, at?: ProviderChoice): Promise<number> {
  const nowMs = ports.clock.now()
  const untilMs = nowMs + ports.providerTimeoutMs + ANSWER_GRACE_MS
  const unsettled = await ports.store.claimUnsettled({ nowMs, untilMs, limit: BATCH }, at)
  await Promise.all(unsettled.map((open) => askProvider(ports, open)))
  return unsettled.length
}

/** Asks the provider of one transaction that waits for it now, before its turn has come. */
export async function settleOne(ports: FlowPorts, merchantId: string, transactionId: string): Promise<void> {
  const open = await ports.store.findOpen(merchantId, transactionId)
  if (open?.continuation.step === 'WAITING') await askProvider(ports, open)
}

async function recover(ports: FlowPorts, open: OpenAuthorization): Promise<void> {
  const { attempt, continuation } = open
  if (attempt.status === 'STARTED') {
    const nowMs = ports.clock.now()
    const unknown: Attempt = { ...attempt, status: 'UNKNOWN', dueAtMs: nowMs }
    await handOver(ports, open, unknown, 'WAITING', { ...open.transaction, updatedAtMs: nowMs })
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
  step: Exclude<FlowStep, 'WORKING' | 'DONE'>,
  transaction = open.transaction,
  alert?: ReconciliationAlert,
): Promise<OpenAuthorization | null> {
  const { stepNumber: _, ...current } = open.continuation
  const erased = step === 'WAITING' ? { sealedCard: null, sealedStep: null } : {}
  const continuation = await ports.store.commit({
    from: open.continuation,
    to: { ...current, ...erased, step, takenStep: null, leaseUntilMs: null },
    attempts: [attempt],
    transaction: { before: open.transaction, after: transaction, cause: 'janitor' },
    ...(alert && { alert }),
  })
  return continuation && { transaction, attempt, continuation }
}

async function askProvider(ports: FlowPorts, open: OpenAuthorization): Promise<void> {
  const { attempt, continuation } = open
  const nowMs = ports.clock.now()
  // Not the age of the attempt: before the provider was called the shopper may have been at the bank for minutes.
  const waitedMs = nowMs - open.transaction.updatedAtMs
  const outcome = await findOutcome(ports, open)
  const waitsElsewhere = continuation.step === 'REDIRECT'

  if (outcome === null && !waitsElsewhere && waitedMs >= PROVIDER_MAX_PROCESSING_MS) {
    await end(ports, open, { ...attempt, status: 'ENDED', dueAtMs: null, processingCode: '1001' })
    await voidByKey(ports, open)
  } else if (outcome === 'unknown' && !waitsElsewhere && waitedMs >= QUERIES_END_MS) {
    await leaveToPeople(ports, open)
  } else if (outcome !== null && outcome !== 'unknown' && !isPending(outcome)) {
    await end(ports, open, withProviderOutcome(attempt, outcome))
  } else if (outcome !== null && outcome !== 'unknown' && isNobodyThere(open, nowMs)) {
    await end(ports, open, { ...attempt, status: 'ENDED', dueAtMs: null, processingCode: '1005' })
  } else {
    const asked = { ...attempt, dueAtMs: nowMs + delayUntilQuery(waitedMs) }
    await handOver(ports, open, asked, waitsElsewhere ? 'REDIRECT' : 'WAITING')
  }
}

/** What the provider of the attempt says now; null when it has never seen it. */
async function findOutcome(
  ports: FlowPorts,
  { attempt }: OpenAuthorization,
): Promise<ProviderOutcome | null | 'unknown'> {
  const { providerId } = attempt
  const provider = ports.providers.get(providerId)
  if (!provider) return 'unknown'
  const find = () => provider.findOutcome(attempt.id)
  const heard = await callProvider(ports, providerId, 'find', find, describeOutcome)
  return heard.kind === 'silent' ? 'unknown' : heard.value
}

/** Whether the provider waits for somebody who was never sent to it, because its answer was lost, and time is up. */
function isNobodyThere({ transaction, attempt, continuation }: OpenAuthorization, nowMs: number): boolean {
  const method = findAlternativeMethod(transaction.paymentMethod.type)
  const mayExpire = method !== null && method.lifetimeMs !== null
  // A refund of such a payment waits for nobody but the provider.
  const isPayment = transaction.parentId === null
  return isPayment && mayExpire && attempt.status === 'UNKNOWN' && nowMs >= continuation.expiresAtMs
}

function isPending(outcome: ProviderOutcome): boolean {
  return statusForCode(outcome.processingCode) === 'PENDING'
}

function delayUntilQuery(waitedMs: number): number {
  const next = QUERY_TIMES_MS.find((time) => time > waitedMs)
  return next === undefined ? LAST_QUERY_DELAY_MS : next - waitedMs
}

/** What was never seen may still be on its way: the provider is told not to execute it. Nobody waits for the answer. */
async function voidByKey(ports: FlowPorts, { transaction, attempt }: OpenAuthorization): Promise<void> {
  if (transaction.parentId !== null) return
  const provider = ports.providers.get(attempt.providerId)
  if (!provider) return
  const request = voidOf(transaction, attempt)
  await callProvider(ports, provider.id, 'void', () => provider.operate(request), describeOutcome)
}

/** Asks no more: the transaction stays PENDING until somebody has found out. A report of the provider still counts. */
async function leaveToPeople(ports: FlowPorts, open: OpenAuthorization): Promise<void> {
  const { attempt } = open
  const alert: ReconciliationAlert = {
    merchantId: attempt.merchantId,
    transactionId: attempt.transactionId,
    kind: 'UNRESOLVED',
    providerId: attempt.providerId,
    attemptId: attempt.id,
    detail: { account_id: attempt.accountId },
    reversalDueAtMs: null,
    reversalTries: 0,
  }
  const left = await handOver(ports, open, { ...attempt, dueAtMs: null }, 'WAITING', open.transaction, alert)
  if (left) ports.onAlert?.(alert)
}

/** Gives whether it was still there to be ended. */
async function end(ports: FlowPorts, open: OpenAuthorization, attempt: Attempt): Promise<boolean> {
  const after = endTransaction(open.transaction, attempt, {
    processingCode: attempt.processingCode ?? '1001',
    retryable: false,
    nowMs: ports.clock.now(),
  })
  const { stepNumber: _, ...current } = open.continuation
  const committed = await ports.store.commit({
    from: open.continuation,
    to: { ...current, ...ERASED },
    transaction: { before: open.transaction, after, cause: 'janitor' },
    attempts: [attempt],
    event: ports.describeEvent(after),
  })
  return committed !== null
}
