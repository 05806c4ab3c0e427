import type { Eci, TransStatus } from '@sluice/types/vocabulary'
import type { Secret } from '@sluice/platform/kernel/secret'

import type { AuthenticationOutcome } from '../../three-ds/index.ts'

/** An authentication that took place elsewhere: what a wallet gave along with a network token. */
export type AuthenticationProof = AuthenticationOutcome & { readonly eci: string }

/** The meaning of a wallet's ECI: the cardholder was authenticated, authentication was attempted, or neither. */
const STATUS_OF_ECI: Readonly<Record<Eci, TransStatus>> = {
  '05': 'Y',
  '02': 'Y',
  '06': 'A',
  '01': 'A',
  '07': 'U',
  '00': 'U',
}

/** Returns a cryptogram that the shopper's device created for this payment; it replaces 3DS. */
export function proofOf(eci: Eci, cryptogram: Secret<string>): AuthenticationProof {
  return {
    transStatus: STATUS_OF_ECI[eci],
    transStatusReason: null,
    eci,
    authenticationValue: cryptogram,
    dsTransId: null,
  }
}
