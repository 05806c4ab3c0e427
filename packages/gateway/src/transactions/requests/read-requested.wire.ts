import type { AuthorizeRequest } from '@sluice/types'

import type { RequestedAuthentication } from '../../three-ds/index.ts'

type ThreeDsOptions = NonNullable<NonNullable<AuthorizeRequest['options']>['three_ds']>

/** Reads what `options.three_ds` of a request asks of the authentication. */
export function readRequested(
  options: Pick<ThreeDsOptions, 'challenge_preference' | 'exemption'> | undefined,
): RequestedAuthentication {
  return {
    challengePreference: options?.challenge_preference ?? null,
    exemption: options?.exemption ?? null,
  }
}
