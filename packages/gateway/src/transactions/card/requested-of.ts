import type { ChallengePreference, Exemption } from '@sluice/types/vocabulary'

import type { Progress } from './card-context.ts'
import type { AuthenticationProof } from './device-proof.ts'

/** Returns the challenge preference. It has no effect for an issuer that declines until there is a challenge. */
export function preferenceOf({ attempt, earlierChallenge }: Progress): ChallengePreference {
  if (earlierChallenge === 'DEMANDED') return 'MANDATE'
  return attempt.requested.challengePreference ?? 'NO_PREFERENCE'
}

/** Letters of banks that authenticated the cardholder, or were there to. */
const AUTHENTICATED: ReadonlySet<string> = new Set(['Y', 'A'])

/**
 * Returns the exemption to request from the acquirer: none for a cardholder who was authenticated by 3DS or a device,
 * and none for a charge that the merchant starts, to which the rules do not apply.
 */
export function exemptionFor(
  { attempt, proof, storedCredential }: Progress,
  authentication: AuthenticationProof | null,
): Exemption | null {
  const isProven = proof !== null || AUTHENTICATED.has(authentication?.transStatus ?? '')
  return isProven || storedCredential?.initiator === 'MERCHANT' ? null : attempt.requested.exemption
}
