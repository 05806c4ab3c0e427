import type { AuthorizeRequest } from '@sluice/types'

import type { RequestedAuthentication } from '../../three-ds/index.ts'

type ThreeDsOptions = NonNullable<NonNullable<AuthorizeRequest['options']>['three_ds']>

/** Reads the authentication requests in `options.three_ds`. */
export function readRequested(
  options: Pick<ThreeDsOptions, 'challenge_preference' | 'exemption'> | undefined,
): RequestedAuthentication {
  return {
    challengePreference: options?.challenge_preference ?? null,
    exemption: options?.exemption ?? null,
  }
}
