import { maskCardNumber, type PendingCard } from '../../payment-methods/index.ts'
import { type Attempt, beginAttempt } from '../execution/attempt.ts'
import { callProvider as callOutsideProvider, describeOutcome } from '../execution/provider-calls.ts'
import { CARD_METHOD, type ProviderOutcome } from '../execution/provider.ts'
import { chooseAccount, noteRetry } from './fallback.ts'
import type { Transaction } from '../execution/transaction.ts'
import { commitProgress, endTransaction, ERASED } from '../execution/settle.ts'
import { type FlowPorts, LEASE_MS, type Progress, type Proof, type Stage, type StageResult } from './flow.ts'
import { statusForCode } from '../execution/status-for-code.ts'

/** When a provider that answered nothing is asked first. */
export const UNKNOWN_FIRST_QUERY_MS = 2_000
/** When a provider that said "later" is asked first: what its own callback usually takes. */
export const PENDING_FIRST_QUERY_MS = 3_000

/** Air between the provider's time-out and the end of the lease, for the commit of what it said. */
export const ANSWER_GRACE_MS = 15_000

/**
 * Asks the provider of the attempt to authorize. The attempt is STARTED, durably, before the call, and no database
 * connection is held during it.
 */
export async function callProvider(
  ports: FlowPorts,
  before: Progress,
  authentication: Proof | null,
): Promise<StageResult> {
  const provider = ports.providers.get(before.attempt.providerId)
  if (!provider?.capabilities.methods.has(CARD_METHOD))
    return [before, { kind: 'end', processingCode: '2024', cause: 'provider' }]

  const started: Attempt = { ...before.attempt, status: 'STARTED' }
  const leaseUntilMs = ports.clock.now() + Math.max(LEASE_MS, ports.providerTimeoutMs + ANSWER_GRACE_MS)
  const pendingCard = await prepareSaving(ports, before)
  const continuation = await commitProgress(
    ports,
    before,
    { leaseUntilMs },
    { attempts: [started], ...(pendingCard ? { pendingCard } : {}) },
  )
  const progress: Progress = { ...before, attempt: started, continuation }
  const { transaction, card } = progress

  const authorization = {
    idempotencyKey: started.id,
    merchantId: transaction.merchantId,
    transactionId: transaction.id,
    accountId: started.accountId,
    attemptNumber: started.number,
    transactionType: transaction.transactionType === 'AUTHORIZE' ? 'AUTHORIZE' : 'PURCHASE',
    amountMinor: transaction.amountMinor,
    currency: transaction.currency,
    card,
    authentication: authentication && {
      transStatus: authentication.transStatus,
      eci: authentication.eci,
      authenticationValue: authentication.authenticationValue,
      dsTransId: authentication.dsTransId,
      messageVersion: started.authentication.messageVersion ?? '',
    },
    storedCredential: progress.storedCredential,
    simulation: progress.simulation,
  } as const
  const heard = await callOutsideProvider(
    ports,
    provider.id,
    'authorize',
    () => provider.authorize(authorization),
    describeOutcome,
  )

  if (heard.kind === 'silent') {
    return [
      progress,
      await waitForProvider(ports, progress, { ...started, status: 'UNKNOWN' }, UNKNOWN_FIRST_QUERY_MS),
    ]
  }
  const outcome = heard.value
  const decided = withProviderOutcome(started, outcome)
  if (statusForCode(outcome.processingCode) === 'PENDING') {
    return [
      progress,
      await waitForProvider(ports, progress, { ...decided, status: 'PENDING' }, PENDING_FIRST_QUERY_MS),
    ]
  }
  const ended: Progress = { ...progress, attempt: decided }
  if (outcome.retryable) {
    const retried = await tryNextProvider(ports, ended)
    if (retried) return [retried, { kind: 'enrol' }]
  }
  return [ended, await endAttempt(ports, ended, outcome.retryable)]
}

