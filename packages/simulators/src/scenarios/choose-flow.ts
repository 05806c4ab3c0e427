import type { ChallengePreference, SimulatedFlow } from '@sluice/types/vocabulary'

import type { IssuerRequest } from '../authentication.ts'
import { FLOWS } from './flows.ts'

const ASKS_FOR_CHALLENGE: ReadonlySet<ChallengePreference> = new Set(['CHALLENGE', 'MANDATE'])

/** Returns the flow that a simulated issuer follows, given the merchant's challenge preference. */
export function chooseFlow(
  flow: SimulatedFlow,
  { challengePreference, exemption }: IssuerRequest,
): SimulatedFlow {
  const { ares, enrolment, unchallenged } = FLOWS[flow]
  if (ASKS_FOR_CHALLENGE.has(challengePreference)) {
    // An issuer that would trust the cardholder still shows a challenge.
    const isTrusted = ares === 'Y' || enrolment === 'not_required'
    return isTrusted ? 'CHALLENGE' : flow
  }
  if (unchallenged === null) return flow
  if (exemption !== null) return 'FRICTIONLESS_INFORMATIONAL'
  return challengePreference === 'NO_CHALLENGE' ? 'FRICTIONLESS_SUCCESS' : flow
}
