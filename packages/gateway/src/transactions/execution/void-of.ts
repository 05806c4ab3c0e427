import type { OperationRequest } from './provider.ts'
import type { Transaction } from './transaction.ts'

/** What undoes an attempt as a whole, whether the provider executed it, will, or never saw it. Repeating it changes nothing. */
export function voidOf(
  { merchantId, id, amountMinor, currency }: Transaction,
  attempt: { readonly id: string; readonly accountId: string },
): OperationRequest {
  return {
    idempotencyKey: `void-${attempt.id}`,
    operation: 'VOID',
    merchantId,
    transactionId: id,
    accountId: attempt.accountId,
    originalKey: attempt.id,
    parentKey: attempt.id,
    amountMinor,
    currency,
    finalCapture: false,
    metadata: null,
  }
}
