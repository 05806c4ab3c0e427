import type { ProcessingCode } from '@sluice/types/vocabulary'

import type { Attempt } from '../execution/attempt.ts'
import type { RetryAttempt, RetryOptions } from '../execution/transaction.ts'

/** A provider and our account with it. */
export interface ProviderAccount {
  readonly providerId: string
  readonly accountId: string
}

/** How a terminal's card authorizations are routed. */
export interface Routing {
  /** In order of preference. */
  readonly accounts: readonly ProviderAccount[]
  /** Retries after the first attempt; 0 when fallback routing is off. */
  readonly maxRetries: number
}

/** Finds the account for the attempt with this number (1 for the first); null when none may or can be tried. */
export function chooseAccount(routing: Routing, attemptNumber: number): ProviderAccount | null {
  if (attemptNumber > routing.maxRetries + 1) return null
  return routing.accounts[attemptNumber - 1] ?? null
}

/** The retry options of a transaction whose first attempt begins; null when fallback routing is off. */
export function beginRetryOptions(routing: Routing, account: ProviderAccount): RetryOptions | null {
  if (routing.maxRetries === 0) return null
  return { ...account, retryCount: 0, status: 'NONE', maxRetries: routing.maxRetries, attempts: [] }
}

/** Notes a declined attempt and the provider that is tried next. */
export function noteRetry(
  options: RetryOptions | null,
  declined: Attempt,
  next: ProviderAccount,
): RetryOptions | null {
  if (options === null) return null
  return {
    ...options,
    ...next,
    retryCount: options.retryCount + 1,
    status: 'IN_PROGRESS',
    attempts: [...options.attempts, toRetryAttempt(declined)],
  }
}

/** Notes the attempt that decided the transaction. */
export function noteEnd(
  options: RetryOptions | null,
  last: Attempt,
  end: { readonly approved: boolean; readonly retryable: boolean },
): RetryOptions | null {
  if (options === null) return null
  const retried = options.retryCount > 0
  const status = end.approved
    ? retried
      ? 'SUCCEEDED'
      : 'NONE'
    : end.retryable
      ? 'EXHAUSTED'
      : 'NOT_RETRYABLE'
  return { ...options, status, attempts: [...options.attempts, toRetryAttempt(last)] }
}

function toRetryAttempt(attempt: Attempt): RetryAttempt {
  const code: ProcessingCode = attempt.processingCode ?? '1001'
  return {
    providerId: attempt.providerId,
    accountId: attempt.accountId,
    processingCode: code,
    createdAtMs: attempt.createdAtMs,
  }
}
