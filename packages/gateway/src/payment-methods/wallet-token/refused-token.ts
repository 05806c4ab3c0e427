import type { ErrorItem } from '@sluice/types'

import type { WalletTokenFailure } from './wallet-token.ts'

const PROPERTY = 'payment_method.data.gwallet_pay_token'

/**
 * A malformed token has its own message. All other errors share one, because the failed check would help only an
 * attacker.
 */
export function refusedToken(reason: WalletTokenFailure | 'used'): ErrorItem {
  const message = reason === 'malformed' ? 'Wallet token is malformed' : 'Wallet token cannot be verified'
  return { property: PROPERTY, message, params: [PROPERTY] }
}
