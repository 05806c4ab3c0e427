import { LIMITS } from '@sluice/types/vocabulary'

import { type Attempt, beginAttempt } from './attempt.ts'
import type { PendingAuthentication } from './execution-records.ts'
import type { ProviderAccount } from '../../merchants/index.ts'
import type { SkippedAccount } from '../../provider-health/index.ts'
import type { RequestedAuthentication } from '../../three-ds/index.ts'
import type { Transaction } from './transaction.ts'

/**
 * The minimum time for which a worker holds an execution: the provider's timeout, the grace period for a
 * challenge's result, and a margin.
 */
export const LEASE_MS = 60_000

/** A margin between the provider's time-out and the end of the lease, for the commit of the answer. */
const ANSWER_GRACE_MS = 15_000

/**
 * Returns how long a worker holds an execution while its provider is called.
 *
 * @param calls - how many, one after the other.
 */
export function callLeaseMs(providerTimeoutMs: number, calls = 1): number {
  return Math.max(LEASE_MS, calls * providerTimeoutMs + ANSWER_GRACE_MS)
}

/** A call that may request the shopper can be followed by a cancellation. */
export function callsOf({ confirmation }: Attempt): number {
  return confirmation ? 2 : 1
}

/** The running attempt of a new execution, with its pending authentication. */
export interface Begun {
  readonly attempt: Attempt
  readonly pendingAuthentication: PendingAuthentication
}

export interface BeginOptions {
  /** The key of the attempt's call. */
  readonly key: string
  readonly nowMs: number
  readonly status: 'AUTHENTICATING' | 'PREPARING' | 'STARTED'
  readonly leaseMs: number
  /** The accounts that were skipped for it. */
  readonly skipped?: readonly SkippedAccount[]
  /** The merchant's requests about the authentication. */
  readonly requested?: RequestedAuthentication
  /** The time limit for starting attempts, or for the customer's confirmation. */
  readonly lifetimeMs?: number
}

/**
 * The first state of an execution. An execution that begins with the provider's call is STARTED by its first commit; a card
 * is authenticated before.
 */
export function begin(
  { id: transactionId, merchantId }: Pick<Transaction, 'id' | 'merchantId'>,
  account: ProviderAccount,
  options: BeginOptions,
): Begun {
  const { key, nowMs, status, leaseMs, skipped = [], requested } = options
  const { lifetimeMs = LIMITS.CONTINUATION_LIFETIME_SECONDS * 1000 } = options
  const begun = beginAttempt({
    merchantId,
    id: key,
    transactionId,
    number: 1,
    ...account,
    skipped,
    ...(requested && { requested }),
    nowMs,
  })
  return {
    attempt: { ...begun, status },
    pendingAuthentication: {
      merchantId,
      transactionId,
      attemptId: begun.id,
      step: 'WORKING',
      takenStep: null,
      stepNumber: 1,
      leaseUntilMs: nowMs + leaseMs,
      sealedCard: null,
      sealedStep: null,
      savesCard: false,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + lifetimeMs,
    },
  }
}
