import type { ChallengePreference, Exemption } from '@sluice/types/vocabulary'

/** The merchant's requests for an authentication; null for those that it leaves to the issuer. */
export interface RequestedAuthentication {
  readonly challengePreference: ChallengePreference | null
  readonly exemption: Exemption | null
}

export const NOTHING_REQUESTED: RequestedAuthentication = { challengePreference: null, exemption: null }
