import type { Transaction } from './transaction.ts'

/** Where the browser of an order's customer goes from the provider's page; the return URL is in the transaction. */
export interface OrderReturn {
  readonly merchantId: string
  readonly transactionId: string
  readonly errorUrl: string | null
  readonly cancelUrl: string | null
}

/** The merchant's address for how a transaction stands; nothing is added to it. @see docs/protocol/redirect-methods.md#redirect-methods */
export function merchantAddressOf(
  { status, returnUrl }: Pick<Transaction, 'status' | 'returnUrl'>,
  { errorUrl, cancelUrl }: OrderReturn,
): string | null {
  switch (status) {
    case 'CANCELED':
      return cancelUrl ?? returnUrl
    case 'DECLINED':
    case 'INVALID':
    case 'SESSION_EXPIRED':
      return errorUrl ?? returnUrl
    default:
      return returnUrl
  }
}
