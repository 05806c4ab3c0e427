import type { ChallengePreference, Exemption } from '@sluice/types/vocabulary'

/** What a merchant asks of an authentication; null for what it leaves to the issuer. */
export interface RequestedAuthentication {
  readonly challengePreference: ChallengePreference | null
  readonly exemption: Exemption | null
}

export const NOTHING_REQUESTED: RequestedAuthentication = { challengePreference: null, exemption: null }
