import type { ProviderAccount } from '../../merchants/index.ts'
import type { Attempt } from './attempt.ts'
import type { RetryAttempt, RetryOptions } from './transaction.ts'

/** Returns the retry options of a transaction whose first attempt begins; null when fallback routing is off. */
export function beginRetryOptions(maxRetries: number, account: ProviderAccount): RetryOptions | null {
  if (maxRetries === 0) return null
  return { ...account, retryCount: 0, status: 'NONE', maxRetries, attempts: [] }
}

/** Returns the retry options as the shopper corrects a decline: the terminal's providers are tried from the first again. */
export function restartRetryOptions(
  begun: RetryOptions | null,
  earlier: RetryOptions | null,
  account: ProviderAccount,
): RetryOptions | null {
  const options = begun ?? earlier
  if (options === null) return null
  return { ...options, ...account, retryCount: 0, status: 'NONE', attempts: earlier?.attempts ?? [] }
}

/** The accounts that were tried with what the shopper submitted last, without the running one. */
export function listTried({ attempts, retryCount }: RetryOptions): readonly ProviderAccount[] {
  return attempts.slice(attempts.length - retryCount)
}

/** Records a declined attempt and the provider that is tried next. */
export function recordRetry(
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

/** Records the attempt that decided the transaction. */
export function recordEnd(
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

function toRetryAttempt({ providerId, accountId, processingCode, createdAtMs }: Attempt): RetryAttempt {
  return { providerId, accountId, processingCode: processingCode ?? '1001', createdAtMs }
}
