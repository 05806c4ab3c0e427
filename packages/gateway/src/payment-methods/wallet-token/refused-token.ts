import type { ErrorItem } from '@sluice/types'

import type { WalletTokenFailure } from './wallet-token.ts'

const PROPERTY = 'payment_method.data.gwallet_pay_token'

/** A token that cannot be read is told so; all else has one sentence: which check it failed would help only an attacker. */
export function refusedToken(reason: WalletTokenFailure | 'used'): ErrorItem {
  const message = reason === 'malformed' ? 'Wallet token is malformed' : 'Wallet token cannot be verified'
  return { property: PROPERTY, message, params: [PROPERTY] }
}