/** Writes what a provider said into the attempt. */
export function withProviderOutcome(attempt: Attempt, outcome: ProviderOutcome): Attempt {
  return {
    ...attempt,
    status: 'ENDED',
    dueAtMs: null,
    processingCode: outcome.processingCode,
    responseCode: outcome.providerResponseCode,
    responseMessage: outcome.providerResponseMessage,
    approvalCode: outcome.approvalCode,
    referenceNumber: outcome.referenceNumber,
    systan: outcome.systan,
    networkTransactionId: outcome.networkTransactionId ?? null,
  }
}

async function endAttempt(ports: FlowPorts, progress: Progress, retryable: boolean): Promise<Stage> {
  const { attempt } = progress
  const after = endTransaction(progress.transaction, attempt, {
    processingCode: attempt.processingCode ?? '1001',
    retryable,
    nowMs: ports.clock.now(),
  })
  await commitProgress(ports, progress, ERASED, {
    attempts: [attempt],
    after,
    cause: 'provider',
    event: ports.describeEvent(after),
  })
  // Whether the card was saved, and under which id, was decided in that commit.
  const saved = progress.saveFor === null ? null : await ports.store.find(after.merchantId, after.id)
  return { kind: 'answer', envelope: { kind: 'result', transaction: saved ?? after } }
}

/**
 * From the call on the transaction may be approved without us, and its card is gone with the worker: what saving takes is
 * sealed in the vault in the commit before. A later attempt finds it there.
 */
async function prepareSaving(ports: FlowPorts, progress: Progress): Promise<PendingCard | null> {
  const { transaction, attempt, card, saveFor } = progress
  if (saveFor === null || attempt.number > 1) return null
  return ports.savedCards.prepare({
    merchantId: transaction.merchantId,
    transactionId: transaction.id,
    customerId: transaction.customer?.id ?? null,
    tokenizeFor: saveFor,
    pan: card.pan,
    brand: card.brand,
    masked: maskCardNumber(card.pan.reveal()),
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
  })
}

/** Leaves the transaction PENDING until the provider is asked again; nobody else may be tried meanwhile. */
async function waitForProvider(
  ports: FlowPorts,
  progress: Progress,
  attempt: Attempt,
  firstQueryMs: number,
): Promise<Stage> {
  const nowMs = ports.clock.now()
  const after: Transaction = {
    ...progress.transaction,
    authenticationStatus: attempt.authentication.transStatus,
    authenticationLevel: attempt.authentication.eci === null ? null : Number(attempt.authentication.eci),
    updatedAtMs: nowMs,
  }
  await commitProgress(
    ports,
    progress,
    // The card is not needed any more: an attempt that is settled later is never followed by another.
    { step: 'WAITING', takenStep: null, leaseUntilMs: null, sealedCard: null, sealedStep: null },
    { attempts: [{ ...attempt, dueAtMs: nowMs + firstQueryMs }], after, cause: 'provider' },
  )
  return { kind: 'answer', envelope: { kind: 'result', transaction: after } }
}

/** Begins an attempt with the next provider; null when none is left or the time for new attempts is over. */
async function tryNextProvider(ports: FlowPorts, progress: Progress): Promise<Progress | null> {
  const { transaction, attempt, continuation, rules } = progress
  const account = chooseAccount(rules.routing, attempt.number + 1)
  const nowMs = ports.clock.now()
  if (account === null || nowMs >= continuation.expiresAtMs) return null

  const next = beginAttempt({
    merchantId: transaction.merchantId,
    id: ports.random.uuid(),
    transactionId: transaction.id,
    number: attempt.number + 1,
    ...account,
    threeDsServerTransId: ports.random.uuid(),
    nowMs,
  })
  const after: Transaction = {
    ...transaction,
    retryOptions: noteRetry(transaction.retryOptions, attempt, account),
    updatedAtMs: nowMs,
  }
  const moved = await commitProgress(
    ports,
    progress,
    { attemptId: next.id, takenStep: null },
    { attempts: [attempt, next], after, cause: 'provider' },
  )
  return { ...progress, transaction: after, attempt: next, continuation: moved }
}
