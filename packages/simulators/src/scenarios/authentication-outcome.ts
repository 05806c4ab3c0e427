import type { CardBrand, Eci, TransStatus } from '@sluice/types/vocabulary'

import type { Random } from '@sluice/shared/random'

/** The bytes of a cryptogram (CAVV, AAV): 28 characters of Base64, as EMV 3DS requires for `authenticationValue`. */
const AUTHENTICATION_VALUE_BYTES = 20

/** The `transStatus` letters that come with a cryptogram. */
const PROVEN: ReadonlySet<TransStatus> = new Set(['Y', 'A'])

/** Mastercard has its own indicators; every other brand uses those of Visa. */
const ECI: Readonly<
  Record<'MASTERCARD' | 'other', { readonly Y: Eci; readonly A: Eci; readonly none: Eci }>
> = {
  MASTERCARD: { Y: '02', A: '01', none: '00' },
  other: { Y: '05', A: '06', none: '07' },
}

/** Returns the electronic commerce indicator that the issuer assigns to a result. */
export function eciFor(transStatus: TransStatus, brand: CardBrand): Eci {
  const eci = ECI[brand === 'MASTERCARD' ? 'MASTERCARD' : 'other']
  return transStatus === 'Y' || transStatus === 'A' ? eci[transStatus] : eci.none
}

/** Makes a random cryptogram for the results that have one: Base64 of 20 bytes, else null. */
export function makeAuthenticationValue(transStatus: TransStatus, random: Random): string | null {
  if (!PROVEN.has(transStatus)) return null
  return Buffer.from(random.bytes(AUTHENTICATION_VALUE_BYTES)).toString('base64')
}
