import type { Transaction } from './transaction.ts'

/**
 * The URL to which the provider's page sends the customer's browser; the merchant's return URL is in the transaction.
 */
export interface OrderReturn {
  readonly merchantId: string
  readonly transactionId: string
  readonly errorUrl: string | null
  readonly cancelUrl: string | null
}

/**
 * Returns the merchant's URL for the current status of a transaction; nothing is added to it.
 *
 * @see docs/protocol/redirect-methods.md#redirect-methods
 */
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
